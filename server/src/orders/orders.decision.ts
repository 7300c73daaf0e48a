import type { Explanation } from '@vitrine/contract/decisions.ts';
import { holdIfDisputed } from '../commissions/commissions.disputes.ts';
import { commissionNews } from '../commissions/commissions.news.ts';
import { type Credit, postCredit } from '../commissions/commissions.service.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordAll } from '../platform/events/record.ts';
import { termsAt } from '../terms/terms.service.ts';
import { type Attribution, attribute, type Candidate, attributionRulesVersion } from './attribution.ts';
import { step } from './decision.rules.ts';
import { findFraud, findFraudAgain, holdForReview } from './fraud.decision.ts';
import type { Finding } from './fraud.facts.ts';
import { saveFlags } from './fraud.flags.ts';
import {
  type Credited,
  creditedLines,
  creditLines,
  type Earning,
  earningsOf,
  type TermsResult,
  traceLines,
} from './orders.earnings.ts';
import { explainDecision } from './orders.explain.ts';
import { hasNewTouches, loadFacts, lockArrivals, type LoadedFacts, readLines } from './orders.facts.ts';
import { orderMetrics } from './orders.metrics.ts';
import {
  blockOf,
  type DecidedState,
  endReview,
  insertDecision,
  type Line,
  lockForDecision,
  setOrderState,
} from './orders.queries.ts';
import { type Readers, readersOf, redecide } from './orders.redecide.ts';
import type { DecisionCause, Trace } from './orders.trace.ts';

type Order = LoadedFacts['order'];
type Won = Extract<Attribution, { kind: 'won' }>;
type Final = Exclude<Attribution, { kind: 'waiting' }>;
/** The result of a decision before it is written. */
export type Conclusion = {
  /** The one time of the whole decision: of its record, its commissions, and its answer. */
  decidedAt: Date;
  attribution: Final;
  lines: readonly Line[];
  result: TermsResult;
  trace: Trace;
  winner: Candidate | undefined;
  credit: Credit | undefined;
  findings: readonly Finding[];
};
/** An order with its first decision. */
export type DecidedOrder = { order: Order; lines: readonly Line[]; explanation: Explanation };
/** What one transaction decided; `decided` is undefined if there was nothing to decide. */
type Result = { decided: DecidedOrder | undefined; findings: readonly Finding[] };

const dayMs = 86_400_000;
/** How often an order is read again because hits were stored meanwhile. */
const mostReads = 8;

/**
 * Decides an order that is waiting, or one that a late click can change: credits at most one creator, stores the steps,
 * and posts the money, in one transaction. Any other order stays as it is, so several nodes can try at once. Returns
 * the order if this was its first decision.
 */
export async function decideOrder(
  ctx: Context,
  merchantId: string,
  orderId: string,
): Promise<DecidedOrder | undefined> {
  let readers: Readers | undefined;
  for (let read = 1; read <= mostReads; read += 1) {
    try {
      const { decided, findings } = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
        decideIn(ctx, tx, { merchantId, orderId, readers }),
      );
      // The orders before this one belong to the same pattern.
      if (decided) orderMetrics(ctx.metrics).decided.inc({ outcome: decided.explanation.outcome });
      if (findings.length > 0) await ctx.jobs.soon('review_fraud');
      return decided;
    } catch (error) {
      if (error instanceof ReadersNeeded) readers = await readersOf(ctx, { merchantId, orderId }, error.creatorIds);
      else if (!(error instanceof FactsChanged)) throw error;
    }
  }
  throw new Error(`order ${orderId} was not decided: its clicks changed ${mostReads} times meanwhile`);
}

/** Hits were stored that the decision did not see. It is rolled back and made again. */
class FactsChanged extends Error {}

/**
 * A decision is made again, and those whom it may concern were not read yet: that needs a transaction with another
 * scope.
 */
class ReadersNeeded extends Error {
  readonly creatorIds: readonly string[];
  constructor({ facts }: LoadedFacts) {
    super('the people whom the order may concern were not read yet');
    this.creatorIds = [...facts.touches, ...facts.codes].map(({ creatorId }) => creatorId);
  }
}

/**
 * Decides by the facts as read, and checks at the end whether they still apply. The check locks out stored hits until
 * the end of the transaction, so it comes last: posting a large order must not delay shoppers' clicks.
 */
