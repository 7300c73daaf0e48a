// The server's reasons against what a delivery is said to mean, as contract/src/orders.ts and
// server/src/orders/orders.refund-input.ts write them.
import { t } from '@lingui/core/macro';
import { type ReasonText, refundReason, translateReason } from '../brand/reason-texts.ts';

const orderReasons: readonly ReasonText[] = [
  [/^must be a currency code with three capital letters/, () => t`must be a currency code, like USD`],
  [/^must be 1 or more$/, () => t`must be 1 or more`],
  [/^must not be above (?:1000000|1000000000000)$/, () => t`is too large`],
  [/^must be a whole number$/, () => t`must be a whole number`],
  [/^must not contain \.\. between slashes$/, () => t`must not contain .. between slashes`],
  [/^must be (\S+), as when the order came$/, (own) => t`must be ${own}, as when the order came`],
];

/** Why a field is refused; amounts are shown in the currency of the form. */
export const meaningReason = (reason: string, currency: string) =>
  translateReason(orderReasons, refundReason(reason, currency));
