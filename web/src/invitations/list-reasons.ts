// The server's reasons against a list of creators to invite, as server/src/invitations/bulk.list.ts writes them.
import { t } from '@lingui/core/macro';
import { csvReasons, type ReasonText, translateReason, withCounts } from '../brand/reason-texts.ts';

const listReasons: readonly ReasonText[] = [
  ...csvReasons,
  [/^must have at least one email address$/, () => t`must have at least one email address`],
  [
    /^must have at most (\d+) rows, not (\d+); send the rest/,
    withCounts((most, rows) => t`must have at most ${most} rows, not ${rows}; send the rest afterwards`),
  ],
  [/^must have at most ([\d,]+) characters$/, (most) => t`must have at most ${most} characters`],
  [
    /^must have a column named email; its columns are (.*)$/,
    (columns) => t`must have a column named email; its columns are ${columns}`,
  ],
  [
    /^must have at least one row below the names of the columns$/,
    () => t`must have at least one row below the names of the columns`,
  ],
];

/** Why a whole list is refused. */
export const listReason = (reason: string) => translateReason(listReasons, reason);
