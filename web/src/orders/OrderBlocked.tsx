import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OrderDetail } from '@vitrine/contract/orders.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { orderRulesQuery, useOrderRulesMutation } from '../terms/order-rules.data.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './orders.module.css';

/** Why an order is kept and not decided, and what the brand can do about it. */
export function OrderBlocked({ merchant, sheet }: { merchant: string; sheet: OrderDetail }) {
  const total = formatMoney(sheet.total);
  if (sheet.waits_for === 'payment')
    return (
      <p className={styles.lead}>
        <Trans>
          {total}. The shopper hasn’t paid yet. We’ll decide who earns from the order once your shop reports the
          payment.
        </Trans>
      </p>
    );
  return <CurrencyQuestion merchant={merchant} sheet={sheet} />;
}

function CurrencyQuestion({ merchant, sheet: { total } }: { merchant: string; sheet: OrderDetail }) {
  const { t } = useLingui();
  const { data: rules } = useQuery(orderRulesQuery(merchant));
  const accept = useOrderRulesMutation(merchant);
  const [amount, { currency }] = [formatMoney(total), total];
  return (
    <div className={desk.section}>
      <p className={styles.lead}>
        <Trans>
          {amount}. You haven’t accepted orders in {currency} yet, so this order earns nothing for now.
        </Trans>
      </p>
      <p className={desk.quiet}>
        <Trans>
          If you accept {currency}, commissions on these orders are in {currency} too. We don’t convert them.
        </Trans>
      </p>
      <Refused error={accept.error} />
      <div className={desk.actions}>
        <Button
          small
          busy={accept.isPending}
          disabled={!rules}
          onClick={() =>
            accept.mutate(
              { accepted_currencies: [...(rules?.accepted_currencies ?? []), currency] },
              { onSuccess: () => showToast(t`${currency} accepted. Waiting orders are decided now.`) },
            )
          }
        >
          <Trans>Accept {currency}</Trans>
        </Button>
      </div>
    </div>
  );
}
