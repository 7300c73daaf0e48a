import type { Notice } from '@vitrine/contract/notifications.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import { holdIfDisputed } from '../commissions/commissions.disputes.ts';
import { type EarningChange, reviseCommissions } from '../commissions/commissions.revise.ts';
import type { Context } from '../context.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { record } from '../platform/events/record.ts';
import { queueMail, type Reader } from '../platform/mail/mail.ts';
import type { Conclusion } from './orders.decision.record.ts';
import type { LoadedFacts } from './orders.facts.ts';
import { redecidedMail } from './orders.mails.ts';
import { findLatestDecision, listCandidates, type OrderRecord, setOrderState } from './orders.queries.ts';
import { type ChangingCause, type DecisionCause, readTrace } from './orders.trace.ts';

// Decides an order again after a click was stored late or reclassified, from the same basis. Changes are posted,
// recorded and notified; without changes nothing is written.

/**
 * The users whom a revision may concern, by id. Read before the transaction, so that it doesn't need a second
 * connection.
 */
export type Readers = ReadonlyMap<string, Reader | undefined>;

export type Redecision = {
  loaded: LoadedFacts;
  order: OrderRecord;
  conclusion: Conclusion;
  readers: Readers;
  save(cause: DecisionCause): Promise<void>;
};

/** The candidates of an order's latest decision, and `more` users. */
export async function readersOf(
  ctx: Context,
  { merchantId, orderId }: { merchantId: string; orderId: string },
  more: readonly string[] = [],
): Promise<Readers> {
  const known = await ctx.database.as({ role: 'app', merchantId }, (tx) => listCandidates(tx, merchantId, orderId));
  const readers = new Map<string, Reader | undefined>();
  for (const id of new Set([...more, ...known.map((row) => row.creator_id)])) readers.set(id, await mailboxOf(ctx, id));
  return readers;
}

/** What is compared of two decisions: candidates, winner, terms, and the amount of each line. */
function comparedParts(of: {
  outcome: string;
  account: string | null;
  terms: number | null;
  lines: readonly { line_id: string; commission: string | null }[];
}): string {
  return JSON.stringify([of.outcome, of.account, of.terms, of.lines.map((line) => [line.line_id, line.commission])]);
}

type Before = Awaited<ReturnType<typeof findLatestDecision>>;

async function readChange(
  tx: Tx,
  order: OrderRecord,
  before: Before,
  conclusion: Conclusion,
): Promise<Exclude<DecisionCause, 'order'> | undefined> {
  const trace = before && readTrace(before.trace);
  const was = before && {
    outcome: before.outcome,
    account: before.merchant_account_id,
    terms: before.terms_version,
    lines: trace?.lines ?? [],
  };
  const is = {
    outcome: conclusion.result.outcome,
    account: conclusion.winner?.merchantAccountId ?? null,
    terms: conclusion.result.termsVersion,
    lines: conclusion.trace.lines,
  };
  const candidates = await listCandidates(tx, order.merchant_id, order.order_id);
  const known = new Set(candidates.map(({ reference }) => reference));
  if (!was || comparedParts(was) !== comparedParts(is))
    return conclusion.attribution.candidates.every(({ reference }) => known.has(reference))
      ? 'click_class'
      : 'late_click';
  const listed = candidates.map(({ reference, verdict }) => [reference, verdict]);
  const verdicts = conclusion.attribution.candidates.map(({ reference, verdict }) => [
    reference,
    verdict ?? 'not_asked',
  ]);
  return JSON.stringify(listed) === JSON.stringify(verdicts) ? undefined : 'late_touch';
}

/** Decides a decided order again. The order's row is locked and no hit can be stored meanwhile. */
export async function redecide(ctx: Context, tx: Tx, of: Redecision): Promise<void> {
  const { loaded, order, conclusion } = of;
  // Decided by a click from a journal that this node can't read: storing it will cause another review.
  if (order.browser !== null && loaded.facts.click !== 'recorded') return;
  await setOrderState(tx, order.merchant_id, order.order_id, {
    state: 'decided',
    decided_at: order.decided_at ?? ctx.clock.now(),
    click_stored: loaded.isStored,
    browser: loaded.browser,
  });
  const before = await findLatestDecision(tx, order.merchant_id, order.order_id);
  const cause = await readChange(tx, order, before, conclusion);
  if (!cause) return;
  await of.save(cause);
  const { changes } = await reviseCommissions(ctx, tx, order, conclusion.credit, {
    wasHeld: before?.outcome.startsWith('held') ?? false,
  });
  await holdIfDisputed(ctx, tx, order);
  await record(ctx, tx, { merchantId: order.merchant_id }, { kind: 'order-decided', order_id: order.order_id });
  if (cause !== 'late_touch')
    await reportChanges(ctx, tx, order, { cause, outcome: conclusion.result.outcome, changes, readers: of.readers });
}

type Changed = {
  cause: ChangingCause;
  outcome: string;
  changes: readonly EarningChange[];
  readers: Readers;
};

function noticeOfChange({ order_id, currency }: OrderRecord, amount: bigint, held: boolean): Notice | undefined {
  if (amount > 0n) return { kind: 'sale', order_id, amount: toMoney(amount, currency), held };
  return amount < 0n ? { kind: 'reversal', order_id, amount: toMoney(-amount, currency) } : undefined;
}

/** The audit entry of a changed decision, and an email and a notice to those who earn more or less by it. */
export async function reportChanges(
  ctx: Context,
  tx: Tx,
  order: OrderRecord,
  { cause, outcome, changes, readers }: Changed,
): Promise<void> {
  await audit(ctx, tx, anonymous, {
    action: 'order.redecided',
    merchantId: order.merchant_id,
    subject: { kind: 'order', id: order.order_id },
    details: {
      cause,
      outcome,
      changes: changes.map(({ earner, amount }) => ({ creator_id: earner.creatorId, amount: amount.toString() })),
    },
  });
  const { display_name: brand } = await tx
    .selectFrom('merchants')
    .select('display_name')
    .where('id', '=', order.merchant_id)
    .executeTakeFirstOrThrow();
  for (const change of changes) {
    const notice = noticeOfChange(order, change.amount, outcome.startsWith('held'));
    const to = { users: [change.earner.creatorId], merchantId: order.merchant_id };
    const reader = readers.get(change.earner.creatorId);
    if (notice) await notify(ctx, tx, to, notice, undefined, { isMailed: reader !== undefined });
    if (reader && change.amount !== 0n)
      await queueMail(ctx, tx, redecidedMail(ctx, reader, order, { ...change, cause }, brand));
  }
}
