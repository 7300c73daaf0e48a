import fc from 'fast-check';
import type { PaidBack } from './histories.model.testing.ts';
import {
  apiSends,
  currencies,
  type ShopDelivery,
  isCredited,
  minuteOf,
  shareOf,
  sumOf,
  type Telling,
  type Told,
} from './histories.shop.testing.ts';

// Histories that a shop reports through the API with code of its own. It reports no more than an order ever had room for,
// because a refund that is larger than what is left is refused, and what was refused isn't sent again.

const anyItem = fc.record({
  price: fc.integer({ min: 0, max: 9_999 }),
  pieces: fc.integer({ min: 1, max: 4 }),
  discount: fc.constantFrom(0, 0, 10, 33),
  sku: fc.constantFrom('plain', 'third', 'flat'),
  kind: fc.constantFrom('product', 'product', 'product', 'gift_card', 'tip', 'donation'),
});
const anyItems = fc.array(anyItem, { minLength: 1, maxLength: 3 });

export const anyApiHistory = fc.record({
  shop: fc.constant('api' as const),
  currency: fc.constantFrom(...currencies),
  items: anyItems,
  edits: fc.array(anyItems, { maxLength: 2 }),
  /** Of a line: an amount, in hundredths of the least that the line ever cost. */
  lines: fc.array(fc.record({ line: fc.integer({ min: 0, max: 2 }), share: fc.integer({ min: 1, max: 12 }) }), {
    maxLength: 2,
  }),
  /** Of the whole order, in the same way. */
  amounts: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
  /** Pieces of lines, one after the other; with amounts of lines besides, at most half of each line. */
  pieces: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
  hasShipping: fc.boolean(),
  isCanceled: fc.constantFrom(false, false, true),
});
export type ApiHistory = typeof anyApiHistory extends fc.Arbitrary<infer ShopHistory> ? ShopHistory : never;
type Item = ApiHistory['items'][number];

function netOf(item: Item): bigint {
  const gross = BigInt(item.price * item.pieces);
  return gross - shareOf(gross, item.discount);
}

function linesIn(items: readonly Item[], currency: string) {
  return items.map((item, place) => {
    const gross = BigInt(item.price * item.pieces);
    const money = (amount: bigint) => ({ amount: amount.toString(), currency });
    return {
      line_id: String(place),
      sku: item.sku,
      title: `Product ${place}`,
      quantity: item.pieces,
      unit_price: money(BigInt(item.price)),
      discount: money(gross - netOf(item)),
      kind: item.kind,
    };
  });
}

function least(amounts: readonly bigint[]): bigint {
  return amounts.reduce((smallest, amount) => (amount < smallest ? amount : smallest), amounts[0] ?? 0n);
}

/** The refunds that the shop reports, each of them with what it takes. */
function refundsOf(history: ApiHistory): (PaidBack & { body: object })[] {
  const { currency, edits, items } = history;
  const states = [items, ...edits];
  const money = (amount: bigint) => ({ amount: amount.toString(), currency });
  const leastOf = (line: number) => least(states.map((state) => (state[line] ? netOf(state[line]) : 0n)));
  const byPiece = history.pieces.length > 0;
  const portion = history.lines.length > 0 ? 2 : 1;
  const left = items.map((_, line) =>
    Math.floor(Math.min(...states.map((state) => state[line]?.pieces ?? 0)) / portion),
  );
  const ofPieces = history.pieces.flatMap((line, place) => {
    if ((left[line] ?? 0) === 0) return [];
    left[line] = (left[line] ?? 0) - 1;
    const lineId = String(line);
    // Their ids are between those of the amounts, not all before or after them.
    return [{ refundId: `${place}p`, lineId, pieces: 1, body: { lines: [{ line_id: lineId, quantity: 1 }] } }];
  });
  const ofLines = history.lines.map(({ line, share }, place) => {
    const [lineId, amount] = [String(line), shareOf(leastOf(line), share)];
    return { refundId: `${place}l`, lineId, amount, body: { lines: [{ line_id: lineId, amount: money(amount) }] } };
  });
  const whole = least(states.map((state) => sumOf(state.map(netOf))));
  const ofAmounts = byPiece
    ? []
    : history.amounts.map((share, place) => {
        const amount = shareOf(whole, share);
        return { refundId: `a${place}`, lineId: null, amount, body: { amount: money(amount) } };
      });
  return [...ofPieces, ...ofLines, ...ofAmounts].filter((refund) => !('amount' in refund) || refund.amount > 0n);
}

export function tellApi(history: ApiHistory, telling: Telling): Told {
  const { currency, items, edits } = history;
  const { clickId, code } = telling;
  const orderId = `api-${telling.number}`;
  const path = `/orders/${orderId}`;
  const refunds = refundsOf(history);
  const shipping = history.hasShipping ? [{ refundId: 's', body: { shipping: true } }] : [];
  const deliveries: ShopDelivery[] = [
    apiSends(telling, 'POST', '/orders', {
      order_id: orderId,
      currency,
      placed_at: minuteOf(telling, 0).toISOString(),
      click_id: clickId,
      discount_codes: code === null ? [] : [code],
      lines: linesIn(items, currency),
    }),
    ...edits.map((state, place) =>
      apiSends(telling, 'PUT', path, {
        currency,
        lines: linesIn(state, currency),
        changed_at: minuteOf(telling, place + 1).toISOString(),
      }),
    ),
    ...[...refunds, ...shipping].map(({ refundId, body }) => ({
      ...apiSends(telling, 'POST', `${path}/refunds`, { refund_id: refundId, ...body }),
      mayBeRefused: history.isCanceled,
    })),
    ...(history.isCanceled ? [apiSends(telling, 'POST', `${path}/cancel`)] : []),
  ];
  const last = edits.at(-1) ?? items;
  return {
    deliveries,
    orders: [
      {
        orderId,
        currency,
        earns: isCredited(telling),
        lines: last.map((item, place) => ({
          id: String(place),
          sku: item.sku,
          kind: item.kind,
          quantity: item.pieces,
          net: netOf(item),
        })),
        paidBack: refunds.map(({ body: _body, ...refund }) => refund),
        isCanceled: history.isCanceled,
        isDisputed: false,
      },
    ],
  };
}
