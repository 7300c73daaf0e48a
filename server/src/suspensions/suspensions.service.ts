// Operators suspend creators at all brands, and creators object. A suspended creator has user_status 100: they log in,
// read, export, cash out and object. Everything else is refused by `serve()`, which knows it from the session. Uses the
// system role, because it is about all brands, and emails operators.
import type { BodyOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type { listSuspensions, OperatorSuspension, Suspension, suspendUser } from '@vitrine/contract/suspensions.ts';
import type { Context } from '../context.ts';
import { resumeAccountsOf, suspendAccountsOf } from '../creators/creators.service.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import type { Actor, Person } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { isId } from '../platform/ids.ts';
import { queueMails } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { suspendedMail } from './suspensions.mails.ts';
import { findCreatorReader, lockSuspension, lockUserByUid, type SuspensionRecord } from './suspensions.queries.ts';
import {
  auditSuspension,
  beginSuspension,
  daysToObject,
  endSuspension,
  refreshCreator,
  saveObjection,
  tellEnded,
  tellObjection,
  uphold,
} from './suspensions.steps.ts';
import { operatorsSuspension, ownSuspension, ownSuspensions, pageOfSuspensions } from './suspensions.views.ts';

const refused = (message: string) => new Refusal('conflict', { message });

type SuspendedUser = NonNullable<Awaited<ReturnType<typeof lockUserByUid>>>;

function requireSuspendable({ id, role, user_status: status }: SuspendedUser, operator: Person): void {
  if (id === operator.userId) throw refused('You can’t suspend yourself.');
  if (role === 'operator')
    throw refused('Operators can’t be suspended. To keep this one out, change their status instead.');
  if (role !== 'creator')
    throw refused('Only creators can be suspended. Pause the brand, or change the status of this user, instead.');
  if (status !== 100)
    throw refused(
      `This creator can’t log in (status ${status}), so they couldn’t object. Change their status to active first.`,
    );
}

async function readSuspension(ctx: Context, tx: Tx, id: string): Promise<OperatorSuspension> {
  const found = await operatorsSuspension(tx, id, ctx.clock.now());
  if (!found) throw new Error('the suspension that was just saved is missing');
  return found;
}

export async function suspendUserFor(
  ctx: Context,
  actor: Actor,
  uid: string,
  { category, reason }: BodyOf<typeof suspendUser>,
): Promise<OperatorSuspension> {
  const operator = accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await lockUserByUid(tx, uid);
    if (!user) throw new Refusal('not_found');
    requireSuspendable(user, operator);
    const given = { creatorId: user.id, at: undefined, category, reason, by: operator.userId };
    const begun = await beginSuspension(ctx, tx, given);
    if (!begun) throw refused('This creator is suspended already. Nothing was changed.');
    await suspendAccountsOf(ctx, tx, user.id, operator.userId);
    const { id, objectUntil } = begun;
    await auditSuspension(
      ctx,
      tx,
      operator,
      { id, creator_id: user.id, merchant_id: null, merchant_account_id: null },
      'begun',
      {
        category,
        reason,
        object_until: objectUntil.toISOString(),
      },
    );
    await notify(ctx, tx, { users: [user.id], merchantId: null }, { kind: 'suspension', step: 'suspended' });
    const reader = await findCreatorReader(tx, user.id);
    if (reader) await queueMails(ctx, tx, [suspendedMail(ctx, reader, { category, reason, objectUntil })]);
    await refreshCreator(ctx, tx, user.id);
    return readSuspension(ctx, tx, id);
  });
}

/** A suspension by an operator, locked. What a brand did, only the brand ends. */
async function lockForOperator(tx: Tx, id: string): Promise<SuspensionRecord> {
  const found = isId(id) ? await lockSuspension(tx, id) : undefined;
  if (!found) throw new Refusal('not_found');
  if (found.merchant_id !== null) throw refused('A brand paused this creator, so only the brand can answer or end it.');
  if (found.ended_at !== null) throw refused('This suspension has ended already. Nothing was changed.');
  return found;
}

export async function liftSuspensionFor(
  ctx: Context,
  actor: Actor,
  id: string,
  reason: string,
): Promise<OperatorSuspension> {
  const operator = accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const suspension = await lockForOperator(tx, id);
    await endSuspension(ctx, tx, operator, suspension, { hasLapsed: false, reason });
    await resumeAccountsOf(ctx, tx, suspension.creator_id, operator.userId);
    await auditSuspension(ctx, tx, operator, suspension, 'lifted', { reason });
    await tellEnded(ctx, tx, suspension, reason);
    return readSuspension(ctx, tx, id);
  });
}

export function requireOpenObjection(suspension: SuspensionRecord | undefined): SuspensionRecord {
  if (suspension?.objection_state === 'open') return suspension;
  throw refused(
    suspension?.objection_state
      ? 'This objection has already been answered.'
      : 'The creator has not objected, so there is nothing to answer.',
  );
}

export async function upholdSuspensionFor(
  ctx: Context,
  actor: Actor,
  id: string,
  answer: string,
): Promise<OperatorSuspension> {
  const operator = accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const suspension = requireOpenObjection(await lockForOperator(tx, id));
    await uphold(ctx, tx, operator, suspension, answer);
    return readSuspension(ctx, tx, id);
  });
}

export async function listSuspensionsFor(ctx: Context, actor: Actor, query: QueryOf<typeof listSuspensions>) {
  accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, (tx) => pageOfSuspensions(tx, query, ctx.clock.now()));
}

function creatorOf(actor: Actor): Person {
  if (actor.kind !== 'person' || actor.principal !== 'creator') throw new Refusal('not_found');
  return actor;
}

export async function listOwnSuspensionsOf(ctx: Context, actor: Actor): Promise<Suspension[]> {
  const { userId: creatorId } = creatorOf(actor);
  return ctx.database.as({ role: 'app', creatorId }, (tx) => ownSuspensions(tx, creatorId, ctx.clock.now()));
}

export async function objectToSuspensionOf(ctx: Context, actor: Actor, id: string, text: string): Promise<Suspension> {
  const { userId: creatorId } = creatorOf(actor);
  if (!isId(id)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const suspension = await lockSuspension(tx, id);
    if (suspension?.creator_id !== creatorId) throw new Refusal('not_found');
    if (suspension.ended_at !== null) throw refused('This has ended already, so there is nothing to object to.');
    if (suspension.objection !== null) throw refused('You have objected already. You can object once.');
    if (suspension.object_until <= ctx.clock.now())
      throw refused(`The ${daysToObject} days in which you could object are over.`);
    const dueAt = await saveObjection(ctx, tx, suspension, text);
    await auditSuspension(ctx, tx, actor, suspension, 'objected', { due_at: dueAt.toISOString() });
    await tellObjection(ctx, tx, suspension, { text, dueAt });
    await refreshCreator(ctx, tx, creatorId);
    const saved = await ownSuspension(tx, creatorId, id, ctx.clock.now());
    if (!saved) throw new Error('the suspension that was just changed is missing');
    return saved;
  });
}
