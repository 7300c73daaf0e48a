import { type Outcome, outcome as outcomeOf } from '@vitrine/contract/decisions.ts';
import { holdIfDisputed } from '../commissions/commissions.disputes.ts';
import { findGrounds, reviseCommissions } from '../commissions/commissions.revise.ts';
import type { RefundedLine } from '../commissions/commissions.reversals.ts';
import type { Credit } from '../commissions/commissions.service.ts';
import type { Context } from '../context.ts';
import { uuidOfClick } from '../hits/click-id.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { invalid } from '../platform/refusal.ts';
import { groupAt } from '../groups/groups.moves.ts';
import { rulesOfVersion } from '../terms/terms.service.ts';
import { attributionRulesVersion } from './attribution.ts';
import type { DecisionRule } from './decision.rules.ts';
import { findingsAtDecision } from './fraud.flags.ts';
import { settingsAt } from './attribution.settings.ts';
import { basisOf } from './orders.basis.ts';
import { creditAgain } from './orders.credit-again.ts';
import { readCircumstances } from './orders.circumstances.ts';
import { circumstancesTrace, creditedLines, creditLines, earningsOf, traceLines } from './orders.earnings.ts';
import { insertEdit, saveEditTime, saveReference } from './orders.edits.queries.ts';
import { readLines } from './orders.refunded-lines.ts';
import { believedTime, checkLines, type NewOrder } from './orders.meaning.ts';
import {
  findLatestDecision,
  findRefund,
  insertDecision,
  listCandidates,
  listLines,
  lockOrder,
  type OrderRecord,
} from './orders.queries.ts';
import { type Readers, readersOf, reportChanges } from './orders.redecide.ts';
import { cancellationId } from './orders.refund-input.ts';
import { movedLines, shareAgain } from './orders.refund-shares.ts';
import { hasLines, isSuperseded, type SentState } from './orders.states.ts';
import { readTrace, type Trace } from './orders.trace.ts';

// A shop changed an order after it was placed. Whom the order is credited to and under which terms stays as decided:
// only its lines are calculated again, and the difference is posted.

const dayMs = 86_400_000;

/** The state of an order after a change in the shop: all of its lines. `body` is without the shopper's data. */
export type OrderEdit = SentState & {
  source: NewOrder['source'];
  reference?: NewOrder['reference'] | undefined;
  body: unknown;
};
export type EditOutcome = 'order_edited' | 'order_known' | 'edit_superseded' | 'order_cancelled' | 'waits_for_order';

type Candidates = Awaited<ReturnType<typeof listCandidates>>;
type Before = NonNullable<Awaited<ReturnType<typeof findLatestDecision>>>;
export type Edited = {
  order: OrderRecord;
  before: Before;
  candidates: Candidates;
  at: Date;
  /** Lines of which refunds take more or less than before the edit. */
  refundedAnew: ReadonlySet<string>;
};

