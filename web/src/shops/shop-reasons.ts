// The server's reasons against an order of a file and a product of a sync, as server/src/shops/file and
// server/src/shops/sync write them.
import { t } from '@lingui/core/macro';
import { csvReasons, fieldReasons, type ReasonText, translateReason, withCounts } from '../brand/reason-texts.ts';
import { importReason } from '../catalogue/import-reasons.ts';
import { fieldName } from '../catalogue/import-texts.ts';

const orderReasons: readonly ReasonText[] = [
  ...fieldReasons,
  ...csvReasons,
  [
    /^must be the order number, with at most (\d+)/,
    withCounts((most) => t`must be the order number, with at most ${most} characters`),
  ],
  [
    /^must be the same in all rows of the order; row (\d+) has (.+)$/,
    (row, value) => t`must be the same in all rows of the order; row ${row} has ${value}`,
  ],
  [
    /^has two possible meanings; write it with two decimals, like (\S+)$/,
    (example) => t`has two possible meanings; write it with two decimals, like ${example}`,
  ],
  [/^must be an amount in (\S+), like (\S+)$/, (own, example) => t`must be an amount in ${own}, like ${example}`],
  [/^must not be above \d+ in the smallest unit/, () => t`is too large`],
  [/^must be a whole number from 1 to 1000000$/, () => t`must be a whole number from 1 to 1,000,000`],
  [/^must be an ISO 4217 currency code/, () => t`must be an ISO 4217 currency code, like USD`],
  [
    /^must be a time like (.+), or (.+) with a time zone$/,
    (local, whole) => t`must be a time like ${local}, or ${whole} with a time zone`,
  ],
  [
    /^must have at most (\d+) characters and no control characters$/,
    withCounts((most) => t`must have at most ${most} characters and no control characters`),
  ],
  [
    /^must have at most (\d+) orders; put the rest in another file$/,
    withCounts((most) => t`must have at most ${most} orders; put the rest in another file`),
  ],
  [
    /^must have at most (\d+) rows for each order; (.+) has more$/,
    (most, order) => t`must have at most ${most} rows for each order; ${order} has more`,
  ],
];

/** Why an order of a file, or the whole file, is refused. */
export const orderReason = (reason: string) => translateReason(orderReasons, reason);

/** Why a sync skipped a product: often the name of a field, and a reason of an import. */
export function syncReason(reason: string): string {
  const variant = /^another variant has the same SKU \(variant (.+)\)$/.exec(reason)?.[1];
  if (variant !== undefined) return t`another variant has the same SKU (variant ${variant})`;
  const [field = '', ...rest] = reason.split(' ');
  const name = fieldName(field);
  return name === field ? importReason(reason) : `${name} ${importReason(rest.join(' '))}`;
}
