import type { Credit } from '../commissions/commissions.service.ts';
import type { Context } from '../context.ts';
import { sideBySide, type Tx } from '../platform/database/database.ts';
import type { LastStatements } from '../platform/database/together.ts';
import { orderTerms } from './orders.ahead.ts';
import { type Attribution, attribute } from './attribution.ts';
import { settingsAt } from './attribution.settings.ts';
import { step } from './decision.rules.ts';
import { type Circumstances, type MeasuredBy, needsCircumstances, readCircumstances } from './orders.circumstances.ts';
import { findFraud, findFraudAgain, holdForReview } from './fraud.decision.ts';
import type { Finding } from './fraud.facts.ts';
import {
  type Conclusion,
  type DecidedOrder,
  decideFirst,
  decisionRow,
  type FirstDecision,
  isWrittenAtOnce,
  saveConclusion,
  writingAll,
} from './orders.decision.record.ts';
import {
  circumstancesTrace,
  type Credited,
  creditedLines,
  creditLines,
  earningsOf,
  type TermsResult,
  traceLines,
} from './orders.earnings.ts';
import { hasNewTouches, isTouchesChanged, loadFacts, lockArrivals, type LoadedFacts } from './orders.facts.ts';
import { readLines } from './orders.refunded-lines.ts';
import { orderMetrics } from './orders.metrics.ts';
import {
  blockOf,
  endReview,
  findLatestDecision,
  insertDecision,
  type Line,
  lockForDecision,
  setOrderState,
} from './orders.queries.ts';
import { type Readers, readersOf, redecide } from './orders.redecide.ts';
import { type DecisionCause, readTrace, type Trace } from './orders.trace.ts';

type Order = LoadedFacts['order'];
type Won = Extract<Attribution, { kind: 'won' }>;
type Final = Exclude<Attribution, { kind: 'waiting' }>;
/**
 * What a decision comes to before its transaction ends. `alone`: nothing was read that counts, because the order must be
 * decided in a transaction of its own.
 */
export type OrderOutcome = { first: FirstDecision | undefined; findings: readonly Finding[] } | 'alone';
/** What one transaction decided; `decided` is undefined if there was nothing to decide. */
export type OrderDone = { decided: DecidedOrder | undefined; findings: readonly Finding[] };

const dayMs = 86_400_000;
/** When an order whose click is not there yet is looked at again. */
export const clickAgainMs = 5_000;
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
      const done = await ctx.database.endingWith(
        { role: 'app', merchantId },
        async (tx) => {
          // Locking alone would change nothing.
          const [order] = await lockForDecision(tx, merchantId, [orderId]);
          const outcome = order ? await decideIn(ctx, tx, order, { readers }) : nothing;
          return writing(ctx, new Map([[orderId, outcome]]));
        },
        { isJoined: true },
      );
      return (await reportDone(ctx, done)).get(orderId);
    } catch (error) {
      if (error instanceof ReadersNeeded) readers = await readersOf(ctx, { merchantId, orderId }, error.creatorIds);
      else if (!(error instanceof FactsChanged || isTouchesChanged(error))) throw error;
    }
  }
  throw new Error(`order ${orderId} was not decided: its clicks changed ${mostReads} times meanwhile`);
}

/** The statements that write first decisions. Their result are the orders by id, without those to be decided alone. */
export function writing(
  ctx: Context,
  outcomes: ReadonlyMap<string, OrderOutcome>,
): LastStatements<ReadonlyMap<string, OrderDone>> {
  const known = [...outcomes].flatMap(([orderId, outcome]) => (outcome === 'alone' ? [] : [{ orderId, ...outcome }]));
  const { statements, result } = writingAll(
    ctx,
    known.flatMap(({ first }) => first ?? []),
  );
  return {
    statements,
    result: (rows) => {
      const decided = result(rows).values();
      return new Map(
        known.map(({ orderId, first, findings }) => [orderId, { decided: first && decided.next().value, findings }]),
      );
    },
  };
}

