import fc from 'fast-check';
import { type PaidBack, spreadBy } from '../histories.model.testing.ts';
import {
  asDecimal,
  currencies,
  isCredited,
  type ShopDelivery,
  minuteOf,
  shareOf,
  shopifySends,
  sumOf,
  type Telling,
  type Told,
} from '../histories.shop.testing.ts';

// Histories of a Shopify order: created, paid, edited, refunded, disputed and canceled, with every state of the order.

const anyItem = fc.record({
  price: fc.integer({ min: 0, max: 9_999 }),
  pieces: fc.integer({ min: 1, max: 4 }),
  /** In hundredths of the price. */
  discount: fc.constantFrom(0, 0, 10, 33, 100),
  tax: fc.constantFrom(0, 7, 19),
  sku: fc.constantFrom('plain', 'third', 'flat'),
  kind: fc.constantFrom('product', 'product', 'product', 'gift_card', 'tip', 'donation'),
});
const anyPlace = fc.integer({ min: 0, max: 4 });
const anyStep = fc.oneof(
  fc.record({ step: fc.constant('pay' as const) }),
  fc.record({ step: fc.constant('remove' as const), item: anyPlace, pieces: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ step: fc.constant('add' as const), item: anyItem }),
  fc.record({
    step: fc.constant('refund' as const),
    items: fc.array(fc.record({ item: anyPlace, pieces: fc.integer({ min: 1, max: 3 }) }), { maxLength: 2 }),
    /** What is paid back besides or without products, in hundredths of the order; less if below zero. */
    money: fc.integer({ min: -40, max: 60 }),
    shipping: fc.boolean(),
  }),
  fc.record({
    step: fc.constant('dispute' as const),
    dispute: fc.integer({ min: 1, max: 2 }),
    state: fc.constantFrom('needs_response', 'under_review', 'won', 'lost', 'charge_refunded'),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ step: fc.constant('cancel' as const) }),
);

export const anyShopifyHistory = fc.record({
  shop: fc.constant('shopify' as const),
  currency: fc.constantFrom(...currencies),
  isTaxIncluded: fc.boolean(),
  /** The shopper pays in another currency than the shop's. */
  isForeign: fc.boolean(),
  items: fc.array(anyItem, { minLength: 1, maxLength: 3 }),
  isPaidAtOnce: fc.boolean(),
  steps: fc.array(anyStep, { maxLength: 5 }),
});
export type ShopifyHistory = typeof anyShopifyHistory extends fc.Arbitrary<infer History> ? History : never;
type Step = ShopifyHistory['steps'][number];
type Item = ShopifyHistory['items'][number] & { id: number; removed: number; refunded: number };

/** The order as the shop has it, minute by minute. */
type Shop = {
  items: Item[];
  isPaid: boolean;
  canceledAt: Date | null;
  refunds: Record<string, unknown>[];
  disputes: Map<number, { state: string; share: number }>;
};

function paidFor(item: Item) {
  const gross = BigInt(item.price * item.pieces);
  const discount = shareOf(gross, item.discount);
  return { gross, discount, tax: shareOf(gross - discount, item.tax) };
}

function leftOf(item: Item): number {
  return item.pieces - item.removed - item.refunded;
}

/** The brand's side of one history. */
class Teller {
  readonly deliveries: ShopDelivery[] = [];
  readonly paidBack: PaidBack[] = [];
  readonly #history: ShopifyHistory;
  readonly #telling: Telling;
  readonly #shop: Shop;
  readonly orderId: number;
  #minute = 0;