async function decideIn(
  ctx: Context,
  tx: Tx,
  { merchantId, orderId, readers }: { merchantId: string; orderId: string; readers: Readers | undefined },
): Promise<Result> {
  const nothing: Result = { decided: undefined, findings: [] };
  const order = await lockForDecision(tx, merchantId, orderId);
  if (!order) return nothing;
  const isDecided = order.state === 'decided';
  if (isDecided && !order.is_under_review) return nothing;
  if (blockOf(order)) return nothing;
  // What its decision was based on was erased with its shopper's data, so the decision stays.
  if (isDecided && order.redacted_at !== null) return endReview(tx, merchantId, orderId).then(() => nothing);
  const loaded = await loadFacts(ctx, tx, order);
  if (isDecided && !isRead(readers, loaded)) throw new ReadersNeeded(loaded);
  const attribution = attribute(loaded.facts);
  const findings = await (isDecided ? findFraudAgain : findFraud)(tx, loaded, attribution);
  holdForReview(attribution, findings);
  const decided = await decideOn(ctx, tx, { loaded, attribution, findings, readers });
  await lockArrivals(tx);
  if (await hasNewTouches(ctx, tx, loaded)) throw new FactsChanged();
  if (order.is_under_review) await endReview(tx, merchantId, orderId);
  return { decided, findings };
}

function isRead(readers: Readers | undefined, { facts }: LoadedFacts): readers is Readers {
  return readers !== undefined && [...facts.touches, ...facts.codes].every(({ creatorId }) => readers.has(creatorId));
}

type Basis = {
  loaded: LoadedFacts;
  attribution: Attribution;
  findings: readonly Finding[];
  /** Set if the decision is made again. */
  readers: Readers | undefined;
};

async function decideOn(
  ctx: Context,
  tx: Tx,
  { loaded, attribution, findings, readers }: Basis,
): Promise<DecidedOrder | undefined> {
  const { order } = loaded;
  if (attribution.kind === 'waiting') {
    await keepWaiting(ctx, tx, order, attribution);
    return undefined;
  }
  const contents = await readLines(tx, order);
  const conclusion = await conclude(tx, loaded, attribution, findings, ctx.clock.now(), contents);
  if (order.state !== 'decided') return decideFirst(ctx, tx, loaded, { conclusion, isDisputed: contents.isDisputed });
  if (readers) {
    const save = async (cause: DecisionCause) => void (await saveConclusion(tx, order, conclusion, { cause }));
    await redecide(ctx, tx, { loaded, order, conclusion, readers, save });
  }
  return undefined;
}

async function keepWaiting(ctx: Context, tx: Tx, order: Order, attribution: Attribution): Promise<void> {
  if (order.state === 'waiting') return;
  const trace: Trace = { steps: attribution.steps, lines: [], matures_at: null };
  const result: TermsResult = { outcome: 'waiting_for_click', termsVersion: null, earnings: [] };
  await insertDecision(
    tx,
    decisionRow(order, { decidedAt: ctx.clock.now(), result, trace, winner: undefined }, 'order'),
    [],
  );
  await setOrderState(tx, order.merchant_id, order.order_id, { state: 'waiting' });
}

/** Makes the first decision on an order. */
async function decideFirst(
  ctx: Context,
  tx: Tx,
  loaded: LoadedFacts,
  { conclusion, isDisputed }: { conclusion: Conclusion; isDisputed: boolean },
): Promise<DecidedOrder> {
  const { order } = loaded;
  const state: DecidedState = {
    state: 'decided',
    decided_at: conclusion.decidedAt,
    click_stored: loaded.isStored,
    browser: loaded.browser,
  };
  const trace = await saveConclusion(tx, order, conclusion, { cause: 'order', state });
  const { credit, lines } = conclusion;
  if (credit) await postCredit(ctx, tx, credit);
  if (isDisputed) await holdIfDisputed(ctx, tx, order);
  await recordAll(ctx, tx, [
    ...(credit ? [commissionNews(credit.earner, order.order_id)] : []),
    { audience: { merchantId: order.merchant_id }, event: { kind: 'order-decided', order_id: order.order_id } },
  ]);
  const decided = { ...order, ...state };
  return {
    order: decided,
    lines,
    explanation: explainConclusion(decided, { ...conclusion, trace }, loaded.handles),
  };
}

/** The same as reading the decision back from the database. */
function explainConclusion(
  order: Order,
  conclusion: Omit<Conclusion, 'trace'> & { trace: unknown },
  handles: LoadedFacts['handles'],
): Explanation {
  const { result, trace, winner, attribution } = conclusion;
  const handleOf = (creatorId: string | undefined) => (creatorId && handles.get(creatorId)) ?? null;
  return explainDecision(order, {
    decision: {
      outcome: result.outcome,
      merchant_account_id: winner?.merchantAccountId ?? null,
      creator_id: winner?.creatorId ?? null,
      user_handle: handleOf(winner?.creatorId) || null,
      rules_version: attributionRulesVersion,
      terms_version: result.termsVersion,
      decided_at: conclusion.decidedAt,
      trace,
    },
    slug: order.merchant_slug,
    lines: conclusion.lines,
    candidates: attribution.candidates.map((candidate, index) => ({
      ...candidateRow(candidate, index + 1),
      user_handle: handleOf(candidate.creatorId) || null,
    })),
    revision: null,
  });
}

