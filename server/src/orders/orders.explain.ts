import type { EarnedMoney } from '@vitrine/contract/commissions.ts';
import { type Explanation, type Hold, outcome } from '@vitrine/contract/decisions.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { holdExpiry } from '../commissions/commissions.hold-dates.ts';
import { holdsOfOrder } from '../commissions/commissions.holds.ts';
import { type CommissionOfOrder, commissionsByOrder, moneyOf } from '../commissions/commissions.money.ts';
import { reversalsOfOrder } from '../commissions/commissions.reversals.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import type { Tx } from '../platform/database/database.ts';
import type { DecisionRule } from './decision.rules.ts';
import type { Viewer } from './orders.access.ts';
import { type Line, listCandidates, listLines, type OrderRecord } from './orders.queries.ts';
import { changingCauses, type Measured, readTrace, type Trace } from './orders.trace.ts';

type ExplainedLine = Explanation['lines'][number];
type Reversals = Map<string, ExplainedLine['reversals']>;
type Earned = Pick<CommissionOfOrder, 'line_id' | 'amount' | 'reversed' | 'declined_at'>;
/** What happened after the decision: current commissions, reversals of each line, and holds. */
export type Since = {
  commissions: readonly Earned[];
  reversals: Reversals;
  holdOf: (lineId: string) => Hold | null;
};

const someoneElse = 'another_creator';
/** A deleted user has no handle, but their part in the decision stays. */
const formerCreator = 'former_creator';

/** Facts that would show a creator what others brought, or how to get past the fraud rules. */
const hiddenFacts = new Set(['code', 'click_id', 'asked', 'found']);
/** Steps that only the creator who earns may see: they say what was earned, and by what. */
const ownSteps = new Set<string>(['new_customer', 'caps', 'something_earned'] satisfies DecisionRule[]);

