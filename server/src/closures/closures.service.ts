// Closing an account. Until `erase_after` the owner can undo it: storefronts are hidden, links redirect and earn. Then
// links stop, and the account is erased as soon as no brand owes its owner money. The books keep a pseudonym.
// Uses the system role, because users, staff and other operators are in no scope.
import { type Closure, erasedParts, keptParts } from '@vitrine/contract/closures.ts';
import { accessOwnAccount } from '../accounts/accounts.access.ts';
import { noteChange } from '../accounts/accounts.changes.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUser, findUserByUid } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { closingMail, keptMail } from './closures.mails.ts';
import { deleteClosure, findClosure, insertClosure, lockClosures } from './closures.queries.ts';
import { obstaclesOf, owedTo } from './closures.views.ts';

const dayMs = 86_400_000;

const onlyOfCreators: ReadonlySet<string> = new Set([
  'storefronts',
  'messages',
  'social',
  'bank_details',
  'books',
  'statements',
  'counts',
]);

async function describeClosure(ctx: Context, tx: Tx, person: Pick<Person, 'userId' | 'principal'>): Promise<Closure> {
  const kept = await findClosure(tx, person.userId);
  const isOver = kept !== undefined && (kept.stopped_at !== null || kept.erase_after <= ctx.clock.now());
  const concerns = (part: string) => person.principal === 'creator' || !onlyOfCreators.has(part);
  return {
    state: !kept ? 'open' : isOver ? 'waiting' : 'closing',
    grace_days: ctx.config.closureDays,
    requested_at: kept?.requested_at.toISOString() ?? null,
    erase_after: kept?.erase_after.toISOString() ?? null,
    by_operator: kept !== undefined && kept.closed_by !== null,
    gives_up_money: kept?.gives_up_money ?? false,
    owed: await owedTo(tx, person.userId),
    obstacles: await obstaclesOf(tx, person.userId),
    erased: erasedParts.filter(concerns).filter((part) => person.principal !== 'creator' || part !== 'memberships'),
    kept: keptParts.filter(concerns),
  };
}

export async function readClosureOf(ctx: Context, actor: Actor): Promise<Closure> {
  const person = accessOwnAccount(actor);
  return ctx.database.as({ role: 'system' }, (tx) => describeClosure(ctx, tx, person));
}

function textOf(obstacles: Closure['obstacles']): string {
  const texts = obstacles.map((obstacle) =>
    obstacle.kind === 'last_operator'
      ? 'This is the only operator of this installation. Create another one first.'
      : `${obstacle.brand} has no other owner. Ask an operator to add one, or to close the brand.`,
  );
  return texts.join(' ');
}

/** Stores the closure and emails the user, unless something prevents it. Returns when the days to undo it are over. */
async function beginClosure(
  ctx: Context,
  tx: Tx,
  userId: string,
  by: { givesUpMoney: boolean; operator?: { id: string; reason: string } },
): Promise<Date> {
  const now = ctx.clock.now();
  await lockClosures(tx);
  const user = await findUser(tx, userId);
  if (!user) throw new Refusal('not_found');
  const obstacles = await obstaclesOf(tx, userId);
  if (obstacles.length > 0) throw new Refusal('closure_in_the_way', { message: textOf(obstacles) });
  const eraseAfter = new Date(now.getTime() + ctx.config.closureDays * dayMs);
  const isNew = await insertClosure(tx, {
    user_id: userId,
    requested_at: now,
    erase_after: eraseAfter,
    closed_by: by.operator?.id ?? null,
    reason: by.operator?.reason ?? null,
    gives_up_money: by.givesUpMoney,
  });
  if (!isNew) throw new Refusal('conflict', { message: 'This account is already being closed' });
  const address = `${ctx.config.publicUrl}/${user.role === 'creator' ? 'settings#close' : ''}`;
  await queueMail(ctx, tx, closingMail(readerOf(user), { eraseAfter, reason: by.operator?.reason, address }));
  return eraseAfter;
}

export async function requestClosureOf(
  ctx: Context,
  actor: Actor,
  input: { give_up_money: boolean },
): Promise<Closure> {
  const person = accessOwnAccount(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    await beginClosure(ctx, tx, person.userId, { givesUpMoney: input.give_up_money });
    await noteChange(ctx, tx, person, { action: 'account.closing' });
    return describeClosure(ctx, tx, person);
  });
}

export async function undoClosureOf(ctx: Context, actor: Actor): Promise<Closure> {
  const person = accessOwnAccount(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await deleteClosure(tx, person.userId, ctx.clock.now())))
      throw new Refusal('conflict', {
        message: 'This account is not being closed, or the last day to keep it is over',
      });
    const user = await findUser(tx, person.userId);
    if (user) await queueMail(ctx, tx, keptMail(readerOf(user), ctx.config.publicUrl));
    await noteChange(ctx, tx, person, { action: 'account.kept' });
    return describeClosure(ctx, tx, person);
  });
}

export async function closeAccountFor(
  ctx: Context,
  operator: Person,
  uid: string,
  input: { reason: string },
): Promise<{ erase_after: string }> {
  const eraseAfter = await ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await findUserByUid(tx, uid);
    if (!user) throw new Refusal('not_found');
    const by = { givesUpMoney: false, operator: { id: operator.userId, reason: input.reason } };
    const at = await beginClosure(ctx, tx, user.id, by);
    const subject = { kind: 'user', id: user.id };
    await audit(ctx, tx, operator, { action: 'account.closing', subject, details: { reason: input.reason } });
    await record(ctx, tx, { userId: user.id }, { kind: 'user-update' });
    return at;
  });
  return { erase_after: eraseAfter.toISOString() };
}
