import {
  entriesOf,
  type Money,
  type Order,
  verifyWebhook,
  Vitrine,
  type VitrineError,
  type WebhookEvent,
} from '@vitrine/sdk';

// What the compiler must accept and refuse. `npm run check` compiles this file; nothing runs it.

export async function use(vitrine: Vitrine): Promise<void> {
  const unitPrice: Money = { amount: '4800', currency: 'USD' };
  const line = { line_id: '1', title: 'Dew Serum', quantity: 1, unit_price: unitPrice };
  const order = { order_id: '1', currency: 'USD', placed_at: '2026-11-20T12:00:00Z', lines: [line] };
  const reply = await vitrine.reportOrder({ body: order }, { idempotencyKey: 'order-1', retries: 2 });
  reply.data satisfies Order;
  reply.data.decision?.commission?.amount satisfies string | undefined;
  reply.meta?.ignored_fields satisfies string[] | undefined;
  await vitrine.reportOrder({ body: { ...order, click_id: undefined, discount_codes: ['AVA10'] } });

  const { lines: _, ...withoutLines } = order;
  // @ts-expect-error an order needs its lines
  await vitrine.reportOrder({ body: withoutLines });
  const number = { amount: 4800, currency: 'USD' };
  // @ts-expect-error an amount is text
  await vitrine.reportOrder({ body: { ...order, lines: [{ ...line, unit_price: number }] } });
  // @ts-expect-error the call needs the order's id
  await vitrine.cancelOrder({});
  // @ts-expect-error no key of a shop may make this call
  await vitrine.approvePayouts({});
  // @ts-expect-error a client needs a key
  void new Vitrine({ url: 'https://portal.example' });
  // @ts-expect-error the total is money
  reply.data.total satisfies string;
}

export function judge(error: VitrineError): boolean {
  // @ts-expect-error this is no code of a refusal
  if (error.code === 'order_conflicts') return false;
  return error.code === 'order_conflict' || error.isTemporary;
}

export async function listed(): Promise<void> {
  const read = async (page: { cursor?: string | undefined }) => ({ data: [page.cursor], meta: { next_cursor: null } });
  for await (const entry of entriesOf(read)) entry satisfies string | undefined;
  // @ts-expect-error a list has a cursor
  entriesOf(async () => ({ data: [''] }));
}

export async function receive(request: Request): Promise<void> {
  const { id, event } = await verifyWebhook(await request.text(), request.headers, 'whsec_');
  id satisfies string;
  // The type of the event says what its data is.
  if (event.type === 'commission.changed') event.data.net satisfies Money;
  if (event.type === 'creator.joined') event.data.creator satisfies string | null;
  // @ts-expect-error only the data of a payout has a reference
  void event.data.reference;
  // @ts-expect-error there is no such event
  if (event.type === 'order.paid') return;
  event.type satisfies WebhookEvent['type'];
  await verifyWebhook(new Uint8Array(), { 'webhook-id': ['1', '2'], host: undefined }, 'whsec_', { now: new Date() });
  // @ts-expect-error the secret is needed
  await verifyWebhook('', {});
  // @ts-expect-error a parsed body has lost its bytes
  await verifyWebhook({ type: 'order.decided' }, {}, 'whsec_');
}
