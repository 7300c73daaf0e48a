import { useQuery } from '@tanstack/react-query';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { ObjectionAnswer } from './ObjectionAnswer.tsx';
import { orderObjectionsQuery } from './objections.data.ts';

/** The objections to an order's declined commissions, on its sheet. */
export function OrderObjections({ merchant, orderId }: { merchant: string; orderId: string }) {
  const query = useQuery(orderObjectionsQuery(merchant, orderId));
  const mayAnswer = useBrandRights(merchant)('orders');
  return query.data?.map((objection) => (
    <ObjectionAnswer key={objection.id} merchant={merchant} objection={objection} mayAnswer={mayAnswer} />
  ));
}
