// An invitation is a brand's offer to open a merchant account. Its code is shown once, in an email or a link, and stored
// as a hash. An emailed invitation belongs to that address; one that is not reusable can be accepted once.
import type { BodyOf, DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { createInvitation, Invitation, listShopCreators, SentInvitation } from '@vitrine/contract/invitations.ts';
import { describePerson } from '../accounts/accounts.service.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { endPeriod, type EndedAccount, lockEnded } from '../creators/account.periods.ts';
import { addMerchantAccount } from '../creators/creators.service.ts';
import { requireActiveBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { accessShop } from '../merchants/shop.access.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { record } from '../platform/events/record.ts';
import { isId, newId, newSecret, sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { homeOfVariant } from '../platform/variants/variants.ts';
import { termsAt } from '../terms/terms.service.ts';
import { accessInvitation, holdInvitation, type InvitationAccess } from './invitations.access.ts';
import { mailInvitation } from './invitations.mails.ts';
import { type Offer, offerOf } from './invitations.offer.ts';
import { findAccountOf, insertAcceptance, insertInvitation, revokeMailedTo, revokeOne } from './invitations.queries.ts';
import { maskedEmail, stateOfInvitation } from './invitations.state.ts';
import { creatorsOf, invitationRow, merchantOf, sentInvitations } from './invitations.views.ts';

const dayMs = 86_400_000;

/** The recipient's language is unknown, so the email uses the language of the sender. */
async function localeOfSender(ctx: Context, by: Actor): Promise<string> {
  const sender = by.kind === 'person' ? await mailboxOf(ctx, by.userId) : undefined;
  return sender?.locale ?? 'en';
}

export async function readInvitationBy(ctx: Context, code: string): Promise<Invitation> {
  const { merchantId, invitationId, email } = await accessInvitation(ctx, code);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const row = await invitationRow(tx, merchantId, invitationId);
    const { merchant, offer, products } = await offerOf(ctx, tx, merchantId);
    return {
      merchant,
      note: row.note,
      state: stateOfInvitation({ ...row, isAccepted: Boolean(row.is_accepted) }, ctx.clock.now()),
      expires_at: row.expires_at.toISOString(),
      email: email === null ? null : maskedEmail(email),
      offer,
      products,
    };
  });
}

/** Creates the merchant account, in the transaction that has locked the invitation. */
export async function openAccountFrom(
  ctx: Context,
  tx: Tx,
  invitation: InvitationAccess,
  creatorId: string,
): Promise<string> {
  const { merchantId, invitationId } = invitation;
  const accountId = await addMerchantAccount(ctx, tx, merchantId, creatorId);
  await insertAcceptance(tx, {
    merchant_id: merchantId,
    invitation_id: invitationId,
    merchant_account_id: accountId,
    accepted_at: ctx.clock.now(),
  });
  return accountId;
}

/** The same for a creator whose account there has ended: it goes on with everything it had. */
async function reopenAccountFrom(
  ctx: Context,
  tx: Tx,
  { merchantId, invitationId }: InvitationAccess,
  ended: EndedAccount,
): Promise<string> {
  const { merchantAccountId: accountId } = ended.account;
  await endPeriod(ctx, tx, ended.account, ended.period, ended.account.creatorId);
  await insertAcceptance(tx, {
    merchant_id: merchantId,
    invitation_id: invitationId,
    merchant_account_id: accountId,
    accepted_at: ctx.clock.now(),
  });
  return accountId;
}

/** For an existing user: adds another storefront. */
export async function acceptInvitationAs(ctx: Context, actor: Actor, code: string): Promise<MerchantAccount> {
  if (actor.kind !== 'person' || actor.impersonatedBy !== null) throw new Refusal('forbidden');
  const invitation = await accessInvitation(ctx, code);
  const { merchantId, invitationId } = invitation;
  const { email } = await describePerson(ctx, actor);
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const state = await holdInvitation(ctx, tx, invitation);
    const known = await findAccountOf(tx, merchantId, actor.userId);
    const ended = known && (await lockEnded(ctx, tx, merchantId, known.id));
    if (known && !ended) return;
    if (state !== 'open') throw new Refusal(`invitation_${state}`);
    if (invitation.email !== null && invitation.email !== email) throw new Refusal('invitation_foreign');
    const accountId = ended
      ? await reopenAccountFrom(ctx, tx, invitation, ended)
      : await openAccountFrom(ctx, tx, invitation, actor.userId);
    await audit(ctx, tx, actor, {
      action: 'invitation.accepted',
      merchantId,
      subject: { kind: 'invitation', id: invitationId },
      details: { merchant_account_id: accountId },
    });
    await record(ctx, tx, { userId: actor.userId }, { kind: 'user-update' });
  });
  const { merchant_accounts: accounts } = await describePerson(ctx, actor);
  const opened = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    findAccountOf(tx, merchantId, actor.userId),
  );
  const account = accounts.find((entry) => entry.id === opened?.id);
  if (!account) throw new Refusal('not_found');
  return account;
}