/** Replaces the lines of an order and posts what that changes. The order is known and decided if it can be. */
export async function editOrder(
  ctx: Context,
  merchantId: string,
  orderId: string,
  sent: OrderEdit,
): Promise<EditOutcome> {
  checkLines(sent.lines);
  const at = ctx.clock.now();
  const edit = { ...sent, editedAt: believedTime(sent.editedAt, at) };
  const readers = await readersOf(ctx, { merchantId, orderId });
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await lockOrder(tx, merchantId, orderId);
    if (!order) return 'waits_for_order';
    if (edit.currency !== order.currency)
      throw invalid('currency', `must be ${order.currency}, as when the order came`);
    if (await findRefund(tx, merchantId, orderId, cancellationId)) return 'order_cancelled';
    const lines = await listLines(tx, merchantId, orderId);
    // A time from before such times were not believed.
    const isBelieved = order.edited_at !== null && believedTime(order.edited_at, at) === order.edited_at;
    if (isSuperseded({ ...order, edited_at: isBelieved ? order.edited_at : null }, lines, edit))
      return 'edit_superseded';
    await saveReference(tx, order, edit);
    const isKnown = hasLines(lines, edit.lines);
    if (isKnown) await saveEditTime(tx, order, edit);
    else await insertEdit(tx, order, edit, at);
    const edited = (await lockOrder(tx, merchantId, orderId)) ?? order;
    // Lines can stay as they are while their tax changes.
    if (isKnown && edited.gross === order.gross) return 'order_known';
    const { raised, lowered } = movedLines(await shareAgain(tx, edited));
    const before = edited.state === 'decided' ? await findLatestDecision(tx, merchantId, orderId) : undefined;
    if (isKnown) {
      if (before) await creditAgain(ctx, tx, edited, [...raised, ...lowered]);
      return 'order_known';
    }
    if (before)
      await decideEdited(
        ctx,
        tx,
        {
          order: edited,
          before,
          candidates: await listCandidates(tx, merchantId, orderId),
          at,
          refundedAnew: new Set([...raised, ...lowered]),
        },
        readers,
      );
    return 'order_edited';
  });
}

/** The candidate that the order is credited to, or would be if it earned anything. */
export function creditedCandidate({ before, candidates }: Edited): Candidates[number] | undefined {
  return candidates.find(({ verdict }) => verdict === before.outcome);
}

async function decideEdited(ctx: Context, tx: Tx, edited: Edited, readers: Readers): Promise<void> {
  const { order, before, candidates, at } = edited;
  const winner = creditedCandidate(edited);
  const version = before.terms_version;
  const trace = readTrace(before.trace);
  const earned = winner && version !== null ? await earnAgain(tx, edited, { winner, version, trace }) : undefined;
  const outcome = earned?.outcome ?? before.outcome;
  await insertDecision(
    tx,
    {
      merchant_id: order.merchant_id,
      order_id: order.order_id,
      outcome,
      merchant_account_id: earned?.credit ? earned.credit.earner.merchantAccountId : null,
      terms_version: version,
      rules_version: attributionRulesVersion,
      trace: JSON.stringify(earned?.trace ?? trace),
      cause: 'edit',
      decided_at: at,
    },
    candidates.map((candidate) => {
      const { user_handle: _handle, merchant_id: _merchant, order_id: _order, sequence: _sequence, ...row } = candidate;
      return { ...row, verdict: candidate === winner ? outcome : row.verdict };
    }),
  );
  const { changes } = earned
    ? await reviseCommissions(ctx, tx, order, earned.credit, {
        wasHeld: before.outcome.startsWith('held'),
        refundedAnew: edited.refundedAnew,
      })
    : { changes: [] };
  await holdIfDisputed(ctx, tx, order);
  await record(ctx, tx, { merchantId: order.merchant_id }, { kind: 'order-decided', order_id: order.order_id });
  await reportChanges(ctx, tx, order, { cause: 'edit', outcome, changes, readers });
}

type Earned = { outcome: Outcome; trace: Trace; credit: Credit | undefined };

