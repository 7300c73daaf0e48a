import fc from 'fast-check';
import { type PaidBack, spreadBy } from '../histories.model.testing.ts';
import {
  asDecimal,
  currencies,
  type ShopDelivery,
  isCredited,
  minuteOf,
  shareOf,
  sumOf,
  type Telling,
  type Told,
  wooSends,
} from '../histories.shop.testing.ts';

// Histories of a WooCommerce order, which sends its whole state with every event, with and without our plugin.

const anyItem = fc.record({
  total: fc.integer({ min: 0, max: 30_000 }),
  pieces: fc.integer({ min: 1, max: 4 }),
  tax: fc.constantFrom(0, 7, 19),
  sku: fc.constantFrom('plain', 'third', 'flat'),
});
const anyItems = fc.array(anyItem, { minLength: 1, maxLength: 3 });
const anyStep = fc.oneof(
  fc.record({ step: fc.constant('status' as const), status: fc.constantFrom('failed', 'processing', 'completed') }),
  fc.record({ step: fc.constant('edit' as const), items: anyItems }),
  fc.record({
    step: fc.constant('refund' as const),
    item: fc.integer({ min: 0, max: 2 }),
    pieces: fc.integer({ min: 0, max: 2 }),
    /** Of the whole order, in hundredths: what is paid back without a line. */
    share: fc.integer({ min: 0, max: 50 }),
    shipping: fc.boolean(),
  }),
  fc.record({ step: fc.constantFrom('cancel' as const, 'restore' as const, 'delete' as const) }),
);

export const anyWooHistory = fc.record({
  shop: fc.constant('woocommerce' as const),
  currency: fc.constantFrom(...currencies),
  hasPlugin: fc.boolean(),
  items: anyItems,
  /** A fee below zero is a discount of the whole order. */
  discount: fc.constantFrom(0, 0, 0, 500),
  isPaidAtOnce: fc.boolean(),
  steps: fc.array(anyStep, { maxLength: 5 }),
});
export type WooHistory = typeof anyWooHistory extends fc.Arbitrary<infer History> ? History : never;
type Step = WooHistory['steps'][number];
type Item = WooHistory['items'][number] & { id: number };
type Refund = {
  id: number;
  total: bigint;
  lines: { line_id: number; quantity: number; total: bigint; tax: bigint }[];
  other: bigint;
};

function taxOn({ total, tax }: Item): bigint {
  return shareOf(BigInt(total), tax);
}

class Teller {
  readonly #history: WooHistory;
  readonly #telling: Telling;
  readonly #deliveries: ShopDelivery[] = [];
  readonly #refunds: Refund[] = [];
  readonly #orderId: number;
  #items: Item[];
  #status: string;
  #paidAt: Date | null = null;
  #isCanceled = false;
  #minute = 0;
  #nextLine = 11;

  constructor(history: WooHistory, telling: Telling) {
    this.#history = history;
    this.#telling = telling;
    this.#orderId = 10_000_000 + telling.number;
    this.#items = history.items.map((item) => this.#line(item));
    this.#status = 'pending';
    if (history.isPaidAtOnce) this.#become('processing');
  }

  #line(item: WooHistory['items'][number]): Item {
    this.#nextLine += 1;
    return { ...item, id: this.#nextLine };
  }

