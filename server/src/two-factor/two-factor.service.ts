// Two-factor login: after the first factor, a code of an authenticator app or a recovery code. Each code works once. The
// secret is stored encrypted, because it must be read back; recovery codes only as hashes. Uses the system role, because
// what a user logs in with is in no scope.
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type {
  confirmTwoFactor,
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
import { requireProof } from '../passwords/step-up.ts';
import { type Actor, lacksSecondFactor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { notifyOfSecurity } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { drawSvg } from '../platform/qr.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { variantOfKey } from '../platform/variants/variants.ts';
import { endAllSessions, endOthers } from '../sessions/sessions.end.ts';
import { authenticatorAddress, newAuthenticatorSecret, stepOfCode } from './authenticator.ts';
import { newRecoveryCodes, recoveryHash } from './recovery.codes.ts';
import { twoFactorMail, twoFactorRemovedMail } from './two-factor.mails.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  storeRecoveryCodes,
  storeAppSecret,
} from './two-factor.queries.ts';

/** How long a new secret waits for its first code. */
const confirmMs = 60 * 60_000;

async function ownerOf(tx: Tx, userId: string) {
  const user = await findUser(tx, userId);
  if (!user) throw new Refusal('unauthenticated');
  return user;
}

export async function readTwoFactorOf(ctx: Context, actor: Actor): Promise<TwoFactor> {
  const person = accessSelf(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const since = (await findSecondFactor(tx, person.userId))?.confirmed_at ?? null;
    return {
      on_since: since?.toISOString() ?? null,
      recovery_codes_left: since === null ? 0 : await countRecoveryCodes(tx, person.userId),
      is_missing: since === null && lacksSecondFactor(ctx.config, person),
    };
  });
}

export async function startTwoFactorOf(
  ctx: Context,
  actor: Actor,
  { proof }: BodyOf<typeof startTwoFactor>,
): Promise<DataOf<typeof startTwoFactor>> {
  const person = await requireProof(ctx, actor, proof);
  const secret = newAuthenticatorSecret();
  const url = await ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await ownerOf(tx, person.userId);
    if (!(await storeAppSecret(tx, person.userId, ctx.sealer.seal(secret), ctx.clock.now())))
      throw new Refusal('conflict', { message: 'Two-factor login is already on' });
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

/** The first code shows that the app has the secret, so that no one locks themselves out. */
export async function confirmTwoFactorOf(
  ctx: Context,
  actor: Actor,
  { code }: BodyOf<typeof confirmTwoFactor>,
): Promise<DataOf<typeof confirmTwoFactor>> {
  const person = accessOwnAccount(actor);
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await ownerOf(tx, person.userId);
    const found = await findSecondFactor(tx, person.userId);
    if (!found || found.confirmed_at || now.getTime() - found.created_at.getTime() > confirmMs)
      throw new Refusal('conflict', { message: 'There is no new secret to confirm. Start again.' });
    const step = stepOfCode(ctx.sealer.open(found.sealed), code.replaceAll(/\s/g, ''), now);
    if (step === undefined) throw invalid('code', 'is wrong');
    if (!(await confirmSecret(tx, person.userId, found.sealed, BigInt(step), now))) throw new Refusal('conflict');
    const codes = await giveRecoveryCodes(ctx, tx, person.userId);
    const ended = await endOthers(ctx, tx, person);
    await notifyOfSecurity(ctx, tx, person.userId, 'two_factor_on');
    await queueMail(ctx, tx, twoFactorMail(readerOf(user), { isOn: true, url: settingsAddress(ctx) }));
    await noteChange(ctx, tx, person, { action: 'two_factor.on' });
    return { recovery_codes: codes, sessions_ended: ended };
  });
}

export async function renewRecoveryCodesOf(
  ctx: Context,
  actor: Actor,
  { proof }: BodyOf<typeof renewRecoveryCodes>,
): Promise<DataOf<typeof renewRecoveryCodes>> {
  const person = await requireProof(ctx, actor, proof);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await findSecondFactor(tx, person.userId);
    if (!found?.confirmed_at) throw new Refusal('conflict', { message: 'Two-factor login is off' });
    const codes = await giveRecoveryCodes(ctx, tx, person.userId);
    await noteChange(ctx, tx, person, { action: 'two_factor.codes_renewed' });
    return { recovery_codes: codes };
  });
}

export async function turnOffTwoFactorOf(ctx: Context, actor: Actor, { proof }: { proof: string }): Promise<TwoFactor> {
  const person = await requireProof(ctx, actor, proof);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const user = await ownerOf(tx, person.userId);
    if (!(await deleteSecondFactor(tx, person.userId))) return;
    await notifyOfSecurity(ctx, tx, person.userId, 'two_factor_off');
    await queueMail(ctx, tx, twoFactorMail(readerOf(user), { isOn: false, url: settingsAddress(ctx) }));
    await noteChange(ctx, tx, person, { action: 'two_factor.off' });
  });
  return readTwoFactorOf(ctx, { ...person, hasSecondFactor: false });
}

/** Emails name the creators' settings; staff and operators are sent on to their account. */
export function settingsAddress({ config }: Pick<Context, 'config'>): string {
  return `${config.publicUrl}/settings#sign-in`;
}

/**
 * Turns two-factor login off for someone who lost their codes; false if it is off. Whoever is logged in could be someone
 * else, so all sessions end.
 */
export async function forgetSecondFactor(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  userId: string,
  by: { actor: Actor; details: Record<string, string> },
): Promise<boolean> {
  if (!(await deleteSecondFactor(tx, userId))) return false;
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
  { proof, reason }: BodyOf<typeof removeTwoFactor>,
): Promise<DataOf<typeof removeTwoFactor>> {
  const operator = accessInstallation(actor);
  const target = await ctx.database.as({ role: 'system' }, (tx) => findUserByUid(tx, uid));
  if (!target) throw new Refusal('not_found');
  if (target.id === operator.userId)
    throw new Refusal('conflict', { message: 'You can’t do this to your own account. Turn it off there.' });
  await requireProof(ctx, operator, proof);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await forgetSecondFactor(ctx, tx, target.id, { actor: operator, details: { reason } })))
      throw new Refusal('conflict', { message: 'Two-factor login is off for this user' });
    await notifyOfSecurity(ctx, tx, target.id, 'two_factor_removed');
    await queueMail(ctx, tx, twoFactorRemovedMail(readerOf(target), { reason, url: settingsAddress(ctx) }));
    await record(ctx, tx, { userId: target.id }, { kind: 'user-update' });
  });
  return { removed: true };
}
