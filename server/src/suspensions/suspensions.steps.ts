// What happens to a suspension that is locked, in a transaction of the system: the row, and who is told.
import type { SuspensionCategory } from '@vitrine/contract/values/suspension-categories.ts';
import type { Context } from '../context.ts';
import { staffReadersIn } from '../merchants/owners.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Recipients, notify } from '../platform/events/notify.ts';
import { recordAll } from '../platform/events/record.ts';
import { newId } from '../platform/ids.ts';
import { queueMails, type Reader } from '../platform/mail/mail.ts';
import {
  type AboutCreator,
  type SuspendedBy,
  suspensionEndedMail,
  suspensionObjectionMail,
  suspensionUnansweredMail,
  suspensionUpheldMail,
} from './suspensions.mails.ts';
import {
  changeSuspension,
  findCreatorReader,
  findOperatorReaders,
  insertSuspension,
  type SuspensionRecord,
} from './suspensions.queries.ts';

const dayMs = 86_400_000;
/** How long a creator can object. */
export const daysToObject = 14;
/** How long whoever suspended has to answer. */
const daysToAnswer = 7;

const userIdOf = (actor: Actor) => (actor.kind === 'person' ? actor.userId : null);

export type NewSuspension = {
  creatorId: string;
  /** Undefined: by an operator, at all brands. */
  at: { merchantId: string; merchantAccountId: string } | undefined;
  category: SuspensionCategory;
  reason: string;
  by: string | null;
};

/** Undefined if the creator is suspended there already. */
export async function beginSuspension(
  ctx: Context,
  tx: Tx,
  { creatorId, at, category, reason, by }: NewSuspension,
): Promise<{ id: string; objectUntil: Date } | undefined> {
  const now = ctx.clock.now();
  const id = newId(now);
  const objectUntil = new Date(now.getTime() + daysToObject * dayMs);
  const isNew = await insertSuspension(tx, {
    id,
    creator_id: creatorId,
    merchant_id: at?.merchantId ?? null,
    merchant_account_id: at?.merchantAccountId ?? null,
    category,
    reason,
    started_at: now,
    started_by: by,
    object_until: objectUntil,
  });
  return isNew ? { id, objectUntil } : undefined;
}

/** Ends it; an open objection is accepted or has lapsed by that. Without a reason if nobody answered. */
export async function endSuspension(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  suspension: SuspensionRecord,
  { hasLapsed, reason }: { hasLapsed: boolean; reason: string | null },
): Promise<void> {
  const now = ctx.clock.now();
  const by = userIdOf(actor);
  const isOpen = suspension.objection_state === 'open';
  const answered = {
    objection_state: hasLapsed ? 'lapsed' : 'accepted',
    answer: reason,
    answered_by: by,
    answered_at: now,
  };
  await changeSuspension(tx, suspension.id, {
    ...(isOpen && answered),
    ended_at: now,
    ended_by: by,
    outcome: hasLapsed ? 'lapsed' : isOpen ? 'accepted' : 'lifted',
    end_reason: reason,
  });
}