  #become(status: string): void {
    this.#status = status;
    if (status === 'processing' || status === 'completed') this.#paidAt ??= minuteOf(this.#telling, this.#minute);
  }

  #send(topic: string, body: unknown): void {
    const id = `${this.#orderId}-${this.#deliveries.length}`;
    this.#deliveries.push(wooSends(this.#telling, topic, id, body));
  }

  #text(amount: bigint): string {
    return asDecimal(amount, this.#history.currency);
  }

  #state() {
    const { clickId, code } = this.#telling;
    const at = (date: Date) => date.toISOString().slice(0, 19);
    const fee = this.#discount();
    return {
      id: this.#orderId,
      status: this.#status,
      currency: this.#history.currency,
      date_created_gmt: at(minuteOf(this.#telling, 0)),
      date_modified_gmt: at(minuteOf(this.#telling, this.#minute)),
      date_paid_gmt: this.#paidAt ? at(this.#paidAt) : null,
      prices_include_tax: false,
      meta_data: clickId === null ? [] : [{ id: 1, key: '_vt_click', value: clickId }],
      coupon_lines: code === null ? [] : [{ id: 2, code, discount: '0.00', discount_tax: '0.00' }],
      line_items: this.#items.map((item) => ({
        id: item.id,
        name: `Product ${item.id}`,
        product_id: item.id,
        variation_id: 0,
        quantity: item.pieces,
        subtotal: this.#text(BigInt(item.total)),
        total: this.#text(BigInt(item.total)),
        total_tax: this.#text(taxOn(item)),
        sku: item.sku,
      })),
      fee_lines: fee > 0n ? [{ id: 9, total: this.#text(-fee), total_tax: '0.00' }] : [],
      shipping_lines: [{ id: 8, method_id: 'flat_rate', total: this.#text(500n), total_tax: '0.00' }],
      refunds: this.#refunds.map(({ id, total }) => ({ id, reason: '', total: `-${this.#text(total)}` })),
      ...(this.#history.hasPlugin && {
        vitrine_refunds: this.#refunds.map(({ id, lines, other }) => ({
          id,
          lines: lines.map(({ tax, total, ...line }) => ({
            ...line,
            total: this.#text(total),
            total_tax: this.#text(tax),
          })),
          other: this.#text(other),
        })),
      }),
    };
  }

  #discount(): bigint {
    const cost = sumOf(this.#items.map(({ total }) => BigInt(total)));
    return BigInt(this.#history.discount) < cost ? BigInt(this.#history.discount) : 0n;
  }

  tell(): Told {
    this.#send('order.created', this.#state());
    for (const step of this.#history.steps) {
      this.#minute += 1;
      this.#follow(step);
    }
    const totals = this.#items.map(({ total }) => BigInt(total));
    const off = spreadBy(this.#discount(), totals);
    const lines = this.#items.map((item, place) => ({
      id: String(item.id),
      sku: item.sku,
      kind: 'product',
      quantity: item.pieces,
      net: BigInt(item.total) - (off[place] ?? 0n),
    }));
    return {
      deliveries: this.#deliveries,
      orders: [
        {
          orderId: String(this.#orderId),
          currency: this.#history.currency,
          earns: this.#paidAt !== null && isCredited(this.#telling),
          lines,
          paidBack: this.#paidBack(sumOf(lines.map(({ net }) => net))),
          isCanceled: this.#isCanceled,
          isDisputed: false,
        },
      ],
    };
  }

  /** What names no line is a part of what the lines cost with tax in the end. */
  #paidBack(net: bigint): PaidBack[] {
    const of = net + sumOf(this.#items.map(taxOn));
    return this.#refunds.flatMap(({ id, total, lines, other }): PaidBack[] => {
      const named = this.#history.hasPlugin ? lines : [];
      const known = this.#history.hasPlugin ? sumOf(named.map((line) => line.total + line.tax)) + other : 0n;
      return [
        ...named.map((line) => ({
          refundId: String(id),
          lineId: String(line.line_id),
          pieces: line.quantity,
          amount: line.total,
        })),
        { refundId: String(id), lineId: null, amount: total - known, of },
      ];
    });
  }

  #follow(step: Step): void {
    if (step.step === 'status') {
      // What was canceled is only ever restored, and what was paid doesn't fail any more.
      if (this.#isCanceled || (step.status === 'failed' && this.#paidAt !== null)) return;
      this.#become(step.status);
      this.#send('order.updated', this.#state());
    } else if (step.step === 'edit') {
      if (this.#isCanceled) return;
      const [first, ...more] = step.items;
      // A line that stays, and others that are new.
      const kept = this.#items[0];
      if (!first || !kept) return;
      this.#items = [{ ...first, id: kept.id, sku: kept.sku }, ...more.map((item) => this.#line(item))];
      this.#send('order.updated', this.#state());
    } else if (step.step === 'refund') this.#refund(step);
    else this.#end(step.step);
  }

  #end(step: 'cancel' | 'restore' | 'delete'): void {
    if (step === 'restore') {
      if (this.#status !== 'cancelled' || this.#paidAt === null) return;
      this.#become('processing');
      this.#send('order.restored', this.#state());
      return;
    }
    if (this.#paidAt === null || this.#status === 'cancelled') return;
    this.#isCanceled = true;
    this.#become('cancelled');
    this.#send(
      step === 'delete' ? 'order.deleted' : 'order.updated',
      step === 'delete' ? { id: this.#orderId } : this.#state(),
    );
  }

  #refund({ item: place, pieces, share, shipping }: Extract<Step, { step: 'refund' }>): void {
    if (this.#paidAt === null || this.#isCanceled) return;
    const item = this.#items[place];
    const wanted = item ? Math.min(pieces, item.pieces) : 0;
    const part = (amount: bigint) => (item ? (amount * BigInt(wanted)) / BigInt(item.pieces) : 0n);
    const lines = item
      ? [{ line_id: item.id, quantity: wanted, total: part(BigInt(item.total)), tax: part(taxOn(item)) }]
      : [];
    const other = shipping ? 500n : 0n;
    const cost = sumOf(this.#items.map(({ total }) => BigInt(total)));
    const named = sumOf(lines.map((line) => line.total + line.tax));
    const total = named + other + shareOf(cost, share);
    if (total === 0n) return;
    this.#refunds.push({ id: this.#orderId * 10 + this.#refunds.length, total, lines, other });
    this.#send('order.updated', this.#state());
  }
}

export function tellWooCommerce(history: WooHistory, telling: Telling): Told {
  return new Teller(history, telling).tell();
}
