import type { Outcome } from '@vitrine/contract/orders.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { creditLines } from '../commissions/commissions.service.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { appliesTo, chooseRule, earnedBy, type TermsRule } from '../terms/rules.ts';
import { type Attribution, attribute, type Candidate, rulesVersion } from './attribution.ts';
import { step } from './decision.rules.ts';
import { earlierRefunds, loadFacts, loadTerms, type LoadedFacts } from './orders.facts.ts';
import { insertCandidates, insertDecision, listLines, lockOrder, setOrderState } from './orders.queries.ts';
import type { Trace } from './orders.trace.ts';

type Order = LoadedFacts['order'];
type Won = Extract<Attribution, { kind: 'won' }>;
type Line = Awaited<ReturnType<typeof listLines>>[number];
type Earning = { line: Line; rule: TermsRule | undefined; amount: bigint };
type Credited = Earning & { rule: TermsRule };
type Weighed = { outcome: Outcome; termsVersion: number | null; earnings: Earning[] };

const dayMs = 86_400_000;

/**
 * Decides an order that waits for it: at most one creator is credited, the trace is kept, the money is posted, all in
 * one transaction. An order that is decided stays as it is, so any number of nodes may try at once.
 */
export async function decideOrder(ctx: Context, merchantId: string, orderId: string): Promise<void> {
  const loaded = await loadFacts(ctx, merchantId, orderId);
  if (!loaded) return;
  const attribution = attribute(loaded.facts);
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await lockOrder(tx, merchantId, orderId);
    if (!order || order.state === 'decided') return;
    if (attribution.kind === 'waiting') await keepWaiting(ctx, tx, order, attribution);
    else await settle(ctx, tx, { ...loaded, order }, attribution);
  });
}

async function keepWaiting(ctx: Context, tx: Tx, order: Order, attribution: Attribution): Promise<void> {
  if (order.state === 'waiting') return;
  const trace: Trace = { steps: attribution.steps, lines: [], matures_at: null };
  await saveDecision(ctx, tx, order, { outcome: 'waiting_for_click', termsVersion: null, earnings: [] }, trace, null);
  await setOrderState(tx, order.merchant_id, order.order_id, 'waiting', null);
}

async function settle(
  ctx: Context,
  tx: Tx,
  loaded: LoadedFacts,
  attribution: Exclude<Attribution, { kind: 'waiting' }>,
): Promise<void> {
  const { order } = loaded;
  const weighed: Weighed =
    attribution.kind === 'won'
      ? await weigh(tx, loaded, attribution)
      : { outcome: attribution.outcome, termsVersion: null, earnings: [] };
  const credited = weighed.earnings.flatMap(({ line, rule, amount }): Credited[] =>
    rule && amount > 0n ? [{ line, rule, amount }] : [],
  );
  const maturesAt = new Date(order.placed_at.getTime() + loaded.settings.returnDays * dayMs);
  const trace = traceOf(order, attribution, weighed, credited.length > 0 ? maturesAt : null);
  const winner = attribution.kind === 'won' && credited.length > 0 ? attribution.winner : undefined;
  await saveDecision(ctx, tx, order, weighed, trace, winner?.merchantAccountId ?? null);
  await insertCandidates(
    tx,
    attribution.candidates.map((candidate, index) => candidateRow(order, candidate, index + 1)),
  );
  await setOrderState(tx, order.merchant_id, order.order_id, 'decided', ctx.clock.now());
  if (winner && attribution.kind === 'won' && weighed.termsVersion !== null)
    await credit(ctx, tx, { order, attribution, termsVersion: weighed.termsVersion, credited, maturesAt });
  await record(ctx, tx, { merchantId: order.merchant_id }, { kind: 'order-decided', order_id: order.order_id });
}

