import fc from 'fast-check';
import { type FinalOrder, type FinalLine, type PaidBack, spreadBy } from '../histories.model.testing.ts';
import {
  currencies,
  type ShopDelivery,
  isCredited,
  minuteOf,
  shareOf,
  stripeSends,
  sumOf,
  type Telling,
  type Told,
} from '../histories.shop.testing.ts';

// Histories at Stripe: one checkout, or a subscription with its renewals, with refunds and disputes of its payments.

const anyItem = fc.record({
  /** In tens of minor units: Stripe's amounts of three-decimal currencies end in 0. */
  price: fc.integer({ min: 1, max: 3_000 }),
  pieces: fc.integer({ min: 1, max: 4 }),
  discount: fc.constantFrom(0, 0, 10, 33),
  sku: fc.constantFrom('plain', 'third', 'flat'),
});
const anyPayment = fc.record({
  items: fc.array(anyItem, { minLength: 1, maxLength: 3 }),
  tax: fc.constantFrom(0, 7, 19),
  /** What an invoice is paid with from earlier credit, or the unused time of an earlier plan, in hundredths. */
  credit: fc.constantFrom(0, 0, 0, 25),
  unused: fc.constantFrom(0, 0, 0, 20),
  refunds: fc.array(
    fc.record({
      share: fc.integer({ min: 1, max: 60 }),
      fate: fc.constantFrom('succeeded', 'succeeded', 'pending', 'failed', 'canceled'),
      /** Whether the charge is reported too: with its refunds, or with their total alone. */
      charge: fc.constantFrom('none', 'listed', 'total'),
    }),
    { maxLength: 3 },
  ),
  dispute: fc.constantFrom('none', 'none', 'open', 'won', 'lost', 'closed'),
  disputed: fc.integer({ min: 1, max: 100 }),
});

export const anyStripeHistory = fc.record({
  shop: fc.constant('stripe' as const),
  currency: fc.constantFrom(...currencies),
  sold: fc.constantFrom('once', 'monthly'),
  /** Whether a checkout's event lists what was bought. */
  isExpanded: fc.boolean(),
  /** A payment that takes days: the checkout is completed before it is paid. */
  isSlow: fc.boolean(),
  hasShipping: fc.boolean(),
  payments: fc.array(anyPayment, { minLength: 1, maxLength: 2 }),
});
export type StripeHistory = typeof anyStripeHistory extends fc.Arbitrary<infer History> ? History : never;
type Payment = StripeHistory['payments'][number];

type Bought = { id: string; sku: string; pieces: number; gross: bigint; net: bigint };

class Teller {
  readonly #history: StripeHistory;
  readonly #telling: Telling;
  readonly #deliveries: ShopDelivery[] = [];
  readonly #orders: FinalOrder[] = [];
  readonly #currency: string;
  readonly #name: string;

  constructor(history: StripeHistory, telling: Telling) {
    this.#history = history;
    this.#telling = telling;
    this.#currency = history.currency.toLowerCase();
    this.#name = String(telling.number).padStart(8, '0');
  }

