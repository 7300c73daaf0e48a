// A session is one logged-in browser. Its token is returned once, and only its SHA-256 is stored. The caller must have
// authenticated the user: by password, Google, registration, or an operator's grant.
import type { User } from '@vitrine/contract/accounts.ts';
import { describePerson, type UserRole } from '../accounts/accounts.service.ts';
import type { Context } from '../context.ts';
import type { Person } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { newId, newSecret, sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Browser, noteBrowser } from './browser.ts';
import { networkText } from './device.ts';
import { noteDevice } from './known.devices.ts';
import { makeLoginTicket, needsSecondFactor } from './login.tickets.ts';
import { insertSession } from './sessions.queries.ts';

/** Idle and absolute life of a session in seconds, by role (reliability C3.2). */
const lives = {
  creator: { idle: 14 * 86_400, absolute: 90 * 86_400 },
  brand: { idle: 12 * 3_600, absolute: 7 * 86_400 },
  operator: { idle: 30 * 60, absolute: 8 * 3_600 },
} satisfies Record<UserRole, { idle: number; absolute: number }>;

/** Opens a session; returns its token. */
async function openSession(ctx: Context, userId: string, role: UserRole, seen: Browser): Promise<string> {
  const now = ctx.clock.now();
  const token = newSecret('vtp');
  await ctx.database.as({ role: 'system' }, (tx) =>
    insertSession(tx, {
      id: newId(now),
      token_hash: sha256(token),
      user_id: userId,
      kind: 'login',
      impersonator_id: null,
      parent_id: null,
      device: seen.device.slice(0, 200),
      address_prefix: networkText(seen.address),
      created_at: now,
      last_seen_at: now,
      idle_seconds: lives[role].idle,
      expires_at: new Date(now.getTime() + lives[role].absolute * 1000),
      revoked_at: null,
    }),
  );
  return token;
}

/**
 * Opens a session after the first factor: a password, Google, or a registration. A user with two-factor login gets a
 * ticket for the second factor instead, in a refusal, so that no way to log in goes around it.
 */
export async function openFor(
  ctx: Context,
  person: { id: string; role: UserRole },
  browser: Browser,
): Promise<{ token: string; user: User }> {
  const ticket = await ctx.database.as({ role: 'system' }, async (tx) =>
    (await needsSecondFactor(tx, person.id)) ? makeLoginTicket(ctx, tx, person.id) : undefined,
  );
  if (ticket !== undefined) throw new Refusal('two_factor_needed', { ticket });
  return openConfirmed(ctx, person, browser);
}

/** Opens a session for a user whose every factor was checked. */
export async function openConfirmed(
  ctx: Context,
  person: { id: string; role: UserRole },
  browser: Browser,
): Promise<{ token: string; user: User }> {
  const token = await openSession(ctx, person.id, person.role, browser);
  if (person.role === 'creator') await noteBrowser(ctx, person.id, browser.mark);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const isAnother = await noteDevice(tx, person.id, browser.deviceKey, ctx.clock.now());
    if (isAnother) await notifyOfSecurity(ctx, tx, person.id, 'new_device');
  });
  return {
    token,
    user: await describePerson(ctx, { userId: person.id, impersonatedBy: null, sessionId: null, mode: 'full' }),
  };
}

/** Opens an impersonation session that depends on the operator's own; returns its token. */
export async function openImpersonation(
  ctx: Context,
  tx: Tx,
  operator: Person,
  place: { userId: string; mode: string; lifeMs: number },
): Promise<{ token: string; endsAt: Date }> {
  const now = ctx.clock.now();
  const token = newSecret('vtp');
  const endsAt = new Date(now.getTime() + place.lifeMs);
  await insertSession(tx, {
    id: newId(now),
    token_hash: sha256(token),
    user_id: place.userId,
    kind: 'impersonation',
    mode: place.mode,
    impersonator_id: operator.userId,
    parent_id: operator.sessionId,
    device: '',
    created_at: now,
    last_seen_at: now,
    idle_seconds: place.lifeMs / 1000,
    expires_at: endsAt,
    revoked_at: null,
  });
  return { token, endsAt };
}