type Wanted = BodyOf<typeof createInvitation>;

/** An invitation shows the brand's rates, so a brand without a rate for new creators can't send one. */
async function requireOffer(ctx: Context, tx: Tx, merchantId: string): Promise<Offer> {
  const offer = await offerOf(ctx, tx, merchantId);
  if (offer.offer.rules.length > 0) return offer;
  const held = await termsAt(tx, merchantId, ctx.clock.now());
  throw new Refusal('terms_missing', {
    message: held
      ? 'Your terms only have rates for specific creators. Add a rate for all creators under Terms (POST /brand/{merchant}/terms) before you send invitations.'
      : 'Set your commission rates under Terms (POST /brand/{merchant}/terms) before you send invitations',
  });
}

/**
 * Creates an invitation and emails it if it has an address. Its link leads to the brand's variant; without a host name of
 * its own, to `home`, where the invitation is made. Only the demo passes a fixed, public `code`.
 */
export async function addInvitation(
  ctx: Context,
  merchantId: string,
  wanted: Wanted & { code?: string },
  by: Actor = anonymous,
  home = ctx.config.publicUrl,
): Promise<{ invitation: SentInvitation; url: string | null }> {
  const now = ctx.clock.now();
  const code = wanted.code ?? newSecret('vti');
  const id = newId(now);
  const expiresAt = new Date(now.getTime() + wanted.expires_in_days * dayMs);
  const locale = await localeOfSender(ctx, by);
  const [invitation, url] = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireActiveBrand(tx, merchantId);
    const offer = await requireOffer(ctx, tx, merchantId);
    const held = await termsAt(tx, merchantId, now);
    if (wanted.email) await revokeMailedTo(tx, merchantId, wanted.email, now);
    await insertInvitation(tx, {
      merchant_id: merchantId,
      id,
      code_hash: sha256(code),
      hint: `…${code.slice(-4)}`,
      email: wanted.email ?? null,
      reusable: wanted.reusable,
      note: wanted.note,
      terms_version: held?.version ?? null,
      created_by: by.kind === 'person' ? by.userId : null,
      created_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    });
    const address = `${homeOfVariant(ctx.config, offer.project) ?? home}/start-invite#${code}`;
    if (wanted.email) {
      await mailInvitation(ctx, tx, {
        to: wanted.email,
        locale,
        code,
        url: address,
        note: wanted.note,
        expiresAt,
        offer,
      });
    }
    await audit(ctx, tx, by, {
      action: 'invitation.made',
      merchantId,
      subject: { kind: 'invitation', id },
      details: { by: wanted.by, reusable: wanted.reusable },
    });
    const [sent] = await sentInvitations(ctx, tx, merchantId, id);
    return [sent, address] as const;
  });
  if (!invitation) throw new Error('the invitation that was just stored is missing');
  // Without a mail server, the person who invites hands the link over.
  const isMailed = wanted.email !== undefined && ctx.config.smtpUrl !== undefined;
  return { invitation, url: isMailed ? null : url };
}

export async function createInvitationFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  wanted: Wanted,
  home: string,
): Promise<DataOf<typeof createInvitation>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return addInvitation(ctx, merchantId, wanted, actor, home);
}

export async function listInvitationsOf(ctx: Context, actor: Actor, merchant: string): Promise<SentInvitation[]> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => sentInvitations(ctx, tx, merchantId));
}

export async function revokeInvitationOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  invitationId: string,
): Promise<SentInvitation> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const isRevoked = isId(invitationId) && (await revokeOne(tx, merchantId, invitationId, ctx.clock.now()));
    const [invitation] = isRevoked ? await sentInvitations(ctx, tx, merchantId, invitationId) : [];
    if (!invitation) throw new Refusal('not_found');
    await audit(ctx, tx, actor, {
      action: 'invitation.revoked',
      merchantId,
      subject: { kind: 'invitation', id: invitationId },
    });
    return invitation;
  });
}

export async function listShopCreatorsOf(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listShopCreators>,
): Promise<ReplyOf<typeof listShopCreators>> {
  const merchantId = accessShop(actor, 'creators:read');
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const { slug } = await merchantOf(tx, merchantId);
    return creatorsOf(ctx, tx, { merchantId, slug }, query);
  });
}