/** Applies the rules of the same terms to the new lines. */
export async function earnAgain(
  tx: Tx,
  { order, before, at }: Edited,
  { winner, version, trace }: { winner: Candidates[number]; version: number; trace: Trace },
): Promise<Earned> {
  const basis = await basisOf(tx, order);
  const { lines, refunded } = await readLines(tx, order);
  const { merchant_id: merchantId } = order;
  const { merchant_account_id: merchantAccountId } = winner;
  const termsHeld = trace.steps.find(({ rule }) => rule === 'terms_held')?.facts['held_at'];
  const heldAt = termsHeld ? new Date(termsHeld) : (winner.touched_at ?? order.placed_at);
  const rules = await rulesOfVersion(tx, merchantId, version, heldAt);
  const groupId = await groupAt(tx, merchantId, merchantAccountId, heldAt);
  const circumstances = await readCircumstances(tx, order, { version, rules, merchantAccountId, groupId }, trace);
  const { earnings, total, steps } = earningsOf(lines, {
    rules,
    basis,
    currency: order.currency,
    merchantAccountId,
    groupId,
    ...circumstances,
    refunded: refundedByLine(refunded),
  });
  const { returnDays } = settingsAt(basis, winner.touched_at ?? order.placed_at);
  const maturesAt = trace.matures_at
    ? new Date(trace.matures_at)
    : new Date(order.placed_at.getTime() + returnDays * dayMs);
  const outcome = total === 0n ? 'nothing_to_earn' : outcomeBefore(before, trace);
  const credited = creditedLines(earnings);
  return {
    outcome,
    trace: {
      steps: [...trace.steps.filter(({ rule }) => !calculated.has(rule)), ...steps],
      lines: traceLines(earnings),
      ...circumstancesTrace(circumstances),
      matures_at: total > 0n ? maturesAt.toISOString() : null,
    },
    credit:
      total > 0n
        ? {
            order,
            earner: { creatorId: winner.creator_id, merchantAccountId: winner.merchant_account_id },
            ...(await groundsOf(tx, order, winner, outcome)),
            termsVersion: version,
            decidedAt: at,
            maturesAt,
            lines: creditLines(credited),
            refunded,
          }
        : undefined,
  };
}

/** The steps that are made again with the lines. */
const calculated = new Set<string>([
  'flat_amounts_apply',
  'new_customer',
  'caps',
  'something_earned',
] satisfies DecisionRule[]);

function refundedByLine(parts: readonly RefundedLine[]): Map<string, bigint> {
  const refunded = new Map<string, bigint>();
  for (const { lineId, amount } of parts) refunded.set(lineId, (refunded.get(lineId) ?? 0n) + amount);
  return refunded;
}

/** An order that earned nothing may earn something now: its steps say whether it is held then. */
function outcomeBefore({ outcome: before }: Before, { steps }: Trace): Outcome {
  if (before !== 'nothing_to_earn') return outcomeOf.parse(before);
  const noted = new Set(steps.flatMap(({ rule, verdict }) => (verdict === 'noted' ? [rule] : [])));
  if (noted.has('self_purchase')) return 'held_self_purchase';
  return noted.has('order_checks') || noted.has('click_counts') ? 'held_for_review' : 'credited';
}

/** The click or code of the commissions so far, and why they are held. */
async function groundsOf(
  tx: Tx,
  order: OrderRecord,
  winner: Candidates[number],
  outcome: Outcome,
): Promise<Pick<Credit, 'click' | 'discountCode' | 'heldReason' | 'holdExpiresAt'>> {
  const earlier = await findGrounds(tx, order);
  const [found] = await findingsAtDecision(tx, order);
  const reasons: Partial<Record<Outcome, string>> = {
    held_self_purchase: 'self_purchase',
    held_for_review: found?.rule ?? 'machine_click',
  };
  const heldReason = reasons[outcome] ?? earlier?.heldReason ?? null;
  if (earlier)
    return {
      ...earlier,
      heldReason,
      holdExpiresAt: heldReason === earlier.heldReason ? (earlier.holdExpiresAt ?? null) : null,
    };
  if (winner.via === 'code') return { click: undefined, discountCode: winner.reference, heldReason };
  return { click: await findClickedLink(tx, order, winner.reference), discountCode: null, heldReason };
}

/** The hit of a click and its link; undefined once the hit was deleted by age. */
async function findClickedLink(tx: Tx, order: OrderRecord, clickId: string): Promise<Credit['click']> {
  const hitId = uuidOfClick(clickId);
  const hit = await tx
    .selectFrom('hits')
    .select('link_id')
    .where('id', '=', hitId)
    .where('merchant_id', '=', order.merchant_id)
    .executeTakeFirst();
  return hit && { linkId: hit.link_id, hitId };
}
