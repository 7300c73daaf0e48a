// What last month's orders would have earned under other terms, by the calculation that decides orders.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { simulateTerms } from '@vitrine/contract/terms.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Reached } from '@vitrine/contract/values/rate-arithmetic.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { midnightOf, todayIn } from '../platform/days.ts';
import { inSlices } from '../platform/slices.ts';
import { identityOf, isForNewCustomers, rulesInEffect, type TermsRule } from '../terms/rules.ts';
import { groupFinder, type TermsInput, writtenRules } from '../terms/terms.service.ts';
import { basisOf } from './orders.basis.ts';
import type { MonthRoom } from './orders.caps.ts';
import { type CustomerKind, returningIn } from './orders.circumstances.ts';
import { creditedLines, type Earning, earningsOf } from './orders.earnings.ts';
import { readTrace, type Trace } from './orders.trace.ts';

type Simulation = DataOf<typeof simulateTerms>;
/** So many orders are simulated, the latest of the month. */
const mostOrders = 20_000;
const mostCreators = 100;

/** The latest decisions of orders that a creator won, even if nothing was earned. */
function ordersWon(tx: Tx, merchantId: string, from: Date, to: Date) {
  return tx
    .selectFrom('orders')
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('decisions')
          .selectAll('decisions')
          .whereRef('decisions.merchant_id', '=', 'orders.merchant_id')
          .whereRef('decisions.order_id', '=', 'orders.order_id')
          .orderBy('decisions.sequence', 'desc')
          .limit(1)
          .as('decision'),
      (join) => join.onTrue(),
    )
    .innerJoin('decision_candidates as candidate', (join) =>
      join
        .onRef('candidate.merchant_id', '=', 'decision.merchant_id')
        .onRef('candidate.order_id', '=', 'decision.order_id')
        .onRef('candidate.sequence', '=', 'decision.sequence')
        .on(sql<boolean>`case when decision.merchant_account_id is null then candidate.verdict = decision.outcome
          and decision.outcome in ('nothing_to_earn', 'no_terms')
          else candidate.merchant_account_id = decision.merchant_account_id end`),
    )
    .innerJoin('merchant_accounts', 'merchant_accounts.id', 'candidate.merchant_account_id')
    .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .selectAll('orders')
    .select(['decision.trace', 'candidate.merchant_account_id', 'users.user_handle', 'users.display_name'])
    .distinctOn(['orders.placed_at', 'orders.order_id'])
    .where('orders.merchant_id', '=', merchantId)
    .where('orders.state', '=', 'decided')
    .where('orders.placed_at', '>=', from)
    .where('orders.placed_at', '<', to)
    .orderBy('orders.placed_at', 'desc')
    .orderBy('orders.order_id')
    .limit(mostOrders)
    .execute();
}

function linesOf(tx: Tx, merchantId: string, orderIds: readonly string[]) {
  return tx
    .selectFrom('order_lines')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`order_id = any(${orderIds}::text[])`)
    .orderBy('position')
    .execute();
}

type Sum = { creator: string; displayName: string; orders: number; was: bigint; wouldBe: bigint };

/** The last whole month in the brand's time zone. */
function lastMonth(timeZone: string, now: Date): { from: Date; to: Date } {
  const first = todayIn(timeZone, now).with({ day: 1 });
  return { from: midnightOf(first.subtract({ months: 1 }), timeZone), to: midnightOf(first, timeZone) };
}

