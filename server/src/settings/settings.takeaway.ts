import { plainRows, type Takeaway } from '../platform/takeaway.ts';
import { readWholeLog } from './security.service.ts';

export const takeSecurityLog: Takeaway = async (ctx, _tx, person) => ({
  security_log: plainRows(await readWholeLog(ctx, person.userId)),
});
