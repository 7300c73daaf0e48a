// Two-factor login: after the first factor, a code of an authenticator app, a passkey or a recovery code. Each code works
// once. The app's secret is stored encrypted, because it must be read back; recovery codes only as hashes. Uses the system
// role, because what a user logs in with is in no scope.
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type {
  confirmTwoFactor,
  Passkey,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  TwoFactor,
} from '@vitrine/contract/two-factor.ts';
import { accessOwnAccount, accessSelf } from '../accounts/accounts.access.ts';
import { noteChange } from '../accounts/accounts.changes.ts';
import { readerOf } from '../accounts/mailbox.ts';
import { findUser, findUserByUid } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import { type Actor, lacksSecondFactor, type Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { drawSvg } from '../platform/qr.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { variantOfKey } from '../platform/variants/variants.ts';
import { needsSecondFactor } from '../sessions/login.tickets.ts';
import { endAllSessions, endOthers } from '../sessions/sessions.end.ts';
import { authenticatorAddress, newAuthenticatorSecret, stepOfCode } from './authenticator.ts';
import { settingsAddress } from './factors.service.ts';
import { lockFactorsOf, passkeysOf } from './passkeys.queries.ts';
import { newRecoveryCodes, recoveryHash } from './recovery.codes.ts';
import { relyingPartyOf } from './relying.party.ts';
import { type NamedFactor, secondFactorMail, twoFactorMail, twoFactorRemovedMail } from './two-factor.mails.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  deleteAppSecret,
  deleteSecondFactors,
  findSecondFactor,
  storeRecoveryCodes,
  storeAppSecret,
} from './two-factor.queries.ts';

/** How long a new secret waits for its first code. */
const confirmMs = 60 * 60_000;

export async function ownerOf(tx: Tx, userId: string) {
  const user = await findUser(tx, userId);
  if (!user) throw new Refusal('unauthenticated');
  return user;
}

type StoredPasskey = Omit<Passkey, 'created_at' | 'last_used_at'> & { created_at: Date; last_used_at: Date | null };

export function presentPasskey({ id, name, host, created_at: since, last_used_at: used }: StoredPasskey): Passkey {
  return { id, name, host, created_at: since.toISOString(), last_used_at: used?.toISOString() ?? null };
}

/** Whether someone without a second factor could use only their own account. */
function needsFactor({ config }: Context, person: Person): boolean {
  return lacksSecondFactor(config, { ...person, hasSecondFactor: false });
}

export async function readTwoFactorOf(ctx: Context, actor: Actor, home: string): Promise<TwoFactor> {
  const person = accessSelf(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const app = (await findSecondFactor(tx, person.userId))?.confirmed_at ?? null;
    const passkeys = await passkeysOf(tx, person.userId);
    const since = [app, passkeys[0]?.created_at ?? null].filter((at) => at !== null);
    const first = since.toSorted((one, other) => one.getTime() - other.getTime())[0];
    return {
      on_since: first?.toISOString() ?? null,
      app_since: app?.toISOString() ?? null,
      passkeys: passkeys.map(presentPasskey),
      passkey_host: relyingPartyOf(home)?.host ?? null,
      recovery_codes_left: first === undefined ? 0 : await countRecoveryCodes(tx, person.userId),
      is_required: needsFactor(ctx, person),
      is_missing: first === undefined && needsFactor(ctx, person),
    };
  });
}

export async function startTwoFactorOf(ctx: Context, actor: Actor): Promise<DataOf<typeof startTwoFactor>> {
  const person = accessOwnAccount(actor);
  const secret = newAuthenticatorSecret();
  const url = await ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await ownerOf(tx, person.userId);
    if (!(await storeAppSecret(tx, person.userId, ctx.sealer.seal(secret), ctx.clock.now())))
      throw new Refusal('conflict', {
        message: 'Your account already has an authenticator app. Remove it before you add another one.',
      });
    const issuer = variantOfKey(ctx.config.variants, user.project_key).name;
    return authenticatorAddress(secret, { issuer, label: user.email });
  });
  return { secret, otpauth_url: url, qr_svg: await drawSvg(url) };
}

/** Stores new recovery codes and returns them, for the only time. */
async function giveRecoveryCodes(ctx: Context, tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await storeRecoveryCodes(tx, userId, codes.map(recoveryHash), ctx.clock.now());
  return codes;
}

type Added = { recovery_codes: string[]; sessions_ended: number };

/**
 * Notes a new second factor. The first one turns two-factor login on: it comes with recovery codes, and all other
 * sessions end. `wasOn`: before it was stored.
 */
export async function welcomeFactor(
  ctx: Context,
  tx: Tx,
  person: Person,
  { wasOn, fact, factor }: { wasOn: boolean; fact: { action: string; about?: string }; factor: NamedFactor },
): Promise<Added> {
  const user = await ownerOf(tx, person.userId);
  const url = settingsAddress(ctx);
  await noteChange(ctx, tx, person, fact);
  if (wasOn) {
    await notifyOfSecurity(ctx, tx, person.userId, 'second_factor_added');
    await queueMail(ctx, tx, secondFactorMail(readerOf(user), { change: 'added', factor, url }));
    return { recovery_codes: [], sessions_ended: 0 };
  }
  const codes = await giveRecoveryCodes(ctx, tx, person.userId);
  const ended = await endOthers(ctx, tx, person);
  await notifyOfSecurity(ctx, tx, person.userId, 'two_factor_on');
  await queueMail(ctx, tx, twoFactorMail(readerOf(user), { isOn: true, url }));
  await noteChange(ctx, tx, person, { action: 'two_factor.on' });
  return { recovery_codes: codes, sessions_ended: ended };
}

