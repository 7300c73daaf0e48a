// Registration: creates a user with a handle, a storefront at the brand and a session from an invitation, in one
// transaction. Uses the system role, because the user doesn't exist yet.
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { register } from '@vitrine/contract/invitations.ts';
import { legalVersions } from '@vitrine/contract/legal.ts';
import { addUser } from '../accounts/accounts.service.ts';
import { linkIdentity, redeemTicket } from '../google/google.service.ts';
import { unavailableReason, takenText } from '../accounts/handles.service.ts';
import { acceptLegalTexts, giveAvatar, isEmailTaken, takenEmailText } from '../accounts/profile.service.ts';
import { publicFactsOf, weakPassword } from '../passwords/password.rules.ts';
import { hashPassword } from '../passwords/password.ts';
import { givePassword } from '../passwords/passwords.service.ts';
import type { Browser } from '../sessions/browser.ts';
import { openFor } from '../sessions/sessions.open.ts';
import { admitFromAddress } from '../sessions/throttle.ts';
import type { Context } from '../context.ts';
import { placePicture, type PlacedPicture } from '../pictures/pictures.files.ts';
import { addPicture, remakePicture } from '../pictures/pictures.service.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { languageOfBrowser, timeZoneOfBrowser } from '../platform/browser.locale.ts';
import type { Tx } from '../platform/database/database.ts';
import { clientNetwork } from '../platform/http/client.network.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { variantOfHost } from '../platform/variants/variants.ts';
import { accessInvitation, holdInvitation, type InvitationAccess } from './invitations.access.ts';
import { readerColumns, readerOf } from '../accounts/mailbox.ts';
import { openAccountFrom } from './invitations.service.ts';

type Wanted = BodyOf<typeof register>;

function refuseOldTexts({ accepted }: Wanted): void {
  const errors: Record<string, string[]> = {};
  if (accepted.terms_of_use !== legalVersions['terms-of-use'])
    errors['accepted.terms_of_use'] = [`must be ${legalVersions['terms-of-use']}, the current version`];
  if (accepted.privacy_policy !== legalVersions['privacy-policy'])
    errors['accepted.privacy_policy'] = [`must be ${legalVersions['privacy-policy']}, the current version`];
  if (Object.keys(errors).length > 0) throw new Refusal('validation_failed', { errors });
}

function refuseWeak(wanted: Wanted, { email: invited, brands }: InvitationAccess): void {
  if ((wanted.password === undefined) === (wanted.google_ticket === undefined))
    throw invalid('password', 'is missing; send a password or a google_ticket');
  if (wanted.password === undefined) return;
  const facts = publicFactsOf({ ...wanted, email: invited ?? wanted.email ?? null });
  const weak = weakPassword(wanted.password, { facts, brands });
  if (weak) throw weak;
}

/** A newcomer has no account yet, so the picture queue counts their network instead. */
async function readAvatar(
  ctx: Context,
  given: string | undefined,
  address: string,
): Promise<PlacedPicture | undefined> {
  if (given === undefined) return undefined;
  const picture = { bytes: Buffer.from(given, 'base64'), purpose: 'avatar' } as const;
  return placePicture(ctx, await remakePicture(clientNetwork(address), picture, 'avatar'));
}

/** The email of the account: from the invitation, else as entered, else as verified by the provider. */
function emailOf(invitation: InvitationAccess, wanted: Wanted, checked: string | null): string {
  if (invitation.email !== null && wanted.email !== undefined && wanted.email !== invitation.email)
    throw invalid('email', 'must be the address that the invitation was sent to');
  const email = invitation.email ?? wanted.email ?? checked;
  if (email === null) throw invalid('email', 'must be an email address, like name@example.test');
  return email;
}

/** `home`: the address at which the newcomer registers. */
type Prepared = { passwordHash: string | null; avatar: PlacedPicture | undefined; home: string };

async function storePerson(
  ctx: Context,
  tx: Tx,
  invitation: InvitationAccess,
  wanted: Wanted,
  { passwordHash, avatar, home }: Prepared,
): Promise<string> {
  const state = await holdInvitation(ctx, tx, invitation);
  if (state !== 'open') throw new Refusal(`invitation_${state}`);
  const identified = wanted.google_ticket ? await redeemTicket(ctx, tx, wanted.google_ticket) : undefined;
  const email = emailOf(invitation, wanted, identified?.email ?? null);
  const unavailable = await unavailableReason(tx, wanted.user_handle);
  const errors = {
    ...(unavailable && { user_handle: [unavailable.reason] }),
    ...((await isEmailTaken(tx, email)) && { email: [takenEmailText] }),
  };
  if (Object.keys(errors).length > 0) throw new Refusal('validation_failed', { errors });
  const userId = await addUser(ctx, tx, {
    email,
    role: 'creator',
    displayName: wanted.display_name,
    handle: wanted.user_handle,
    timeZone: timeZoneOfBrowser(wanted.time_zone),
    locale: languageOfBrowser(wanted.locale),
    project: variantOfHost(ctx.config.variants, new URL(home).host).key,
  });
  if (passwordHash !== null) await givePassword(ctx, tx, userId, passwordHash);
  if (avatar) {
    const path = await addPicture(ctx, tx, { ownerId: userId, merchantId: null, purpose: 'avatar' }, avatar);
    await giveAvatar(tx, userId, path);
  }
  if (identified) await linkIdentity(ctx, tx, userId, identified);
  await acceptLegalTexts(ctx, tx, userId, legalVersions);
  return userId;
}

/** Registers a newcomer completely, or refuses with the field that is wrong. */
export async function registerWith(
  ctx: Context,
  wanted: Wanted,
  caller: Browser,
  home: string,
): Promise<DataOf<typeof register>> {
  await admitFromAddress(ctx, 'register', caller.address);
  const invitation = await accessInvitation(ctx, wanted.invitation);
  refuseOldTexts(wanted);
  refuseWeak(wanted, invitation);
  const avatar = await readAvatar(ctx, wanted.avatar, caller.address);
  const passwordHash =
    wanted.password === undefined ? null : await hashPassword(wanted.password, ctx.config.passwordCost);
  const { merchantId, invitationId } = invitation;
  const userId = await ctx.database
    .as({ role: 'system' }, async (tx) => {
      const id = await storePerson(ctx, tx, invitation, wanted, { passwordHash, avatar, home });
      const reader = readerOf(
        await tx.selectFrom('users').select(readerColumns).where('id', '=', id).executeTakeFirstOrThrow(),
      );
      const accountId = await openAccountFrom(ctx, tx, invitation, { id, reader });
      await audit(ctx, tx, anonymous, {
        action: 'user.registered',
        merchantId,
        subject: { kind: 'user', id },
        details: { invitation_id: invitationId, merchant_account_id: accountId },
      });
      return id;
    })
    .catch(refuseTaken);
  return openFor(ctx, { id: userId, role: 'creator' }, caller);
}

/** If two register the same handle or email at once, the database accepts one; the other gets the usual refusal. */
function refuseTaken(error: unknown): never {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  if (constraint === 'users_user_handle_key') throw invalid('user_handle', takenText);
  if (constraint === 'users_email_key') throw invalid('email', takenEmailText);
  throw error;
}