async function suspendedBy(tx: Tx, merchantId: string | null): Promise<SuspendedBy> {
  if (merchantId === null) return null;
  return tx
    .selectFrom('merchants')
    .select(['display_name as name', 'slug'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
}

/** Whoever can answer: the operators, or the staff of the brand that paused. */
async function answerersOf(tx: Tx, merchantId: string | null): Promise<{ readers: Reader[]; to: Recipients }> {
  if (merchantId !== null)
    return { readers: await staffReadersIn(tx, merchantId, 'creators'), to: { merchantId, staffWith: 'creators' } };
  const operators = await findOperatorReaders(tx);
  return { readers: [...operators.values()], to: { users: [...operators.keys()], merchantId: null } };
}

async function aboutCreator(tx: Tx, of: SuspensionRecord): Promise<AboutCreator> {
  const user = await findUser(tx, of.creator_id);
  return {
    by: await suspendedBy(tx, of.merchant_id),
    creator: user?.display_name ?? '',
    uid: user?.uid ?? '',
    account: of.merchant_account_id,
  };
}

/** Writes what happened to the audit log: of the brand, or of the installation. */
export async function auditSuspension(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  of: Pick<SuspensionRecord, 'id' | 'creator_id' | 'merchant_id' | 'merchant_account_id'>,
  step: 'begun' | 'lifted' | 'objected' | 'upheld' | 'lapsed',
  details: Record<string, unknown> = {},
): Promise<void> {
  const { merchant_id: merchantId, merchant_account_id: account } = of;
  await audit(ctx, tx, actor, {
    action: `suspension.${step}`,
    ...(merchantId !== null && { merchantId }),
    subject: account === null ? { kind: 'user', id: of.creator_id } : { kind: 'merchant_account', id: account },
    details,
  });
}

/** Tells the creator's open pages that their state has changed. */
export async function refreshCreator(ctx: Context, tx: Tx, creatorId: string): Promise<void> {
  await recordAll(ctx, tx, [{ audience: { userId: creatorId }, event: { kind: 'user-update' } }]);
}

/** Tells the creator by bell and email that it has ended: lifted with a reason, or because nobody answered (null). */
export async function tellEnded(ctx: Context, tx: Tx, of: SuspensionRecord, reason: string | null): Promise<void> {
  const { creator_id: creatorId, merchant_id: merchantId } = of;
  const by = await suspendedBy(tx, merchantId);
  await notify(
    ctx,
    tx,
    { users: [creatorId], merchantId },
    { kind: 'suspension', step: reason === null ? 'lapsed' : 'lifted' },
  );
  const reader = await findCreatorReader(tx, creatorId);
  if (reader) await queueMails(ctx, tx, [suspensionEndedMail(ctx, reader, by, reason)]);
  await refreshCreator(ctx, tx, creatorId);
}

/** Tells whoever suspended that the creator objects. */
export async function tellObjection(
  ctx: Context,
  tx: Tx,
  of: SuspensionRecord,
  { text, dueAt }: { text: string; dueAt: Date },
): Promise<void> {
  const about = await aboutCreator(tx, of);
  const { readers, to } = await answerersOf(tx, of.merchant_id);
  await notify(ctx, tx, to, {
    kind: 'suspension_objection',
    state: 'open',
    account: of.merchant_account_id,
    due_at: dueAt.toISOString(),
  });
  await queueMails(
    ctx,
    tx,
    readers.map((reader) => suspensionObjectionMail(ctx, reader, { ...about, text, dueAt })),
  );
}

/** Tells whoever suspended that it has ended, because nobody answered. */
export async function tellUnanswered(ctx: Context, tx: Tx, of: SuspensionRecord): Promise<void> {
  const about = await aboutCreator(tx, of);
  const { readers, to } = await answerersOf(tx, of.merchant_id);
  await notify(ctx, tx, to, {
    kind: 'suspension_objection',
    state: 'lapsed',
    account: of.merchant_account_id,
    due_at: (of.due_at ?? of.started_at).toISOString(),
  });
  await queueMails(
    ctx,
    tx,
    readers.map((reader) => suspensionUnansweredMail(ctx, reader, about)),
  );
}

export async function saveObjection(ctx: Context, tx: Tx, of: SuspensionRecord, text: string): Promise<Date> {
  const now = ctx.clock.now();
  const dueAt = new Date(now.getTime() + daysToAnswer * dayMs);
  await changeSuspension(tx, of.id, { objection: text, objected_at: now, due_at: dueAt, objection_state: 'open' });
  return dueAt;
}

/** Rejects the open objection, and tells the creator. */
export async function uphold(ctx: Context, tx: Tx, actor: Actor, of: SuspensionRecord, answer: string): Promise<void> {
  const { creator_id: creatorId, merchant_id: merchantId } = of;
  await changeSuspension(tx, of.id, {
    objection_state: 'rejected',
    answer,
    answered_by: userIdOf(actor),
    answered_at: ctx.clock.now(),
  });
  await auditSuspension(ctx, tx, actor, of, 'upheld', { answer });
  await notify(ctx, tx, { users: [creatorId], merchantId }, { kind: 'suspension', step: 'upheld' });
  const reader = await findCreatorReader(tx, creatorId);
  const by = await suspendedBy(tx, merchantId);
  if (reader) await queueMails(ctx, tx, [suspensionUpheldMail(ctx, reader, by, answer)]);
  await refreshCreator(ctx, tx, creatorId);
}
