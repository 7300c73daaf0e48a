// A user is a person with a login; a session is one signed-in browser. A token is shown once, at sign-in, and only
// its SHA-256 is kept. user_status 100 alone may use the app (S05); others may sign in and are told who they are.
import type { User } from '@vitrine/contract/accounts.ts';
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { hashBrowserMark } from '../platform/browser.mark.ts';
import type { Tx } from '../platform/database/database.ts';
import { isRefusedSignIn } from '../platform/demo.secrets.ts';
import { newCode, newId, newSecret, sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import {
  findUserByEmail,
  insertSession,
  insertUser,
  rememberBrowser,
  revokeSession,
  storePassword,
} from './accounts.queries.ts';
import { presentUser } from './accounts.views.ts';
import { networkOf } from './device.ts';
import { leaveTheirPlace } from './impersonation.service.ts';
import { hashPassword, passwordFits } from './password.ts';
import { noteDevice } from './known.devices.ts';
import { countGuess } from './throttle.ts';

/** Idle and absolute life of a session in seconds, by role (reliability C3.2). */
const lives = {
  creator: { idle: 14 * 86_400, absolute: 90 * 86_400 },
  brand: { idle: 12 * 3_600, absolute: 7 * 86_400 },
  operator: { idle: 30 * 60, absolute: 8 * 3_600 },
};

export type Role = keyof typeof lives;

export type NewUser = {
  email: string;
  role: Role;
  displayName: string;
  handle?: string;
  avatar?: string;
  status?: number;
  timeZone?: string;
  locale?: string;
  project?: string;
};

/** Makes a user in the caller's transaction; answers the id. Without a hash they have no password. */
export async function addUser(ctx: Context, tx: Tx, user: NewUser, passwordHash: string | null): Promise<string> {
  const now = ctx.clock.now();
  const id = newId(now);
  await insertUser(tx, {
    id,
    uid: newCode(12),
    motom_user_id: newCode(12),
    motom_user_unique_key: newSecret('mk'),
    role: user.role,
    email: user.email.toLowerCase(),
    display_name: user.displayName,
    user_handle: user.handle ?? null,
    avatar: user.avatar ?? null,
    user_status: user.status ?? 100,
    time_zone: user.timeZone ?? 'UTC',
    locale: user.locale ?? 'en',
    project_key: user.project ?? 'general',
    created_at: now,
  });
  if (passwordHash !== null) await storePassword(tx, id, passwordHash, now);
  return id;
}

/** Makes a user with a password; answers the id. */
export async function createUser(ctx: Context, user: NewUser & { password: string }): Promise<string> {
  const passwordHash = await hashPassword(user.password);
  return ctx.database.as({ role: 'system' }, (tx) => addUser(ctx, tx, user, passwordHash));
}

/** Opens a session; answers its token, which is kept nowhere. */
async function openSession(ctx: Context, userId: string, role: Role, seen: Browser): Promise<string> {
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
      address_prefix: networkOf(seen.address),
      created_at: now,
      last_seen_at: now,
      idle_seconds: lives[role].idle,
      expires_at: new Date(now.getTime() + lives[role].absolute * 1000),
      revoked_at: null,
    }),
  );
  return token;
}

/** Checks e-mail and password, opens a session and notes the browser. A wrong pair and an unknown e-mail are one and the same refusal. */
export async function signIn(
  ctx: Context,
  input: { email: string; password: string } & Browser,
): Promise<{ token: string; user: User }> {
  const guess = await countGuess(ctx, input);
  const user = await ctx.database.as({ role: 'system' }, (tx) => findUserByEmail(tx, input.email));
  const fits = await passwordFits(input.password, user?.password_hash ?? undefined);
  if (!user || !fits || isRefusedSignIn(ctx.config, input.email, input.password))
    throw new Refusal('wrong_credentials');
  await guess.forget();
  const role = user.role === 'creator' || user.role === 'brand' ? user.role : 'operator';
  return openFor(ctx, { id: user.id, role }, input);
}

/** The browser that somebody signs in with, and where from. */
export type Browser = { device: string; deviceKey: string; mark: string; address: string };

/** A session for a person who has proved who they are, by whatever means. */
export async function openFor(
  ctx: Context,
  person: { id: string; role: Role },
  browser: Browser,
): Promise<{ token: string; user: User }> {
  const token = await openSession(ctx, person.id, person.role, browser);
  if (person.role === 'creator') await noteBrowser(ctx, person.id, browser.mark);
  await ctx.database.as({ role: 'system' }, (tx) => noteDevice(tx, person.id, browser.deviceKey, ctx.clock.now()));
  return {
    token,
    user: await presentUser(ctx, { userId: person.id, impersonatedBy: null, sessionId: null, mode: 'full' }),
  };
}

export async function signOut(ctx: Context, actor: Actor): Promise<{ signed_out: true }> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const now = ctx.clock.now();
  const action = actor.impersonatedBy ? 'impersonation.ended' : 'session.ended';
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await revokeSession(tx, actor.sessionId, now);
    await audit(ctx, tx, actor, { action, subject: { kind: 'user', id: actor.userId } });
    await leaveTheirPlace(ctx, tx, actor);
  });
  return { signed_out: true };
}

/** The person themself; notes the browser, so that a creator's own clicks are told apart. */
export async function readMe(ctx: Context, actor: Actor, mark: string): Promise<User> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  if (actor.principal === 'creator' && !actor.impersonatedBy) await noteBrowser(ctx, actor.userId, mark);
  // An operator who asks who they are is themself again, even if the word that they left never arrived.
  if (actor.principal === 'operator')
    await ctx.database.as({ role: 'system' }, (tx) => leaveTheirPlace(ctx, tx, actor));
  return presentUser(ctx, actor);
}

/** The person behind a call, for other domains. */
export async function describePerson(ctx: Context, actor: Person): Promise<User> {
  return presentUser(ctx, actor);
}

async function noteBrowser(ctx: Context, userId: string, mark: string): Promise<void> {
  await ctx.database.as({ role: 'system' }, (tx) =>
    rememberBrowser(tx, userId, hashBrowserMark(mark), ctx.clock.now()),
  );
}
