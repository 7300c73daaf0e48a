// The staff of a brand: who they are, and what owners change. Uses the system role, because users belong to no brand;
// `accessBrand` has checked that the caller may act for this one.
import type { changeStaff, inviteStaff, StaffMember } from '@vitrine/contract/team.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { record } from '../platform/events/record.ts';
import { Refusal } from '../platform/refusal.ts';
import { endAllSessions } from '../sessions/sessions.end.ts';
import { lockBrand } from '../merchants/brand.status.ts';
import { deleteMember, insertMember, type Member, membersOf, saveRole } from '../merchants/members.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { staffAddedMail } from './team.mails.ts';
import { findOrMakeStaff, welcomeStaff } from './welcome.ts';

function present({ userId, lastSeenAt, joinedAt, ...row }: Member, actor: Actor): StaffMember {
  return {
    uid: row.uid,
    display_name: row.displayName,
    email: row.email,
    role: row.role,
    joined_at: joinedAt.toISOString(),
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    you: actor.kind === 'person' && actor.userId === userId,
  };
}

export async function listStaffOf(ctx: Context, actor: Actor, merchant: string): Promise<StaffMember[]> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const rows = await ctx.database.as({ role: 'system' }, (tx) => membersOf(tx, merchantId));
  return rows.map((row) => present(row, actor));
}

export async function inviteStaffFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { role, ...wanted }: BodyOf<typeof inviteStaff>,
): Promise<DataOf<typeof inviteStaff>> {
  const { merchantId, displayName } = await accessBrand(ctx, actor, merchant);
  // Before a user is created.
  const { project, status } = await ctx.database.as({ role: 'system' }, (tx) => lockBrand(tx, merchantId));
  if (status === 'closed') throw new Refusal('brand_closed');
  const person = await findOrMakeStaff(ctx, { ...wanted, project }, 'email');
  const made = await ctx.database.as({ role: 'system' }, async (tx) => {
    await lockBrand(tx, merchantId);
    const known = (await membersOf(tx, merchantId)).find(({ userId }) => userId === person.userId);
    if (known) throw new Refusal('conflict', { message: `${wanted.email} is already on the team of ${displayName}` });
    await insertMember(tx, { merchantId, userId: person.userId, role, joinedAt: ctx.clock.now() });
    const link = await welcomeStaff(ctx, tx, person, (reader, to) =>
      staffAddedMail(reader, { brand: displayName, role }, to),
    );
    await audit(ctx, tx, actor, {
      action: 'staff.invited',
      merchantId,
      subject: { kind: 'user', id: person.userId },
      details: { role, is_new: person.isNew, link_shown: link !== undefined },
    });
    await notify(ctx, tx, { users: [person.userId], merchantId }, { kind: 'staff', change: 'added', role });
    await record(ctx, tx, { userId: person.userId }, { kind: 'user-update' });
    const member = (await membersOf(tx, merchantId)).find(({ userId }) => userId === person.userId);
    if (!member) throw new Error('the colleague who was just added is missing');
    return { member: present(member, actor), link: link ?? null };
  });
  await ctx.jobs.soon('deliver_mails');
  return {
    member: made.member,
    link: made.link && { url: made.link.url, expires_at: made.link.expiresAt.toISOString() },
  };
}

/** A colleague in a brand that stays locked until the end of the transaction, and whether they are its last owner. */
async function lockMember(tx: Tx, merchantId: string, uid: string): Promise<Member & { isLastOwner: boolean }> {
  await lockBrand(tx, merchantId);
  const rows = await membersOf(tx, merchantId);
  const found = rows.find((row) => row.uid === uid);
  if (!found) throw new Refusal('not_found');
  return { ...found, isLastOwner: found.role === 'owner' && rows.filter(({ role }) => role === 'owner').length === 1 };
}

export async function changeStaffOf(
  ctx: Context,
  actor: Actor,
  { merchant, uid }: { merchant: string; uid: string },
  { role }: BodyOf<typeof changeStaff>,
): Promise<StaffMember> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await lockMember(tx, merchantId, uid);
    if (found.role === role) return present(found, actor);
    if (actor.kind === 'person' && actor.userId === found.userId)
      throw new Refusal('conflict', { message: 'You can’t change your own role. Ask another owner to do it.' });
    await saveRole(tx, merchantId, found.userId, role);
    await audit(ctx, tx, actor, {
      action: 'staff.role_changed',
      merchantId,
      subject: { kind: 'user', id: found.userId },
      details: { before: found.role, after: role },
    });
    await notify(ctx, tx, { users: [found.userId], merchantId }, { kind: 'staff', change: 'role_changed', role });
    await record(ctx, tx, { userId: found.userId }, { kind: 'user-update' });
    return present({ ...found, role }, actor);
  });
}

/** Logs the colleague out too, so that an open page shows nothing of the brand any more. */
export async function removeStaffOf(
  ctx: Context,
  actor: Actor,
  { merchant, uid }: { merchant: string; uid: string },
): Promise<{ removed: true }> {
  const { merchantId, displayName } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await lockMember(tx, merchantId, uid);
    if (found.isLastOwner)
      throw new Refusal('conflict', {
        message: `${displayName} needs an owner, and this is the last one. Make somebody else an owner first.`,
      });
    await deleteMember(tx, merchantId, found.userId);
    await audit(ctx, tx, actor, {
      action: 'staff.removed',
      merchantId,
      subject: { kind: 'user', id: found.userId },
      details: { role: found.role },
    });
    const removal = { kind: 'staff', change: 'removed', role: found.role } as const;
    await notify(ctx, tx, { users: [found.userId], merchantId }, removal);
    await endAllSessions(ctx, tx, found.userId);
    return { removed: true };
  });
}