  #send(type: string, object: Record<string, unknown>): void {
    const id = `evt_${this.#name}_${this.#deliveries.length}`;
    this.#deliveries.push(stripeSends(this.#telling, type, id, object));
  }

  #created(minute: number): number {
    return Math.floor(minuteOf(this.#telling, minute).getTime() / 1_000);
  }

  #metadata(): Record<string, string> {
    const { code } = this.#telling;
    return code === null ? {} : { discount_code: code };
  }

  tell(): Told {
    const { sold, payments } = this.#history;
    const [first] = payments;
    if (sold === 'once' && first) this.#tellCheckout(first);
    else for (const [month, payment] of payments.entries()) this.#tellInvoice(payment, month);
    return { deliveries: this.#deliveries, orders: this.#orders };
  }

  #bought({ items }: Payment, of: string): Bought[] {
    return items.map((item, place) => {
      const gross = BigInt(item.price * 10 * item.pieces);
      // Down to tens, like every amount.
      const net = gross - (shareOf(gross, item.discount) / 10n) * 10n;
      return { id: `li_${of}_${place}`, sku: item.sku, pieces: item.pieces, gross, net };
    });
  }

  #tellCheckout(payment: Payment): void {
    const { isExpanded, isSlow, hasShipping } = this.#history;
    const of = `${this.#name}0`;
    const bought = this.#bought(payment, of);
    const cost = sumOf(bought.map(({ net }) => net));
    const taxes = bought.map(({ net }) => (shareOf(net, payment.tax) / 10n) * 10n);
    const shipping = hasShipping ? 500n : 0n;
    const charged = cost + sumOf(taxes) + shipping;
    const session = {
      id: `cs_${of}`,
      object: 'checkout.session',
      mode: 'payment',
      created: this.#created(0),
      currency: this.#currency,
      amount_total: Number(charged),
      total_details: { amount_discount: 0, amount_shipping: Number(shipping), amount_tax: Number(sumOf(taxes)) },
      payment_intent: `pi_${of}`,
      subscription: null,
      client_reference_id: this.#telling.clickId,
      metadata: { ...this.#metadata(), sku: 'third', title: 'Set' },
      ...(isExpanded && {
        line_items: {
          has_more: false,
          data: bought.map(({ id, sku, pieces, gross, net }, place) => ({
            id,
            description: id,
            quantity: pieces,
            amount_subtotal: Number(gross),
            amount_total: Number(net + (taxes[place] ?? 0n)),
            amount_tax: Number(taxes[place] ?? 0n),
            price: { id: `price_${sku}`, product: sku },
          })),
        },
      }),
    };
    this.#send('checkout.session.completed', { ...session, payment_status: isSlow ? 'unpaid' : 'paid' });
    if (isSlow) this.#send('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' });
    const lines = isExpanded
      ? bought.map(({ id, sku, pieces, net }) => ({ id, sku: `stripe:${sku}`, quantity: pieces, net }))
      : [{ id: session.id, sku: 'third', quantity: 1, net: cost }];
    this.#sell(`pi_${of}`, lines, { of, charged, payment });
  }

  #tellInvoice(payment: Payment, month: number): void {
    const of = `${this.#name}${month}`;
    const subscription = `sub_${this.#name}`;
    if (month === 0)
      this.#send('checkout.session.completed', {
        id: `cs_${of}`,
        object: 'checkout.session',
        mode: 'subscription',
        payment_status: 'paid',
        created: this.#created(0),
        currency: this.#currency,
        amount_total: 1_000,
        payment_intent: null,
        subscription,
        client_reference_id: this.#telling.clickId,
        metadata: this.#metadata(),
      });
    const bought = this.#bought(payment, of);
    const full = sumOf(bought.map(({ net }) => net));
    const unused = (shareOf(full, payment.unused) / 10n) * 10n;
    const cost = full - unused;
    const tax = (shareOf(cost, payment.tax) / 10n) * 10n;
    const charged = cost + tax - (shareOf(cost + tax, payment.credit) / 10n) * 10n;
    this.#send('invoice.paid', {
      id: `in_${of}`,
      object: 'invoice',
      billing_reason: month === 0 ? 'subscription_create' : 'subscription_cycle',
      created: this.#created(month),
      currency: this.#currency,
      parent: { subscription_details: { subscription, metadata: this.#metadata() } },
      total: Number(cost + tax),
      total_excluding_tax: Number(cost),
      amount_due: Number(charged),
      lines: {
        has_more: false,
        data: [
          ...bought.map(({ id, sku, pieces, gross, net }) => ({
            id,
            amount: Number(gross),
            description: id,
            quantity: pieces,
            discount_amounts: gross > net ? [{ amount: Number(gross - net) }] : [],
            pricing: { price_details: { product: sku } },
          })),
          ...(unused > 0n
            ? [{ id: `li_${of}_unused`, amount: Number(-unused), description: 'Unused time', quantity: 1 }]
            : []),
        ],
      },
    });
    this.#send('invoice_payment.paid', { invoice: `in_${of}`, payment: { payment_intent: `pi_${of}` } });
    // What is not charged lowers every line in proportion.
    const target = (2n * cost * charged + cost + tax) / (2n * (cost + tax));
    const nets = spreadBy(
      target,
      bought.map(({ net }) => net),
    );
    const lines = bought.map(({ id, sku, pieces }, place) => ({
      id,
      sku: `stripe:${sku}`,
      quantity: pieces,
      net: nets[place] ?? 0n,
    }));
    this.#sell(`in_${of}`, lines, { of, charged, payment });
  }

  /** The refunds and disputes of a payment, and what finally holds of its order. */
  #sell(
    orderId: string,
    lines: readonly Omit<FinalLine, 'kind'>[],
    { of, charged, payment }: { of: string; charged: bigint; payment: Payment },
  ): void {
    this.#orders.push({
      orderId,
      currency: this.#history.currency,
      earns: isCredited(this.#telling),
      lines: lines.map((line) => ({ ...line, kind: 'product' })),
      paidBack: [...this.#refund(payment, of, charged), ...this.#dispute(payment, of, charged)],
      isCanceled: false,
      isDisputed: payment.dispute === 'open',
    });
  }

  #refund({ refunds }: Payment, of: string, charged: bigint): PaidBack[] {
    const paymentId = `pi_${of}`;
    let left = charged;
    const made: { id: string; amount: bigint; status: string }[] = [];
    for (const [place, { share, fate, charge }] of refunds.entries()) {
      const wanted = (shareOf(charged, share) / 10n) * 10n;
      const amount = wanted < left ? wanted : left;
      if (amount === 0n) continue;
      const refund = { id: `re_${of}_${place}`, amount, status: fate };
      // The charge counts what isn't confirmed yet, and no longer what failed.
      if (fate !== 'failed' && fate !== 'canceled') left -= amount;
      made.push(refund);
      const object = {
        id: refund.id,
        object: 'refund',
        amount: Number(amount),
        currency: this.#currency,
        payment_intent: paymentId,
      };
      this.#send('refund.created', { ...object, status: 'pending' });
      if (fate !== 'pending') this.#send('refund.updated', { ...object, status: fate });
      const counted = made.filter(({ status }) => status === 'succeeded' || status === 'pending');
      // A total would count a pending refund, which the others don't.
      const isSettled = made.every(({ status }) => status === 'succeeded');
      if (charge === 'none' || (charge === 'total' && !isSettled)) continue;
      this.#send('charge.refunded', {
        id: `ch_${of}`,
        object: 'charge',
        currency: this.#currency,
        payment_intent: paymentId,
        amount_refunded: Number(sumOf(counted.map((each) => each.amount))),
        ...(charge === 'listed' && {
          refunds: {
            has_more: false,
            data: made.map(({ id, amount: each, status }) => ({
              id,
              amount: Number(each),
              currency: this.#currency,
              status,
              payment_intent: paymentId,
            })),
          },
        }),
      });
    }
    return made.flatMap(({ id, amount, status }) =>
      status === 'succeeded' ? [{ refundId: id, lineId: null, amount, of: charged }] : [],
    );
  }

  #dispute({ dispute, disputed }: Payment, of: string, charged: bigint): PaidBack[] {
    if (dispute === 'none') return [];
    const amount = (shareOf(charged, disputed) / 10n) * 10n;
    const object = {
      id: `dp_${of}`,
      object: 'dispute',
      amount: Number(amount),
      currency: this.#currency,
      payment_intent: `pi_${of}`,
    };
    const isInquiry = dispute === 'closed';
    this.#send('charge.dispute.created', {
      ...object,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
    });
    if (dispute !== 'open')
      this.#send('charge.dispute.closed', { ...object, status: isInquiry ? 'warning_closed' : dispute });
    return dispute === 'lost' ? [{ refundId: `dispute:dp_${of}`, lineId: null, amount, of: charged }] : [];
  }
}

export function tellStripe(history: StripeHistory, telling: Telling): Told {
  return new Teller(history, telling).tell();
}