export async function simulateTermsFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  input: TermsInput,
): Promise<Simulation> {
  const { merchantId, timeZone } = await accessBrand(ctx, actor, merchant);
  const { from, to } = lastMonth(timeZone, ctx.clock.now());
  return ctx.database.read({ role: 'app', merchantId }, async (tx) => {
    const { rules, currency } = await writtenRules(tx, merchantId, input);
    const found = await ordersWon(tx, merchantId, from, to);
    const orders = found
      .filter((order) => order.currency === currency)
      .toSorted((a, b) => Number(a.decided_at) - Number(b.decided_at) || (a.order_id < b.order_id ? -1 : 1));
    const ids = orders.map((order) => order.order_id);
    const lines = Map.groupBy(await linesOf(tx, merchantId, ids), (line) => line.order_id);
    const accounts = orders.map((order) => order.merchant_account_id);
    const groupAt = await groupFinder(tx, merchantId, accounts);
    const returning = rules.some(isForNewCustomers) ? await returningIn(tx, merchantId, ids) : new Set<string>();
    const sums = new Map<string, Sum>();
    const months = new Map<string, SimulatedMonth>();
    const bases = await basesOf(tx, orders);
    await inSlices(orders, (order) => {
      const account = order.merchant_account_id;
      const trace = readTrace(order.trace);
      const heldAt = new Date(
        trace.steps.find(({ rule }) => rule === 'terms_held')?.facts['held_at'] ?? order.placed_at,
      );
      const basis = bases.get(order.order_id);
      if (!basis) return;
      const month = months.get(account) ?? { sales: 0n, orders: 0, paid: new Map() };
      months.set(account, month);
      const { earnings, total } = earningsOf(lines.get(order.order_id) ?? [], {
        rules: rulesInEffect(rules, heldAt),
        basis,
        currency: order.currency,
        merchantAccountId: account,
        groupId: groupAt(account, heldAt),
        customer: customerIn(order, returning, trace),
        reached: month,
        roomOf: (rule) => roomIn(month, rule),
      });
      addTo(month, earnings);
      const sum = sums.get(account) ?? {
        creator: order.user_handle ?? '',
        displayName: order.display_name,
        orders: 0,
        was: 0n,
        wouldBe: 0n,
      };
      sum.orders += 1;
      sum.was += trace.lines.reduce((was, line) => was + BigInt(line.commission ?? 0), 0n);
      sum.wouldBe += total;
      sums.set(account, sum);
    });
    return present([...sums.values()], { from, to, currency, left: found.length - orders.length });
  });
}

/** What a creator has reached so far, in the order in which the orders were decided. */
type SimulatedMonth = Reached & { paid: Map<string, bigint> };

function roomIn({ paid }: SimulatedMonth, rule: TermsRule): MonthRoom | undefined {
  const cap = rule.rate.max_per_month;
  return cap ? { atDecision: BigInt(cap.amount) - (paid.get(identityOf(rule)) ?? 0n) } : undefined;
}

/** As in `readMonthTotals`, before refunds: lines that earn something count. */
function addTo(month: SimulatedMonth, earnings: readonly Earning[]): void {
  const credited = creditedLines(earnings);
  if (credited.length > 0) month.orders += 1;
  for (const { line, rule, amount } of credited) {
    month.sales += line.net;
    month.paid.set(identityOf(rule), (month.paid.get(identityOf(rule)) ?? 0n) + amount);
  }
}

type Simulated = Awaited<ReturnType<typeof ordersWon>>[number];

/** As decided, if it was asked then. */
function customerIn(order: Simulated, returning: ReadonlySet<string>, { customer }: Trace): CustomerKind {
  if (customer) return customer;
  if (order.customer_canonical === null) return 'unknown';
  return returning.has(order.order_id) ? 'returning' : 'new';
}

async function basesOf(tx: Tx, orders: Awaited<ReturnType<typeof ordersWon>>) {
  const bases = new Map<string, Awaited<ReturnType<typeof basisOf>>>();
  // Only orders from before there was a basis need a query.
  for (const order of orders) bases.set(order.order_id, await basisOf(tx, order));
  return bases;
}

function present(
  sums: readonly Sum[],
  { from, to, currency, left }: { from: Date; to: Date; currency: string; left: number },
): Simulation {
  const size = ({ was, wouldBe }: Sum) => (wouldBe > was ? wouldBe - was : was - wouldBe);
  const ordered = sums.toSorted((a, b) => Number(size(b) - size(a)) || (a.creator < b.creator ? -1 : 1));
  const total = (part: 'was' | 'wouldBe') =>
    toMoney(
      sums.reduce((sum, each) => sum + each[part], 0n),
      currency,
    );
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    orders: sums.reduce((sum, each) => sum + each.orders, 0),
    other_currencies: left,
    was: total('was'),
    would_be: total('wouldBe'),
    creators: ordered.slice(0, mostCreators).map(({ creator, displayName, orders, was, wouldBe }) => {
      const money = { was: toMoney(was, currency), would_be: toMoney(wouldBe, currency) };
      return { creator, display_name: displayName, orders, ...money };
    }),
    more: Math.max(0, ordered.length - mostCreators),
  };
}