/** Applies the rules and the terms to the facts. */
export async function conclude(
  tx: Tx,
  loaded: LoadedFacts,
  attribution: Final,
  findings: readonly Finding[],
  decidedAt: Date,
  { lines, refunded }: Awaited<ReturnType<typeof readLines>>,
): Promise<Conclusion> {
  const { order, basis } = loaded;
  const result: TermsResult =
    attribution.kind === 'won'
      ? await applyTerms(tx, loaded, lines, attribution)
      : { outcome: attribution.outcome, termsVersion: null, earnings: [] };
  const credited = creditedLines(result.earnings);
  const maturesAt = new Date(order.placed_at.getTime() + basis.returnDays * dayMs);
  const trace = traceOf(order, attribution, result, credited.length > 0 ? maturesAt : null);
  if (attribution.kind !== 'won' || credited.length === 0 || result.termsVersion === null)
    return { decidedAt, attribution, result, trace, lines, winner: undefined, credit: undefined, findings: [] };
  const { termsVersion } = result;
  const credit = creditOf({ order, attribution, findings, termsVersion, credited, decidedAt, maturesAt, refunded });
  return { decidedAt, attribution, result, trace, lines, winner: attribution.winner, credit, findings };
}

/**
 * Writes a decision and its candidates, and the order's state if it is the first decision. Returns the stored steps.
 */
async function saveConclusion(
  tx: Tx,
  order: Order,
  conclusion: Conclusion,
  { cause, state }: { cause: DecisionCause; state?: DecidedState },
): Promise<unknown> {
  const candidates = conclusion.attribution.candidates.map((candidate, index) => candidateRow(candidate, index + 1));
  const trace = await insertDecision(tx, decisionRow(order, conclusion, cause), candidates, state);
  await saveFlags(tx, order, conclusion.findings, { at: conclusion.decidedAt, inHindsight: false, held: true });
  return trace;
}

/** The winner's commission on each line under the applicable terms. */
async function applyTerms(
  tx: Tx,
  { order, basis }: LoadedFacts,
  lines: readonly Line[],
  attribution: Won,
): Promise<TermsResult> {
  const { winner, steps } = attribution;
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
  const {
    earnings,
    total,
    steps: earned,
  } = earningsOf(lines, {
    rules: terms.rules,
    basis,
    currency: order.currency,
    merchantAccountId: winner.merchantAccountId,
  });
  steps.push(...earned);
  return total > 0n
    ? { outcome: attribution.outcome, termsVersion: terms.version, earnings }
    : lose(attribution, 'nothing_to_earn', terms.version, earnings);
}

function lose(
  attribution: Won,
  outcome: 'no_terms' | 'nothing_to_earn',
  termsVersion: number | null,
  earnings: Earning[],
): TermsResult {
  attribution.winner.verdict = outcome;
  return { outcome, termsVersion, earnings };
}

function traceOf(order: Order, attribution: Attribution, result: TermsResult, maturesAt: Date | null): Trace {
  return {
    steps: attribution.steps,
    matures_at: maturesAt?.toISOString() ?? null,
    lines: traceLines(result.earnings),
  };
}

export function candidateRow(candidate: Candidate, position: number) {
  return {
    position,
    merchant_account_id: candidate.merchantAccountId,
    creator_id: candidate.creatorId,
    via: candidate.source.via,
    reference: candidate.reference,
    touched_at: candidate.touchedAt,
    verdict: candidate.verdict ?? 'not_asked',
  };
}

function decisionRow(
  order: Order,
  { decidedAt, result, trace, winner }: Pick<Conclusion, 'decidedAt' | 'result' | 'trace' | 'winner'>,
  cause: DecisionCause,
) {
  return {
    merchant_id: order.merchant_id,
    order_id: order.order_id,
    outcome: result.outcome,
    merchant_account_id: winner?.merchantAccountId ?? null,
    terms_version: result.termsVersion,
    rules_version: attributionRulesVersion,
    trace: JSON.stringify(trace),
    cause,
    decided_at: decidedAt,
  };
}

/** Why a commission is held: a fraud rule found something, unless the outcome itself is the reason. */
const heldReasons: Record<Won['outcome'], string | null> = {
  credited: null,
  held_self_purchase: 'self_purchase',
  held_for_review: 'machine_click',
};

function heldReason({ outcome }: Won, findings: readonly Finding[]): string | null {
  return outcome === 'held_for_review' ? (findings[0]?.rule ?? heldReasons[outcome]) : heldReasons[outcome];
}

type Winning = Pick<Credit, 'termsVersion' | 'decidedAt' | 'maturesAt' | 'refunded'> & {
  order: Order;
  attribution: Won;
  findings: readonly Finding[];
  credited: Credited[];
};

function creditOf({
  order,
  attribution,
  findings,
  termsVersion,
  credited,
  decidedAt,
  maturesAt,
  refunded,
}: Winning): Credit {
  const { winner, click } = attribution;
  return {
    order,
    earner: winner,
    click,
    discountCode: winner.source.via === 'code' ? winner.source.use.code : null,
    termsVersion,
    heldReason: heldReason(attribution, findings),
    decidedAt,
    maturesAt,
    lines: creditLines(credited),
    refunded,
  };
}
