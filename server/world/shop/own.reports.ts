// What a shop with a program of its own tells Vitrine: orders and refunds, by the public API with the brand's key.
import { listShopCodes } from '@vitrine/contract/merchants.ts';
import { readShopOrder, receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { BodyOf, DataOf, Endpoint } from '@vitrine/contract/endpoint.ts';
import { lineNet, type StandInOrder, type StandInRefund } from './shop.orders.ts';
import type { ShopVisit } from './shop.platform.ts';
import type { StandInShop } from './shop.stock.ts';

const timeoutMs = 10_000;

type Answer<E extends Endpoint> = { ok: true; data: DataOf<E> } | { ok: false; message: string };

/** Calls the API as the shop. An answer that isn't one says why. */
async function callApi<E extends Endpoint>(
  { portal, shop }: ShopVisit,
  endpoint: E,
  path: string,
  body?: object,
): Promise<Answer<E>> {
  try {
    const answer = await fetch(`${portal}/api/v1${path}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${shop.secret}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const parsed = (await answer.json()) as { data: DataOf<E>; message?: string };
    return answer.ok
      ? { ok: true, data: parsed.data }
      : { ok: false, message: parsed.message ?? String(answer.status) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

const money = ({ currency }: StandInShop, minor: number) => ({ amount: String(minor), currency });

/** The number that the shopper sees. */
export const orderNumber = ({ id }: StandInOrder) => `#${1_000 + id}`;
/** How the shop names it to Vitrine: never used twice, also if the shop's database was deleted. */
const reportedId = ({ key }: StandInOrder) => `web-${key.slice(0, 16)}`;

function orderBodyOf(shop: StandInShop, order: StandInOrder): BodyOf<typeof receiveOrder> {
  const click = order.attributes['vt_click'] ?? '';
  return {
    order_id: reportedId(order),
    reference: orderNumber(order),
    currency: shop.currency,
    placed_at: order.placed_at,
    ...(click !== '' && { click_id: click }),
    ...(order.code !== '' && { discount_codes: [order.code] }),
    customer: { email: order.email },
    lines: order.lines.map((line) => ({
      line_id: String(line.id),
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      unit_price: money(shop, line.price),
      ...(line.discount > 0 && { discount: money(shop, line.price * line.quantity - lineNet(line)) }),
    })),
  };
}

/** Sending an order again changes nothing. */
export function reportOrder(visit: ShopVisit, order: StandInOrder): Promise<Answer<typeof receiveOrder>> {
  return callApi(visit, receiveOrder, '/orders', orderBodyOf(visit.shop, order));
}

export function reportRefund(
  visit: ShopVisit,
  order: StandInOrder,
  refund: StandInRefund,
): Promise<Answer<typeof receiveRefund>> {
  const lines = refund.lines.map(({ line, quantity }) => ({ line_id: String(line), quantity }));
  const body = { refund_id: String(refund.id), lines };
  return callApi(visit, receiveRefund, `/orders/${reportedId(order)}/refunds`, body);
}

/** What Vitrine knows about an order now. */
export function readReported(visit: ShopVisit, order: StandInOrder): Promise<Answer<typeof readShopOrder>> {
  return callApi(visit, readShopOrder, `/orders/${reportedId(order)}`);
}

/** Whether a creator has this code now; the reason, if Vitrine can't say. */
export async function isCreatorsCode(visit: ShopVisit, code: string): Promise<boolean | string> {
  const codes = await callApi(visit, listShopCodes, '/codes');
  return codes.ok ? codes.data.some((each) => each.code === code && each.ended_at === null) : codes.message;
}
