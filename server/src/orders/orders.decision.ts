import type { Outcome } from '@vitrine/contract/orders.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { type Credit, creditLines } from '../commissions/commissions.service.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { appliesTo, chooseRule, earnedBy, type TermsRule } from '../terms/rules.ts';
import { termsAt } from '../terms/terms.service.ts';
import { type Attribution, attribute, type Candidate, rulesVersion } from './attribution.ts';
import { step } from './decision.rules.ts';
import { findFraud, findFraudAgain, holdForReview } from './fraud.decision.ts';
import type { Finding } from './fraud.facts.ts';
import { saveFlags } from './fraud.flags.ts';
import { earlierRefunds, hasNewTouches, loadFacts, lockArrivals, type LoadedFacts } from './orders.facts.ts';
import {
  endReview,
  insertCandidates,
  insertDecision,
  isUnderReview,
  listLines,
  lockOrder,
  setOrderState,
} from './orders.queries.ts';
import { type Readers, readersOf, type Redecision, redecide } from './orders.redecide.ts';
import type { DecisionCause, Trace } from './orders.trace.ts';

type Order = LoadedFacts['order'];
type Won = Extract<Attribution, { kind: 'won' }>;
type Final = Exclude<Attribution, { kind: 'waiting' }>;
type Line = Awaited<ReturnType<typeof listLines>>[number];
type Earning = { line: Line; rule: TermsRule | undefined; amount: bigint };
type Credited = Earning & { rule: TermsRule };
type Weighed = { outcome: Outcome; termsVersion: number | null; earnings: Earning[] };
/** What a decision comes to, before anything of it is written. */
export type Conclusion = {
  attribution: Final;
  weighed: Weighed;
  trace: Trace;
  winner: Candidate | undefined;
  credit: Credit | undefined;
  findings: readonly Finding[];
};
/** What a decision rests on, as it was read before its transaction. */
type Basis = {
  loaded: LoadedFacts;
  attribution: Attribution;
  findings: readonly Finding[];
  /** Of a decision that is taken again. */
  readers: Readers | undefined;
};

const dayMs = 86_400_000;
/** How often the facts are read again because hits were stored meanwhile. */
const mostReads = 8;

/**
 * Decides an order that waits for it, and one that a late click may change: at most one creator is credited, the trace
 * is kept, the money is posted, all in one transaction. Any other order stays as it is, so any number of nodes may try
 * at once.
 */
export async function decideOrder(ctx: Context, merchantId: string, orderId: string): Promise<void> {
  for (let read = 1; read <= mostReads; read += 1) {
    const loaded = await loadFacts(ctx, merchantId, orderId);
    if (!loaded) return;
    const basis = await basisFor(ctx, loaded);
    try {
      await ctx.database.as({ role: 'app', merchantId }, (tx) => decideOn(ctx, tx, basis));
    } catch (error) {
      if (error instanceof FactsChanged) continue;
      throw error;
    }
    // The orders before this one are part of the same pattern.
    if (basis.findings.length > 0) await ctx.jobs.soon('review_fraud');
    return;
  }
  throw new Error(`order ${orderId} was not decided: its clicks changed ${mostReads} times meanwhile`);
}

async function basisFor(ctx: Context, loaded: LoadedFacts): Promise<Basis> {
  const isDecided = loaded.order.state === 'decided';
  const attribution = attribute(loaded.facts);
  const ask = isDecided ? findFraudAgain : findFraud;
  const findings = await ask(ctx, loaded, attribution);
  holdForReview(attribution, findings);
  return { loaded, attribution, findings, readers: isDecided ? await readersOf(ctx, loaded) : undefined };
}

/** Hits were stored that the decision did not see. What it wrote is rolled back, and it is taken again. */
class FactsChanged extends Error {}

/**
 * Decides on the facts as they were read, and looks at the end whether they still hold: whoever stores hits waits for
 * the rest of this transaction, and a large order must not keep shoppers' clicks waiting while it is posted.
 */
async function decideOn(ctx: Context, tx: Tx, { loaded, attribution, findings, readers }: Basis): Promise<void> {
  const order = await lockOrder(tx, loaded.order.merchant_id, loaded.order.order_id);
  if (!order) return;
  if (order.state === 'decided' && !(await isUnderReview(tx, order.merchant_id, order.order_id))) return;
  if (order.state === 'decided' && !readers) throw new FactsChanged();
  if (attribution.kind === 'waiting') await keepWaiting(ctx, tx, order, attribution);
  else {
    const conclusion = await conclude(tx, loaded, attribution, findings);
    const save = (cause: DecisionCause) => saveConclusion(ctx, tx, order, conclusion, cause);
    if (order.state === 'decided' && readers) await redecide(ctx, tx, { loaded, order, conclusion, readers, save });
    else await settle(ctx, tx, { loaded, order, conclusion, save });
  }
  await lockArrivals(tx);
  if (await hasNewTouches(ctx, tx, loaded)) throw new FactsChanged();
  await endReview(tx, order.merchant_id, order.order_id);
}

async function keepWaiting(ctx: Context, tx: Tx, order: Order, attribution: Attribution): Promise<void> {
  if (order.state === 'waiting') return;
  const trace: Trace = { steps: attribution.steps, lines: [], matures_at: null };
  const weighed: Weighed = { outcome: 'waiting_for_click', termsVersion: null, earnings: [] };
  await saveDecision(ctx, tx, order, { weighed, trace, winner: undefined }, 'order');
  await setOrderState(tx, order.merchant_id, order.order_id, { state: 'waiting' });
}