/** Notes that one of several second factors was removed. */
export async function partWithFactor(
  ctx: Context,
  tx: Tx,
  person: Person,
  { fact, factor }: { fact: { action: string; about?: string }; factor: NamedFactor },
): Promise<void> {
  if (!(await needsSecondFactor(tx, person.userId)))
    throw new Refusal('conflict', {
      message:
        'This is your only second factor. Add another one first, or turn two-factor login off if you no longer want it.',
    });
  const user = await ownerOf(tx, person.userId);
  await noteChange(ctx, tx, person, fact);
  await notifyOfSecurity(ctx, tx, person.userId, 'second_factor_gone');
  await queueMail(ctx, tx, secondFactorMail(readerOf(user), { change: 'gone', factor, url: settingsAddress(ctx) }));
}

/** The first code shows that the app has the secret, so that no one locks themselves out. */
export async function confirmTwoFactorOf(
  ctx: Context,
  actor: Actor,
  { code }: BodyOf<typeof confirmTwoFactor>,
): Promise<DataOf<typeof confirmTwoFactor>> {
  const person = accessOwnAccount(actor);
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'system' }, async (tx) => {
    await lockFactorsOf(tx, person.userId);
    const wasOn = await needsSecondFactor(tx, person.userId);
    const found = await findSecondFactor(tx, person.userId);
    if (!found || found.confirmed_at || now.getTime() - found.created_at.getTime() > confirmMs)
      throw new Refusal('conflict', { message: 'There is no new secret to confirm. Start again.' });
    const step = stepOfCode(ctx.sealer.open(found.sealed), code.replaceAll(/\s/g, ''), now);
    if (step === undefined) throw invalid('code', 'is wrong');
    if (!(await confirmSecret(tx, person.userId, found.sealed, BigInt(step), now))) throw new Refusal('conflict');
    return welcomeFactor(ctx, tx, person, {
      wasOn,
      fact: { action: 'two_factor.app_added' },
      factor: { kind: 'app' },
    });
  });
}

export async function removeAuthenticatorOf(ctx: Context, actor: Actor, home: string): Promise<TwoFactor> {
  const person = accessOwnAccount(actor);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await lockFactorsOf(tx, person.userId);
    if (!(await deleteAppSecret(tx, person.userId)))
      throw new Refusal('conflict', { message: 'Your account has no authenticator app' });
    await partWithFactor(ctx, tx, person, { fact: { action: 'two_factor.app_removed' }, factor: { kind: 'app' } });
  });
  return readTwoFactorOf(ctx, person, home);
}

export async function renewRecoveryCodesOf(ctx: Context, actor: Actor): Promise<DataOf<typeof renewRecoveryCodes>> {
  const person = accessOwnAccount(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await needsSecondFactor(tx, person.userId)))
      throw new Refusal('conflict', { message: 'Two-factor login is off' });
    const codes = await giveRecoveryCodes(ctx, tx, person.userId);
    await noteChange(ctx, tx, person, { action: 'two_factor.codes_renewed' });
    return { recovery_codes: codes };
  });
}

export async function turnOffTwoFactorOf(ctx: Context, actor: Actor, home: string): Promise<TwoFactor> {
  const person = accessOwnAccount(actor);
  if (needsFactor(ctx, person))
    throw new Refusal('conflict', {
      message:
        'Operators need two-factor login, so it can’t be turned off. To replace your app or a passkey, add another second factor and then remove the old one.',
    });
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await ownerOf(tx, person.userId);
    if (!(await deleteSecondFactors(tx, person.userId))) return;
    await notifyOfSecurity(ctx, tx, person.userId, 'two_factor_off');
    await queueMail(ctx, tx, twoFactorMail(readerOf(user), { isOn: false, url: settingsAddress(ctx) }));
    await noteChange(ctx, tx, person, { action: 'two_factor.off' });
  });
  return readTwoFactorOf(ctx, person, home);
}

/**
 * Turns two-factor login off for someone who lost their second factors; false if it is off. Whoever is logged in could be someone
 * else, so all sessions end.
 */
export async function forgetSecondFactor(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  userId: string,
  by: { actor: Actor; details: Record<string, string> },
): Promise<boolean> {
  if (!(await deleteSecondFactors(tx, userId))) return false;
  await endAllSessions(ctx, tx, userId);
  await audit(ctx, tx, by.actor, {
    action: 'two_factor.removed',
    subject: { kind: 'user', id: userId },
    details: by.details,
  });
  return true;
}

export async function removeTwoFactorOf(
  ctx: Context,
  actor: Actor,
  uid: string,
  { reason }: BodyOf<typeof removeTwoFactor>,
): Promise<DataOf<typeof removeTwoFactor>> {
  const operator = accessInstallation(actor);
  const target = await ctx.database.as({ role: 'system' }, (tx) => findUserByUid(tx, uid));
  if (!target) throw new Refusal('not_found');
  if (target.id === operator.userId)
    throw new Refusal('conflict', { message: 'You can’t do this to your own account. Turn it off there.' });
  await ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await forgetSecondFactor(ctx, tx, target.id, { actor: operator, details: { reason } })))
      throw new Refusal('conflict', { message: 'Two-factor login is off for this user' });
    await notifyOfSecurity(ctx, tx, target.id, 'two_factor_removed');
    await queueMail(ctx, tx, twoFactorRemovedMail(readerOf(target), { reason, url: settingsAddress(ctx) }));
    await record(ctx, tx, { userId: target.id }, { kind: 'user-update' });
  });
  return { removed: true };
}
