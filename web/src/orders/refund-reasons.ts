// The server's reasons against a refund, as server/src/orders/orders.refund-input.ts writes them. There, amounts are in
// minor units.
import { t } from '@lingui/core/macro';
import { fieldReasons, type ReasonText, translateReason } from '../brand/reason-texts.ts';
import { formatMoney } from '../format/money.ts';

const refundReasons = (currency: string): readonly ReasonText[] => {
  const money = (amount = '0') => formatMoney({ amount, currency });
  return [
    ...fieldReasons,
    [
      /^must not be above (\d+), the quantity left on this line$/,
      (left) => t`Please enter at most ${left}, the quantity left on this line.`,
    ],
    [
      /^must not be above (\d+), the amount left on this line$/,
      (amount) => {
        const left = money(amount);
        return t`Please enter at most ${left}, the amount left on this line.`;
      },
    ],
    [
      /^must not be worth more than (\d+), the amount left on this line/,
      (amount) => {
        const left = money(amount);
        return t`These pieces are worth more than the ${left} left on this line. Please enter an amount instead.`;
      },
    ],
    [/^must be (\S+), the order’s currency$/, (own) => t`must be ${own}, the order’s currency`],
    [/^must be a line of the order$/, () => t`must be a line of the order`],
    [/^must not be used by another line$/, () => t`must not be used by another line`],
  ];
};

/** Why a refund is refused, with amounts as money in the order's currency. */
export const refundReason = (reason: string, currency: string) => translateReason(refundReasons(currency), reason);
