import desk from '../consoles/Console.module.css';

type OrderNameProps = { orderId: string; reference: string | null };

/** The id of an order below its reference, which people know it by. Nothing if the id is all that there is. */
export function OrderIdBelow({ orderId, reference }: OrderNameProps) {
  return reference === null || reference === orderId ? null : <span className={desk.under}>{orderId}</span>;
}
