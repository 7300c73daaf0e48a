import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The style sheet of the form, besides that of all shopper pages. */
const sheet = createHash('sha256')
  .update(readFileSync(new URL('../../assets/report.css', import.meta.url)))
  .digest('hex')
  .slice(0, 8);

export const formSheet = `/assets/report.css?v=${sheet}`;