async function settle(
  ctx: Context,
  tx: Tx,
  { loaded, order, conclusion, save }: Omit<Redecision, 'readers'>,
): Promise<void> {
  await save('order');
  await setOrderState(tx, order.merchant_id, order.order_id, {
    state: 'decided',
    decided_at: ctx.clock.now(),
    click_stored: loaded.isStored,
    browser: loaded.browser,
  });
  if (conclusion.credit) await creditLines(ctx, tx, conclusion.credit);
  await record(ctx, tx, { merchantId: order.merchant_id }, { kind: 'order-decided', order_id: order.order_id });
}

/** What the facts come to under the terms that held. */
async function conclude(
  tx: Tx,
  loaded: LoadedFacts,
  attribution: Final,
  findings: readonly Finding[],
): Promise<Conclusion> {
  const { order, basis } = loaded;
  const weighed: Weighed =
    attribution.kind === 'won'
      ? await weigh(tx, loaded, attribution)
      : { outcome: attribution.outcome, termsVersion: null, earnings: [] };
  const credited = weighed.earnings.flatMap(({ line, rule, amount }): Credited[] =>
    rule && amount > 0n ? [{ line, rule, amount }] : [],
  );
  const maturesAt = new Date(order.placed_at.getTime() + basis.returnDays * dayMs);
  const trace = traceOf(order, attribution, weighed, credited.length > 0 ? maturesAt : null);
  if (attribution.kind !== 'won' || credited.length === 0 || weighed.termsVersion === null)
    return { attribution, weighed, trace, winner: undefined, credit: undefined, findings: [] };
  const { termsVersion } = weighed;
  const credit = await creditOf(tx, { order, attribution, findings, termsVersion, credited, maturesAt });
  return { attribution, weighed, trace, winner: attribution.winner, credit, findings };
}

/** Writes a decision and its candidates. */
async function saveConclusion(
  ctx: Context,
  tx: Tx,
  order: Order,
  conclusion: Conclusion,
  cause: DecisionCause,
): Promise<void> {
  const sequence = await saveDecision(ctx, tx, order, conclusion, cause);
  const rows = conclusion.attribution.candidates.map((candidate, index) => candidateRow(order, candidate, index + 1));
  await insertCandidates(
    tx,
    rows.map((row) => ({ ...row, sequence })),
  );
  await saveFlags(tx, order, conclusion.findings, { at: ctx.clock.now(), inHindsight: false, held: true });
}

/** What each line earns the winner under the terms that held. */
async function weigh(tx: Tx, { order, basis }: LoadedFacts, attribution: Won): Promise<Weighed> {
  const { winner, steps } = attribution;
  const lines = await listLines(tx, order.merchant_id, order.order_id);
  const terms = await termsAt(tx, order.merchant_id, attribution.termsAt);
  const heldAt = attribution.termsAt.toISOString();
  steps.push(
    step('terms_held', terms ? 'passed' : 'failed', {
      version: String(terms?.version ?? ''),
      held_at: heldAt,
      effective_at: terms?.effectiveAt.toISOString() ?? '',
    }),
  );
  if (!terms) return lose(attribution, 'no_terms', null, []);
  const flatApplies = order.currency === basis.currency;
  if (!flatApplies)
    steps.push(step('flat_amounts_apply', 'failed', { currency: order.currency, terms_currency: basis.currency }));
  const rules = flatApplies ? terms.rules : terms.rules.filter((rule) => rule.rate !== null);
  const earnings = lines.map((line): Earning => {
    const rule = chooseRule(rules, {
      merchantAccountId: winner.merchantAccountId,
      sku: line.sku,
      category: basis.categories[line.sku] ?? '',
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
  { weighed, trace, winner }: Pick<Conclusion, 'weighed' | 'trace' | 'winner'>,
  cause: DecisionCause,
): Promise<number> {
  return insertDecision(tx, {
    merchant_id: order.merchant_id,
    order_id: order.order_id,
    outcome: weighed.outcome,
    merchant_account_id: winner?.merchantAccountId ?? null,
    terms_version: weighed.termsVersion,
    rules_version: rulesVersion,
    trace: JSON.stringify(trace),
    cause,
    decided_at: ctx.clock.now(),
  });
}

/** Why a commission waits for its brand to look at it: a rule that found something, unless the buyer says it all. */
const heldReasons: Record<Won['outcome'], string | null> = {
  credited: null,
  held_self_purchase: 'self_purchase',
  held_for_review: 'machine_click',
};

function heldReason({ outcome }: Won, findings: readonly Finding[]): string | null {
  return outcome === 'held_for_review' ? (findings[0]?.rule ?? heldReasons[outcome]) : heldReasons[outcome];
}

type Winning = {
  order: Order;
  attribution: Won;
  findings: readonly Finding[];
  termsVersion: number;
  credited: Credited[];
  maturesAt: Date;
};

async function creditOf(
  tx: Tx,
  { order, attribution, findings, termsVersion, credited, maturesAt }: Winning,
): Promise<Credit> {
  const { winner, click } = attribution;
  return {
    order,
    earner: winner,
    click,
    discountCode: winner.source.via === 'code' ? winner.source.use.code : null,
    termsVersion,
    heldReason: heldReason(attribution, findings),
    maturesAt,
    lines: credited.map(({ line, rule, amount }) => ({ lineId: line.line_id, base: line.net, amount, rule })),
    refunded: await earlierRefunds(tx, order),
  };
}
