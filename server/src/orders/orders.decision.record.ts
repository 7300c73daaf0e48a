import type { Explanation } from '@vitrine/contract/decisions.ts';
import { holdIfDisputed } from '../commissions/commissions.disputes.ts';
import { commissionNews } from '../commissions/commissions.news.ts';
import { saleNotice } from '../commissions/commissions.sale.ts';
import { type Credit, creditStatements, postCredit } from '../commissions/commissions.service.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import type { LastStatements, UnsentStatement } from '../platform/database/together.ts';
import { notifyingOf } from '../platform/events/notify.ts';
import { type News, recordingOf } from '../platform/events/record.ts';
import { type Attribution, attributionRulesVersion, type Candidate } from './attribution.ts';
import type { Finding } from './fraud.facts.ts';
import { flagsStatement } from './fraud.flags.ts';
import type { TermsResult } from './orders.earnings.ts';
import { explainDecision } from './orders.explain.ts';
import { type LoadedFacts, touchesCheck } from './orders.facts.ts';
import {
  type DecidedState,
  decisionStatement,
  insertDecision,
  type Line,
  reviewDeletion,
  traceIn,
} from './orders.queries.ts';
import type { DecisionCause, Trace } from './orders.trace.ts';

type Order = LoadedFacts['order'];
/** The result of a decision before it is written. */
export type Conclusion = {
  /** The one time of the whole decision: of its record, its commissions, and its answer. */
  decidedAt: Date;
  attribution: Exclude<Attribution, { kind: 'waiting' }>;
  lines: readonly Line[];
  result: TermsResult;
  trace: Trace;
  winner: Candidate | undefined;
  credit: Credit | undefined;
  findings: readonly Finding[];
};
/** An order with its first decision. */
export type DecidedOrder = { order: Order; lines: readonly Line[]; explanation: Explanation };

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

export function decisionRow(
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

/** The row of a decision, and those of its candidates. */
function partsOf(order: Order, conclusion: Conclusion, cause: DecisionCause) {
  const candidates = conclusion.attribution.candidates.map((candidate, index) => candidateRow(candidate, index + 1));
  return [decisionRow(order, conclusion, cause), candidates] as const;
}

function flagStatements(tx: Tx, order: Order, { findings, decidedAt }: Conclusion) {
  const at = { at: decidedAt, inHindsight: false, held: true };
  return findings.length === 0 ? [] : [flagsStatement(tx, order, findings, at)];
}

/** Writes a decision that was made again, with its candidates. */
export async function saveConclusion(
  tx: Tx,
  order: Order,
  conclusion: Conclusion,
  cause: DecisionCause,
): Promise<void> {
  await insertDecision(tx, ...partsOf(order, conclusion, cause));
  for (const statement of flagStatements(tx, order, conclusion)) await statement.execute();
}

/** A first decision that is not written yet. */
export type FirstDecision = {
  /** The account whose ledger it locks. */
  accountId: string;
  /** The first one returns the steps as stored. */
  writing: UnsentStatement[];
  onBells: UnsentStatement[];
  news: News[];
  /** They fail if hits were stored meanwhile that change the facts. */
  checks: UnsentStatement[];
  answer: (stored: readonly unknown[]) => DecidedOrder;
};

/**
 * Whether a first decision can only be written at once, with locks that other orders wait for: those of orders with
 * refunds or disputes from before.
 */
export function isWrittenAtOnce({ credit }: Conclusion, isDisputed: boolean): boolean {
  return isDisputed || (credit?.refunded.length ?? 0) > 0;
}

/** A first decision with what is left to write of it: everything, or only the ending of one that is written at once. */
export async function decideFirst(
  ctx: Context,
  tx: Tx,
  loaded: LoadedFacts,
  { conclusion, isDisputed }: { conclusion: Conclusion; isDisputed: boolean },
): Promise<FirstDecision> {
  const { order } = loaded;
  const { credit, lines } = conclusion;
  const state: DecidedState = {
    state: 'decided',
    decided_at: conclusion.decidedAt,
    click_stored: loaded.isStored,
    browser: loaded.browser,
  };
  const answerWith = (trace: unknown): DecidedOrder => {
    const decided = { ...order, ...state };
    return { order: decided, lines, explanation: explainConclusion(decided, { ...conclusion, trace }, loaded.handles) };
  };
  const parts = partsOf(order, conclusion, 'order');
  const flags = flagStatements(tx, order, conclusion);
  const ending = endingOf(ctx, tx, loaded, credit);
  if (!isWrittenAtOnce(conclusion, isDisputed)) {
    const credits = credit ? creditStatements(tx, credit) : [];
    const writing = [decisionStatement(...parts, state), ...flags, ...credits];
    return { ...ending, writing, answer: (stored) => answerWith(traceIn(stored)) };
  }
  const trace = await insertDecision(tx, ...parts, state);
  for (const statement of flags) await statement.execute();
  if (credit) await postCredit(ctx, tx, credit);
  if (isDisputed) await holdIfDisputed(ctx, tx, order);
  return { ...ending, writing: [], answer: () => answerWith(trace) };
}

/** What follows the writing: news, and the check that the facts still apply. */
function endingOf(
  ctx: Context,
  tx: Tx,
  loaded: LoadedFacts,
  credit: Credit | undefined,
): Omit<FirstDecision, 'writing' | 'answer'> {
  const { order } = loaded;
  const decided: News = {
    audience: { merchantId: order.merchant_id },
    event: { kind: 'order-decided', order_id: order.order_id },
  };
  const sale = credit && saleNotice(credit);
  return {
    accountId: credit?.earner.merchantAccountId ?? '',
    onBells:
      credit && sale
        ? [notifyingOf(ctx, { users: [credit.earner.creatorId], merchantId: order.merchant_id }, sale)]
        : [],
    news: [...(credit ? [commissionNews(credit.earner, order.order_id)] : []), decided],
    checks: [
      ...touchesCheck(loaded),
      ...(order.is_under_review ? [reviewDeletion(tx, order.merchant_id, order.order_id)] : []),
    ],
  };
}

/**
 * What ends the transaction of first decisions. No lock that other orders wait for is taken before, and all transactions
 * take them in the same sequence: those of the creators' ledger accounts, then of the audiences of the news, then of
 * stored hits.
 */
export function writingAll(ctx: Context, decisions: readonly FirstDecision[]): LastStatements<DecidedOrder[]> {
  const inSequence = decisions.toSorted(byAccount);
  const written = new Map<FirstDecision, number>();
  const writing: UnsentStatement[] = [];
  for (const decision of inSequence) {
    written.set(decision, writing.length);
    writing.push(...decision.writing);
  }
  const news = decisions.flatMap((decision) => decision.news).toSorted(byAudience);
  return {
    statements: [
      ...writing,
      ...inSequence.flatMap(({ onBells }) => onBells),
      ...(news.length > 0 ? [recordingOf(ctx, news)] : []),
      ...decisions.flatMap(({ checks }) => checks),
    ],
    result: (rows) => decisions.map((decision) => decision.answer(rows[written.get(decision) ?? -1] ?? [])),
  };
}

function byAccount(one: FirstDecision, other: FirstDecision): number {
  return compare(one.accountId, other.accountId);
}

/** Users before brands. */
function byAudience({ audience: one }: News, { audience: other }: News): number {
  const placeOf = (audience: News['audience']) =>
    'userId' in audience ? `user ${audience.userId}` : 'users come first';
  return compare(placeOf(one), placeOf(other));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
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
