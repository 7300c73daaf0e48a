import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../consoles/QueryStates.tsx';
import { orderRulesQuery } from '../terms/order-rules.data.ts';
import { CopyValue } from './CopyValue.tsx';
import { orderRequest } from './requests.ts';

type OrderRequestProps = { merchant: string; apiKey: string; copyLabel: string };

/** A request to copy that reports one order in the brand's currency. `apiKey` stands for the key that the reader has. */
export function OrderRequest({ merchant, apiKey, copyLabel }: OrderRequestProps) {
  const { t } = useLingui();
  const rules = useQuery(orderRulesQuery(merchant));
  return (
    <>
      <QueryState query={rules} rows={1} loading={t`Loading your request`} failed={t`We couldn’t load your request`} />
      {rules.data ? <CopyValue copyLabel={copyLabel}>{orderRequest(apiKey, rules.data.currency)}</CopyValue> : null}
    </>
  );
}