/** Counts decisions that are committed, and has what they suggest examined. Returns the orders that were decided. */
export async function reportDone(
  ctx: Context,
  done: ReadonlyMap<string, OrderDone>,
): Promise<ReadonlyMap<string, DecidedOrder>> {
  const orders = new Map<string, DecidedOrder>();
  for (const [orderId, { decided }] of done) {
    if (!decided) continue;
    orderMetrics(ctx.metrics).decided.inc({ outcome: decided.explanation.outcome });
    orders.set(orderId, decided);
  }
  // The orders before these belong to the same pattern.
  if ([...done.values()].some(({ findings }) => findings.length > 0)) await ctx.jobs.soon('review_fraud');
  return orders;
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

const nothing: OrderOutcome = { first: undefined, findings: [] };

/**
 * Decides by the facts as read, and checks at the end whether they still apply. The check locks out stored hits until
 * the end of the transaction, so it comes last: posting a large order must not delay shoppers' clicks. `isTogether`:
 * other orders are decided in the same transaction, so nothing is written before its end.
 */
export async function decideIn(
  ctx: Context,
  tx: Tx,
  order: Order,
  { readers, isTogether = false }: { readers?: Readers | undefined; isTogether?: boolean },
): Promise<OrderOutcome> {
  const isDecided = order.state === 'decided';
  if (isDecided && !order.is_under_review) return nothing;
  if (blockOf(order)) return nothing;
  if (isDecided && isTogether) return 'alone';
  // What its decision was based on was erased with its shopper's data, so the decision stays.
  if (isDecided && order.redacted_at !== null)
    return endReview(tx, order.merchant_id, order.order_id).then(() => nothing);
  const beside = sideBySide(tx);
  const [loaded, contents] = await Promise.all([
    loadFacts(ctx, beside, order, { isDecided, isTogether }),
    readLines(beside, order),
  ]);
  if (isDecided && !isRead(readers, loaded)) throw new ReadersNeeded(loaded);
  const attribution = attribute(loaded.facts);
  // It goes on waiting, which needs no writing.
  if (isTogether && attribution.kind === 'waiting' && order.state === 'waiting') return nothing;
  if (isTogether && isForItself(attribution, loaded)) return 'alone';
  const findings = await (isDecided ? findFraudAgain : findFraud)(tx, loaded, attribution);
  holdForReview(attribution, findings);
  const outcome = await decideOn(ctx, tx, { loaded, contents, attribution, findings, readers, isTogether });
  if (outcome) return outcome;
  await lockArrivals(tx);
  if (await hasNewTouches(ctx, tx, loaded)) throw new FactsChanged();
  if (order.is_under_review) await endReview(tx, order.merchant_id, order.order_id);
  return { first: undefined, findings };
}

/** An order that waits is written before the end, and one whose terms depend on the month needs those before it. */
function isForItself(attribution: Attribution, { ahead }: LoadedFacts): boolean {
  return attribution.kind === 'waiting' || (ahead !== undefined && ahead.terms.circumstances === undefined);
}

function isRead(readers: Readers | undefined, { facts }: LoadedFacts): readers is Readers {
  return readers !== undefined && [...facts.touches, ...facts.codes].every(({ creatorId }) => readers.has(creatorId));
}

type Basis = {
  loaded: LoadedFacts;
  contents: Awaited<ReturnType<typeof readLines>>;
  attribution: Attribution;
  findings: readonly Finding[];
  /** Set if the decision is made again. */
  readers: Readers | undefined;
  isTogether: boolean;
};

/** Decides. Undefined if everything is written. */
async function decideOn(
  ctx: Context,
  tx: Tx,
  { loaded, contents, attribution, findings, readers, isTogether }: Basis,
): Promise<OrderOutcome | undefined> {
  const { order } = loaded;
  if (attribution.kind === 'waiting') {
    await keepWaiting(ctx, tx, order, attribution);
    return undefined;
  }
  const conclusion = await conclude(tx, loaded, attribution, findings, ctx.clock.now(), contents);
  const { isDisputed } = contents;
  if (order.state !== 'decided') {
    if (isTogether && isWrittenAtOnce(conclusion, isDisputed)) return 'alone';
    return { first: await decideFirst(ctx, tx, loaded, { conclusion, isDisputed }), findings };
  }
  if (readers) {
    const save = (cause: DecisionCause) => saveConclusion(tx, order, conclusion, cause);
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
  ctx.database.afterCommit('decide_recent', () => ctx.jobs.soon('decide_recent', clickAgainMs));
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
  // A code without a click earns under the settings when the order was placed.
  const heldAt = attribution.kind === 'won' ? attribution.termsAt : order.placed_at;
  const maturesAt = new Date(order.placed_at.getTime() + settingsAt(basis, heldAt).returnDays * dayMs);
  const trace = traceOf(order, attribution, result, credited.length > 0 ? maturesAt : null);
  if (attribution.kind !== 'won' || credited.length === 0 || result.termsVersion === null)
    return { decidedAt, attribution, result, trace, lines, winner: undefined, credit: undefined, findings: [] };
  const { termsVersion } = result;
  const credit = creditOf({ order, attribution, findings, termsVersion, credited, decidedAt, maturesAt, refunded });
  return { decidedAt, attribution, result, trace, lines, winner: attribution.winner, credit, findings };
}

/** The winner's commission on each line under the applicable terms. */
async function applyTerms(
  tx: Tx,
  { order, basis, ahead }: LoadedFacts,
  lines: readonly Line[],
  attribution: Won,
): Promise<TermsResult> {
  const { winner, steps } = attribution;
  const { version: terms, groupId } = ahead
    ? ahead.terms
    : await orderTerms(tx, order.merchant_id, winner.merchantAccountId, attribution.termsAt);
  const { merchantAccountId } = winner;
  const heldAt = attribution.termsAt.toISOString();
  steps.push(
    step('terms_held', terms ? 'passed' : 'failed', {
      version: String(terms?.version ?? ''),
      held_at: heldAt,
      effective_at: terms?.effectiveAt.toISOString() ?? '',
    }),
  );
  if (!terms) return lose(attribution, { outcome: 'no_terms', termsVersion: null, earnings: [] });
  const circumstances =
    ahead?.terms.circumstances ?? (await circumstancesAgain(tx, order, { ...terms, merchantAccountId, groupId }));
  const {
    earnings,
    total,
    steps: earned,
  } = earningsOf(lines, {
    rules: terms.rules,
    basis,
    currency: order.currency,
    merchantAccountId,
    groupId,
    ...circumstances,
  });
  steps.push(...earned);
  const result = { termsVersion: terms.version, earnings, circumstances };
  return total > 0n
    ? { outcome: attribution.outcome, ...result }
    : lose(attribution, { outcome: 'nothing_to_earn', ...result });
}

function lose(attribution: Won, result: TermsResult & { outcome: 'no_terms' | 'nothing_to_earn' }): TermsResult {
  attribution.winner.verdict = result.outcome;
  return result;
}

/** Of an order that was decided before, what was measured then. */
async function circumstancesAgain(tx: Tx, order: Order, by: MeasuredBy): Promise<Circumstances> {
  if (!needsCircumstances(by)) return {};
  const before = await findLatestDecision(tx, order.merchant_id, order.order_id);
  return readCircumstances(tx, order, by, before && readTrace(before.trace));
}

function traceOf(order: Order, attribution: Attribution, result: TermsResult, maturesAt: Date | null): Trace {
  return {
    steps: attribution.steps,
    matures_at: maturesAt?.toISOString() ?? null,
    lines: traceLines(result.earnings),
    ...circumstancesTrace(result.circumstances),
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
