// An invitation is a brand's offer to open a merchant account. Its code is shown once, in an email or a link, and stored
// as a hash. An emailed invitation belongs to that address; one that is not reusable can be accepted once.
import type { BodyOf, DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type {
  createInvitation,
  Invitation,
  listInvitations,
  listShopCreators,
  SentInvitation,
} from '@vitrine/contract/invitations.ts';
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
import { joinGroup } from '../groups/groups.joining.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { isId } from '../platform/ids.ts';
import type { Reader } from '../platform/mail/mail.ts';
import { Refusal } from '../platform/refusal.ts';
import { requireGroup, requireOffer } from './invitations.conditions.ts';
import { accessInvitation, holdInvitation, type InvitationAccess } from './invitations.access.ts';
import { offerOf } from './invitations.offer.ts';
import { findAccountOf, insertAcceptance, revokeOne } from './invitations.queries.ts';
import { localeOfSender, sendInvitations } from './invitations.sending.ts';
import { maskedEmail, stateOfInvitation } from './invitations.state.ts';
import { creatorsOf, invitationRow, merchantOf, sentInvitations } from './invitations.views.ts';

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
  creator: { id: string; reader: Reader },
): Promise<string> {
  const { merchantId, invitationId, groupId, invitedBy } = invitation;
  const accountId = await addMerchantAccount(ctx, tx, merchantId, creator.id);
  await joinGroup(ctx, tx, {
    merchantId,
    merchantAccountId: accountId,
    groupId,
    reader: creator.reader,
    by: invitedBy,
  });
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
  { merchantId, invitationId, groupId, invitedBy }: InvitationAccess,
  { account, period }: EndedAccount,
  reader: Reader,
): Promise<string> {
  const { merchantAccountId: accountId } = account;
  await endPeriod(ctx, tx, account, period, account.creatorId);
  if (groupId !== null)
    await joinGroup(ctx, tx, { merchantId, merchantAccountId: accountId, groupId, reader, by: invitedBy });
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
  const reader = await mailboxOf(ctx, actor.userId);
  if (!reader) throw new Refusal('not_found');
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const state = await holdInvitation(ctx, tx, invitation);
    const known = await findAccountOf(tx, merchantId, actor.userId);
    const ended = known && (await lockEnded(ctx, tx, merchantId, known.id));
    if (known && !ended) return;
    if (state !== 'open') throw new Refusal(`invitation_${state}`);
    if (invitation.email !== null && invitation.email !== reader.address) throw new Refusal('invitation_foreign');
    const accountId = ended
      ? await reopenAccountFrom(ctx, tx, invitation, ended, reader)
      : await openAccountFrom(ctx, tx, invitation, { id: actor.userId, reader });
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
  const locale = await localeOfSender(ctx, by);
  const [invitation, url] = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireActiveBrand(tx, merchantId);
    const conditions = await requireOffer(ctx, tx, merchantId);
    const group = wanted.group === undefined ? undefined : await requireGroup(tx, merchantId, wanted.group);
    const { code, name = '', reusable, note, email = null, expires_in_days: days } = wanted;
    const sending = { merchantId, conditions, locale, home, days, by };
    const [made] = await sendInvitations(ctx, tx, sending, [
      { code, email, name, reusable, note, groupId: group?.id ?? null },
    ]);
    if (!made) throw new Error('no invitation was made');
    await audit(ctx, tx, by, {
      action: 'invitation.made',
      merchantId,
      subject: { kind: 'invitation', id: made.id },
      details: { by: wanted.by, reusable },
    });
    const [sent] = await sentInvitations(ctx, tx, merchantId, { id: made.id, limit: 1 });
    return [sent, made.url] as const;
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

export async function listInvitationsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { cursor, limit }: QueryOf<typeof listInvitations>,
): Promise<ReplyOf<typeof listInvitations>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const after = placeOfId(cursor);
  const found = await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    sentInvitations(ctx, tx, merchantId, { after, limit: limit + 1 }),
  );
  const data = found.slice(0, limit);
  const last = data.at(-1);
  return {
    data,
    meta: { next_cursor: last && found.length > limit ? nextCursor(last.created_at, last.id) : null },
  };
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
    const [invitation] = isRevoked ? await sentInvitations(ctx, tx, merchantId, { id: invitationId, limit: 1 }) : [];
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