  constructor(history: ShopifyHistory, telling: Telling) {
    this.#history = history;
    this.#telling = telling;
    this.orderId = 10_000_000 + telling.number;
    this.#shop = {
      items: history.items.map((item, place) => ({ ...item, id: 11 + place, removed: 0, refunded: 0 })),
      isPaid: history.isPaidAtOnce,
      canceledAt: null,
      refunds: [],
      disputes: new Map(),
    };
  }

  #money(amount: bigint) {
    const { currency, isForeign } = this.#history;
    const text = asDecimal(amount, currency);
    const foreign = currency === 'EUR' ? 'USD' : 'EUR';
    const other = { amount: asDecimal(amount * 3n + 1n, foreign), currency_code: foreign };
    const shop = { amount: text, currency_code: currency };
    return { text, set: { shop_money: shop, presentment_money: isForeign ? other : shop } };
  }

  #send(topic: string, body: Record<string, unknown>): void {
    const id = `${this.orderId}-${this.deliveries.length}`;
    this.deliveries.push(shopifySends(this.#telling, topic, id, body));
  }

  /** The order as it is now. */
  #state(): Record<string, unknown> {
    const { isTaxIncluded, currency } = this.#history;
    const { clickId, code } = this.#telling;
    return {
      id: this.orderId,
      currency,
      presentment_currency: this.#history.isForeign ? 'EUR' : currency,
      taxes_included: isTaxIncluded,
      created_at: minuteOf(this.#telling, 0).toISOString(),
      processed_at: minuteOf(this.#telling, 0).toISOString(),
      updated_at: minuteOf(this.#telling, this.#minute).toISOString(),
      cancelled_at: this.#shop.canceledAt?.toISOString() ?? null,
      financial_status: !this.#shop.isPaid ? 'pending' : this.#shop.refunds.length > 0 ? 'partially_refunded' : 'paid',
      note_attributes: clickId === null ? [] : [{ name: 'vt_click', value: clickId }],
      discount_codes: code === null ? [] : [{ code, amount: '0.00', type: 'percentage' }],
      line_items: this.#shop.items.map((item) => {
        const price = this.#money(BigInt(item.price));
        const { discount, tax } = paidFor(item);
        const [off, taxed] = [this.#money(discount), this.#money(tax)];
        return {
          id: item.id,
          sku: item.sku,
          title: `Product ${item.id}`,
          quantity: item.pieces,
          current_quantity: leftOf(item),
          price: price.text,
          price_set: price.set,
          discount_allocations: discount > 0n ? [{ amount: off.text, amount_set: off.set }] : [],
          tax_lines: tax > 0n ? [{ price: taxed.text, price_set: taxed.set }] : [],
          gift_card: item.kind === 'gift_card',
          ...(item.kind === 'tip' && { tip_payment_gateway: 'shopify_payments' }),
          properties: item.kind === 'donation' ? [{ name: '_vt_kind', value: 'donation' }] : [],
        };
      }),
      refunds: this.#shop.refunds,
    };
  }

  tell(): Told {
    this.#send('orders/create', this.#state());
    if (this.#shop.isPaid) this.#send('orders/paid', this.#state());
    for (const step of this.#history.steps) {
      this.#minute += 1;
      this.#follow(step);
    }
    const { items, isPaid, canceledAt, disputes } = this.#shop;
    const lost = [...disputes].filter(([, { state }]) => state === 'lost');
    const amount = (share: number) => shareOf(this.#worth(), share);
    return {
      deliveries: this.deliveries,
      orders: [
        {
          orderId: String(this.orderId),
          currency: this.#history.currency,
          earns: isPaid && isCredited(this.#telling),
          lines: items.map((item) => this.#line(item)),
          paidBack: [
            ...this.paidBack,
            ...lost.map(([id, { share }]) => ({
              refundId: `dispute:${this.orderId}${id}`,
              lineId: null,
              amount: amount(share),
            })),
          ],
          isCanceled: canceledAt !== null,
          isDisputed: [...disputes.values()].some(
            ({ state }) => state === 'needs_response' || state === 'under_review',
          ),
        },
      ],
    };
  }

  /** A line as the newest state has it: what an edit removed is gone, and what was refunded is still part of it. */
  #line(item: Item) {
    const { discount, tax } = paidFor(item);
    const kept = item.pieces - item.removed;
    const off = discount + (this.#history.isTaxIncluded ? tax : 0n);
    const pieces = BigInt(item.pieces);
    const part = (2n * off * BigInt(kept) + pieces) / (2n * pieces);
    return {
      id: String(item.id),
      sku: item.sku,
      kind: item.kind,
      quantity: kept,
      net: BigInt(item.price * kept) - (kept === item.pieces ? off : part),
    };
  }

  /** What the order cost at first. A dispute names a part of it. */
  #worth(): bigint {
    return sumOf(this.#history.items.map(({ price, pieces }) => BigInt(price * pieces)));
  }

  #follow(step: Step): void {
    const { items } = this.#shop;
    if (step.step === 'pay') {
      if (this.#shop.isPaid) return;
      this.#shop.isPaid = true;
      this.#send('orders/paid', this.#state());
    } else if (step.step === 'remove') {
      const item = items[step.item];
      if (!item || leftOf(item) === 0) return;
      item.removed += Math.min(step.pieces, leftOf(item));
      this.#edited();
    } else if (step.step === 'add') {
      if (items.length > 4) return;
      items.push({ ...step.item, id: 11 + items.length, removed: 0, refunded: 0 });
      this.#edited();
    } else if (step.step === 'refund') this.#refund(step);
    else if (step.step === 'dispute') this.#dispute(step);
    else if (this.#shop.canceledAt === null) {
      this.#shop.canceledAt = minuteOf(this.#telling, this.#minute);
      this.#send('orders/cancelled', this.#state());
      this.#send('orders/updated', this.#state());
    }
  }

  #edited(): void {
    this.#send('orders/edited', { order_edit: { id: this.#minute, order_id: this.orderId } });
    this.#send('orders/updated', this.#state());
  }

  #dispute({ dispute, state, share }: Extract<Step, { step: 'dispute' }>): void {
    const { disputes } = this.#shop;
    const before = disputes.get(dispute);
    // What was decided stays so at Shopify too.
    if (before && before.state !== 'needs_response' && before.state !== 'under_review') return;
    const now = { state, share: before?.share ?? share };
    disputes.set(dispute, now);
    const amount = asDecimal(shareOf(this.#worth(), now.share), this.#history.currency);
    const body = { id: Number(`${this.orderId}${dispute}`), order_id: this.orderId, status: state, amount };
    this.#send(before ? 'disputes/update' : 'disputes/create', { ...body, currency: this.#history.currency });
  }

  #refund({ items: chosen, money, shipping }: Extract<Step, { step: 'refund' }>): void {
    const refundId = String(this.orderId * 100 + this.#minute);
    const returned = chosen.flatMap(({ item: place, pieces: wanted }) => {
      const item = this.#shop.items[place];
      const pieces = item ? Math.min(wanted, leftOf(item)) : 0;
      if (!item || pieces === 0) return [];
      item.refunded += pieces;
      const { gross, discount, tax } = paidFor(item);
      const part = (amount: bigint) => (amount * BigInt(pieces)) / BigInt(item.pieces);
      return [{ item, pieces, subtotal: part(gross - discount), tax: part(tax) }];
    });
    const included = this.#history.isTaxIncluded;
    const values = returned.map(({ subtotal, tax }) => (included ? subtotal - tax : subtotal));
    const more = money > 0 ? shareOf(this.#worth(), money) : 0n;
    const less = money < 0 ? shareOf(sumOf(values), -money) : 0n;
    const withheld = spreadBy(less, values);
    const postage = shipping ? 500n : 0n;
    if (returned.length === 0 && more + postage === 0n) return;
    const adjusted = (kind: string, amount: bigint) => {
      const { text, set } = this.#money(amount);
      return { kind, amount: text, amount_set: set, tax_amount: this.#money(0n).text };
    };
    const isCorrected = returned.length > 0 && more !== less;
    const paid = sumOf(values) - less + more + postage;
    this.#shop.refunds.push({
      id: Number(refundId),
      order_id: this.orderId,
      refund_line_items: returned.map(({ item, pieces, subtotal, tax }) => {
        const [worth, taxed] = [this.#money(subtotal), this.#money(tax)];
        const sets = { subtotal_set: worth.set, total_tax_set: taxed.set };
        return { line_item_id: item.id, quantity: pieces, subtotal: worth.text, total_tax: taxed.text, ...sets };
      }),
      order_adjustments: [
        ...(isCorrected ? [adjusted('refund_discrepancy', less - more)] : []),
        ...(postage > 0n ? [adjusted('shipping_refund', -postage)] : []),
      ],
      transactions: [
        { kind: 'refund', status: 'success', amount: this.#money(paid).text, currency: this.#history.currency },
      ],
    });
    for (const [place, { item, pieces }] of returned.entries())
      this.paidBack.push({
        refundId,
        lineId: String(item.id),
        pieces,
        amount: (values[place] ?? 0n) - (withheld[place] ?? 0n),
      });
    if (more > 0n) this.paidBack.push({ refundId, lineId: null, amount: more });
    this.#send('refunds/create', this.#shop.refunds.at(-1) ?? {});
    this.#send('orders/updated', this.#state());
  }
}

export function tellShopify(history: ShopifyHistory, telling: Telling): Told {
  return new Teller(history, telling).tell();
}