function findDecision(tx: Tx, merchantId: string, orderId: string) {
  return tx
    .selectFrom('decisions')
    .leftJoin('merchant_accounts', 'merchant_accounts.id', 'decisions.merchant_account_id')
    .leftJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .selectAll('decisions')
    .select(['merchant_accounts.creator_id', 'users.user_handle'])
    .where('decisions.merchant_id', '=', merchantId)
    .where('decisions.order_id', '=', orderId)
    .orderBy('decisions.sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}
/** When a late or reclassified click last changed the decision. */
async function readRevision(tx: Tx, { merchant_id, order_id }: OrderRecord): Promise<Explanation['revision']> {
  const found = await tx
    .selectFrom('decisions')
    .select(['decided_at', 'cause'])
    .where('merchant_id', '=', merchant_id)
    .where('order_id', '=', order_id)
    .where('cause', 'in', changingCauses)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const reason = changingCauses.find((cause) => cause === found?.cause);
  return found && reason ? { at: found.decided_at.toISOString(), reason } : null;
}
type Decision = Pick<
  NonNullable<Awaited<ReturnType<typeof findDecision>>>,
  | 'outcome'
  | 'merchant_account_id'
  | 'creator_id'
  | 'user_handle'
  | 'rules_version'
  | 'terms_version'
  | 'decided_at'
  | 'trace'
>;
type CandidateRow = Pick<
  Awaited<ReturnType<typeof listCandidates>>[number],
  'via' | 'creator_id' | 'user_handle' | 'reference' | 'touched_at' | 'verdict'
>;
/** A decision with everything that its explanation shows. */
export type DecisionRecord = {
  decision: Decision;
  /** Of the brand. */
  slug: string;
  lines: readonly Line[];
  candidates: readonly CandidateRow[];
  revision: Explanation['revision'];
};

function explainCandidates(rows: readonly CandidateRow[], viewer: Viewer): Explanation['candidates'] {
  return rows.map((row) => {
    const mine = viewer.kind === 'creator' && row.creator_id === viewer.creatorId;
    const shown = mine || viewer.kind === 'merchant';
    return {
      via: row.via === 'code' ? 'code' : 'click',
      who: shown ? (row.user_handle ?? formerCreator) : someoneElse,
      mine,
      reference: shown ? row.reference : null,
      touched_at: row.touched_at?.toISOString() ?? null,
      verdict: row.verdict,
    };
  });
}

/** The reversals of each line's commission so far. */
async function readReversals(tx: Tx, order: OrderRecord): Promise<Reversals> {
  const reversals: Reversals = new Map();
  for (const reversal of await reversalsOfOrder(tx, order)) {
    const list = reversals.get(reversal.lineId) ?? [];
    list.push({
      refund_id: reversal.refundId ?? reversal.reason,
      reason: reversal.reason,
      amount: toMoney(reversal.amount, order.currency),
      at: reversal.at.toISOString(),
      refunded: toMoney(BigInt(reversal.arithmetic.refunded), order.currency),
      refunded_before: toMoney(BigInt(reversal.arithmetic.refunded_before), order.currency),
    });
    reversals.set(reversal.lineId, list);
  }
  // Each refund starts where the previous one ended, which gives their order even within one moment.
  for (const list of reversals.values())
    list.sort((a, b) => Number(BigInt(a.refunded_before.amount) - BigInt(b.refunded_before.amount)));
  return reversals;
}

function explainLines(
  order: OrderRecord,
  lines: readonly Line[],
  trace: Trace,
  version: number | null,
  { commissions, reversals, holdOf }: Since,
): ExplainedLine[] {
  const decided = new Map(trace.lines.map((line) => [line.line_id, line]));
  const money = (amount: bigint) => toMoney(amount, order.currency);
  return lines.map((line) => {
    const earned = decided.get(line.line_id);
    const commission = earned?.commission ?? null;
    const kept = commissions.filter((row) => row.line_id === line.line_id);
    const now = moneyNow(kept, BigInt(commission ?? 0), order.currency);
    return {
      line_id: line.line_id,
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      unit_price: money(line.unit_price),
      discount: money(line.discount),
      base: money(line.net),
      terms_version: earned ? version : null,
      rule: earned?.rule ?? null,
      excluded: earned?.excluded ?? null,
      ...(earned?.tier_rate !== undefined && { tier_rate: earned.tier_rate }),
      ...(earned?.cuts && { capped: presentCuts(earned.cuts, money) }),
      commission: commission === null ? null : money(BigInt(commission)),
      hold: commission === null ? null : holdOf(line.line_id),
      reversed: commission === null ? null : now.reversed,
      net: commission === null ? null : now.net,
      reversals: reversals.get(line.line_id) ?? [],
    };
  });
}

function presentCuts(
  cuts: NonNullable<Trace['lines'][number]['cuts']>,
  money: (amount: bigint) => Money,
): NonNullable<ExplainedLine['capped']> {
  return (['order', 'month'] as const).flatMap((by) => {
    const amount = BigInt(cuts[by]);
    return amount > 0n ? [{ by, amount: money(amount) }] : [];
  });
}

/** The current amounts of commissions, or as decided if the commissions are not given. */
function moneyNow(commissions: readonly Earned[], decided: bigint, currency: string): EarnedMoney {
  if (commissions.length > 0) return moneyOf(commissions, currency);
  return moneyOf([{ amount: decided, reversed: 0n, declined_at: null }], currency);
}

/** Removes what other creators brought or earned. */
function hideOthers(shown: Explanation): Explanation {
  const steps = shown.steps.map((step) => ({
    ...step,
    facts: Object.fromEntries(Object.entries(step.facts).filter(([name]) => !hiddenFacts.has(name))),
  }));
  if (shown.credited_to?.mine) return { ...shown, steps };
  if (!shown.credited_to) return hideMeasured({ ...shown, steps });
  const { reached: _, ...explanation } = shown;
  const known = steps.filter((step) => !ownSteps.has(step.rule));
  const nothing = { commission: null, reversed: null, net: null, reversal: 'none', matures_at: null } as const;
  return { ...explanation, steps: known, lines: [], ...nothing };
}

/** Of an order that earns nobody anything, only the creator who would have earned sees what was measured. */
function hideMeasured({ reached, ...explanation }: Explanation): Explanation {
  const isOwn = explanation.candidates.some(({ mine, verdict }) => mine && verdict === explanation.outcome);
  if (isOwn) return { ...explanation, ...(reached && { reached }) };
  return {
    ...explanation,
    steps: explanation.steps.filter(({ rule }) => rule === 'something_earned' || !ownSteps.has(rule)),
    lines: explanation.lines.map(({ tier_rate: _rate, capped: _capped, ...line }) => line),
  };
}

function creditedTo(decision: Decision | undefined, viewer: Viewer): Explanation['credited_to'] {
  if (!decision?.merchant_account_id) return null;
  const mine = viewer.kind === 'creator' && decision.creator_id === viewer.creatorId;
  return { who: mine || viewer.kind === 'merchant' ? (decision.user_handle ?? formerCreator) : someoneElse, mine };
}

async function readDecision(tx: Tx, order: OrderRecord): Promise<DecisionRecord | undefined> {
  const decision = await findDecision(tx, order.merchant_id, order.order_id);
  if (!decision) return undefined;
  const { slug } = await tx
    .selectFrom('merchants')
    .select('slug')
    .where('id', '=', order.merchant_id)
    .executeTakeFirstOrThrow();
  return {
    decision,
    slug,
    lines: await listLines(tx, order.merchant_id, order.order_id),
    candidates: await listCandidates(tx, order.merchant_id, order.order_id),
    revision: await readRevision(tx, order),
  };
}

function explainTo(viewer: Viewer, order: OrderRecord, record: DecisionRecord, since: Since): Explanation {
  const { decision } = record;
  const trace = readTrace(decision.trace);
  const lines = explainLines(order, record.lines, trace, decision.terms_version, since);
  const decided = lines.reduce((sum, line) => sum + BigInt(line.commission?.amount ?? 0), 0n);
  const earned =
    decision.merchant_account_id === null ? undefined : moneyNow(since.commissions, decided, order.currency);
  const explanation: Explanation = {
    order_id: order.order_id,
    reference: order.reference,
    merchant: record.slug,
    placed_at: order.placed_at.toISOString(),
    received_at: order.received_at.toISOString(),
    decided_at: order.decided_at?.toISOString() ?? null,
    revision: record.revision,
    outcome: outcome.parse(decision.outcome),
    rules_version: decision.rules_version,
    terms_version: decision.terms_version,
    credited_to: creditedTo(decision, viewer),
    candidates: explainCandidates(record.candidates, viewer),
    steps: trace.steps,
    ...(trace.reached && { reached: presentMeasured(trace.reached) }),
    lines,
    commission: earned?.amount ?? null,
    reversed: earned?.reversed ?? null,
    net: earned?.net ?? null,
    reversal: earned?.reversal ?? 'none',
    matures_at: trace.matures_at,
  };
  return viewer.kind === 'creator' ? hideOthers(explanation) : explanation;
}

function presentMeasured({ month, currency, sales, orders }: Measured): NonNullable<Explanation['reached']> {
  return { month, net_sales: toMoney(BigInt(sales), currency), orders };
}

function wasHeld({ outcome: decided }: Decision): boolean {
  return decided === 'held_self_purchase' || decided === 'held_for_review';
}

/** The current decision, with later reversals and the brand's decisions on holds. */
export async function explain(tx: Tx, order: OrderRecord, viewer: Viewer): Promise<Explanation | undefined> {
  const record = await readDecision(tx, order);
  if (!record) return undefined;
  const { decision } = record;
  const ofOrder = (await commissionsByOrder(tx, order.merchant_id, [order.order_id])).get(order.order_id) ?? [];
  const holds = await holdsOfOrder(tx, order, { wasHeld: wasHeld(decision) });
  return explainTo(viewer, order, record, {
    commissions: ofOrder.filter(
      (row) => row.replaced_at === null && row.merchant_account_id === decision.merchant_account_id,
    ),
    reversals: await readReversals(tx, order),
    holdOf: (lineId) => holds.get(lineId) ?? null,
  });
}

/** When the hold of a decision ends, as set at that time. */
function expiryAsDecided({ decided_at: decidedAt, trace }: Decision): string | null {
  const maturesAt = readTrace(trace).matures_at;
  return maturesAt === null ? null : holdExpiry(decidedAt, new Date(maturesAt)).toISOString();
}

/** The hold with which a decision was made; null if it had none. */
export function holdAsDecided(decision: Decision): Hold | null {
  if (!wasHeld(decision)) return null;
  return { state: 'waiting', at: null, reason: null, expires_at: expiryAsDecided(decision) };
}

/** The decision of a test order for its brand, with what it would have earned by now. */
export function explainTestDecision(order: OrderRecord, record: DecisionRecord, since: Since): Explanation {
  return explainTo({ kind: 'merchant' }, order, record, since);
}

/** A decision as it was made, for its brand. */
export function explainDecision(order: OrderRecord, record: DecisionRecord): Explanation {
  const { decision } = record;
  return explainTo({ kind: 'merchant' }, order, record, {
    commissions: [],
    reversals: new Map(),
    holdOf: () => holdAsDecided(decision),
  });
}

/**
 * The latest decision as it was made, without later refunds: the same order sent again gets the same answer until a
 * late click changes the decision.
 */
export async function explainAsDecided(tx: Tx, order: OrderRecord): Promise<Explanation | undefined> {
  const record = await readDecision(tx, order);
  return record && explainDecision(order, record);
}