/** What each line earns the winner under the terms that held. */
async function weigh(tx: Tx, { order, settings }: LoadedFacts, attribution: Won): Promise<Weighed> {
  const { winner, steps } = attribution;
  const lines = await listLines(tx, order.merchant_id, order.order_id);
  const terms = await loadTerms(tx, order.merchant_id, attribution.termsAt, [
    ...new Set(lines.map((line) => line.sku)),
  ]);
  const heldAt = attribution.termsAt.toISOString();
  steps.push(
    step('terms_held', terms ? 'passed' : 'failed', {
      version: String(terms?.version ?? ''),
      held_at: heldAt,
      effective_at: terms?.effectiveAt.toISOString() ?? '',
    }),
  );
  if (!terms) return lose(attribution, 'no_terms', null, []);
  const flatApplies = order.currency === settings.currency;
  if (!flatApplies)
    steps.push(step('flat_amounts_apply', 'failed', { currency: order.currency, terms_currency: settings.currency }));
  const rules = flatApplies ? terms.rules : terms.rules.filter((rule) => rule.rate !== null);
  const earnings = lines.map((line): Earning => {
    const rule = chooseRule(rules, {
      merchantAccountId: winner.merchantAccountId,
      sku: line.sku,
      category: terms.categories.get(line.sku) ?? '',
    });
    return { line, rule, amount: rule ? earnedBy(rule, line) : 0n };
  });
  const total = earnings.reduce((sum, earning) => sum + earning.amount, 0n);
  steps.push(
    step('something_earned', total > 0n ? 'passed' : 'failed', {
      commission: total.toString(),
      currency: order.currency,
    }),
  );
  return total > 0n
    ? { outcome: attribution.outcome, termsVersion: terms.version, earnings }
    : lose(attribution, 'nothing_to_earn', terms.version, earnings);
}

function lose(
  attribution: Won,
  outcome: 'no_terms' | 'nothing_to_earn',
  termsVersion: number | null,
  earnings: Earning[],
): Weighed {
  attribution.winner.verdict = outcome;
  return { outcome, termsVersion, earnings };
}

function traceOf(order: Order, attribution: Attribution, weighed: Weighed, maturesAt: Date | null): Trace {
  return {
    steps: attribution.steps,
    matures_at: maturesAt?.toISOString() ?? null,
    lines: weighed.earnings.map(({ line, rule, amount }) => ({
      line_id: line.line_id,
      commission: rule ? amount.toString() : null,
      rule: rule
        ? {
            applies_to: appliesTo(rule),
            kind: rule.rate === null ? 'flat' : 'percentage',
            rate: rule.rate,
            amount: rule.flat === null ? null : toMoney(rule.flat, order.currency),
          }
        : null,
    })),
  };
}

function candidateRow(order: Order, candidate: Candidate, position: number) {
  return {
    merchant_id: order.merchant_id,
    order_id: order.order_id,
    position,
    merchant_account_id: candidate.merchantAccountId,
    creator_id: candidate.creatorId,
    via: candidate.source.via,
    reference: candidate.reference,
    touched_at: candidate.touchedAt,
    verdict: candidate.verdict ?? 'not_asked',
  };
}

async function saveDecision(
  ctx: Context,
  tx: Tx,
  order: Order,
  weighed: Weighed,
  trace: Trace,
  merchantAccountId: string | null,
): Promise<void> {
  await insertDecision(tx, {
    merchant_id: order.merchant_id,
    order_id: order.order_id,
    outcome: weighed.outcome,
    merchant_account_id: merchantAccountId,
    terms_version: weighed.termsVersion,
    rules_version: rulesVersion,
    trace: JSON.stringify(trace),
    decided_at: ctx.clock.now(),
  });
}

/** Why a commission waits for its brand to look at it. */
const heldReasons: Record<Won['outcome'], string | null> = {
  credited: null,
  held_self_purchase: 'self_purchase',
  held_for_review: 'machine_click',
};

type Credit = { order: Order; attribution: Won; termsVersion: number; credited: Credited[]; maturesAt: Date };

async function credit(
  ctx: Context,
  tx: Tx,
  { order, attribution, termsVersion, credited, maturesAt }: Credit,
): Promise<void> {
  const { winner, click } = attribution;
  await creditLines(ctx, tx, {
    order,
    earner: winner,
    click,
    discountCode: winner.source.via === 'code' ? winner.source.use.code : null,
    termsVersion,
    heldReason: heldReasons[attribution.outcome],
    maturesAt,
    lines: credited.map(({ line, rule, amount }) => ({ lineId: line.line_id, base: line.net, amount, rule })),
    refunded: await earlierRefunds(tx, order),
  });
}
