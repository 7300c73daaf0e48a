import { plainRows, type DataExport } from '../platform/data-export.ts';
import { readWholeLog } from './security.service.ts';

export const exportSecurityLog: DataExport = async (ctx, _tx, person) => ({
  security_log: plainRows(await readWholeLog(ctx, person.userId)),
});
