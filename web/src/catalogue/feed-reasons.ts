// The server's reasons against the address of a product feed, as server/src/catalogue/feeds.failure.ts writes them.
import { t } from '@lingui/core/macro';
import { addressReasons, type ReasonText, translateReason } from '../brand/reason-texts.ts';
import { importReason } from './import-reasons.ts';

const answers: readonly ReasonText[] = [
  [/^can’t be used: (.+)$/, (seen) => t`can’t be used: ${seen}`],
  [
    /^redirects to an address that can’t be used: (.+)$/,
    (seen) => t`redirects to an address that can’t be used: ${seen}`,
  ],
  [
    /^redirects more than 3 times; the last time to (.+)$/,
    (seen) => t`redirects more than 3 times; the last time to ${seen}`,
  ],
  [
    /^can’t be reached from here. Check its spelling: it must be public on the internet$/,
    () => t`can’t be reached from here. Check its spelling: it must be public on the internet`,
  ],
  [/^has an invalid certificate: (.+)$/, (seen) => t`has an invalid certificate: ${seen}`],
  [/^did not answer completely in time: (.+)$/, (seen) => t`did not answer completely in time: ${seen}`],
  [/^broke off before the answer was complete: (.+)$/, (seen) => t`broke off before the answer was complete: ${seen}`],
  [/^answered with status (\S+) instead of 200$/, (seen) => t`answered with status ${seen} instead of 200`],
  [
    /^answered with status (\S+): its server asks us to come back later$/,
    (seen) => t`answered with status ${seen}: its server asks us to come back later`,
  ],
];

const contents: readonly ReasonText[] = [
  [/^is larger than (.+)$/, (seen) => t`is larger than ${seen}`],
  [
    /^is a web page, not a table of products; it begins with “(.+)”$/,
    (seen) => t`is a web page, not a table of products; it begins with “${seen}”`,
  ],
  [/^is not text but (.+); use CSV, TSV or XML$/, (seen) => t`is not text but ${seen}; use CSV, TSV or XML`],
  [/^is not in UTF-8 \((.+)\); export it as UTF-8$/, (seen) => t`is not in UTF-8 (${seen}); export it as UTF-8`],
  [
    /^is JSON, not CSV, TSV or XML; it begins with “(.+)”$/,
    (seen) => t`is JSON, not CSV, TSV or XML; it begins with “${seen}”`,
  ],
  [/^is XML that can’t be read: (.+)$/, (seen) => t`is XML that can’t be read: ${seen}`],
  [/^is empty$/, () => t`is empty`],
  [
    /^can’t be read as products: it (.+)$/,
    (fault) => {
      const reason = importReason(fault);
      return t`can’t be read as products: it ${reason}`;
    },
  ],
  [/^has no product that can be read: it has only column names$/, () => t`has only column names and no products`],
];

const reasons = [...addressReasons, ...answers, ...contents];

/** Why the address of a feed is refused, as the end of a sentence. */
export const feedAddressReason = (reason: string) => translateReason(reasons, reason);
