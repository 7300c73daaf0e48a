// Operators run the installation: they see all users, brands, emails and the audit log, and need a reason to act on an
// account. Uses the system role, because this data belongs to no single brand or creator.
import type { BodyOf, DataOf, MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type {
  checkAuditLog,
  createBrand,
  handOverLink,
  listAuditEntries,
  listMails,
  listUsers,
  OperatorBrand,
  OperatorUser,
  OutboxMail,
  readMail,
  setUserStatus,
} from '@vitrine/contract/operators.ts';
import { isKnownCurrency } from '@vitrine/contract/values/amounts.ts';
import { noteHandover } from '../accounts/handover.service.ts';
import type { Context } from '../context.ts';
import { addStaff, createMerchant } from '../merchants/merchants.service.ts';
import { findOrMakeStaff, welcomeStaff } from '../team/welcome.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { isId } from '../platform/ids.ts';
import { retryMail, type StoredMail, unsentLink } from '../platform/mail/mail.ts';
import { copyMail, type ResendObstacle, resendObstacle } from '../platform/mail/mail.resend.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { checkChain, pageOfAudit } from './audit.views.ts';
import { checkIdentity } from './brands.identity.ts';
import { brandOf, listOfBrands } from './brands.views.ts';
import { findMail, lockMail, pageOfMails, presentMail } from './mails.views.ts';
import { brandOpenedMail } from './operators.mails.ts';
import { accessInstallation } from './operators.access.ts';
import { changeUserStatus } from './oversight.service.ts';
import { previewAddress } from './preview.ts';
import { findOperatorUser, pageOfUsers } from './users.views.ts';

export async function listUsersFor(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listUsers>,
): Promise<{ data: OperatorUser[]; meta: MetaOf<typeof listUsers> }> {
  accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, (tx) => pageOfUsers(ctx, tx, query));
}

export async function readUserFor(ctx: Context, actor: Actor, uid: string): Promise<OperatorUser> {
  accessInstallation(actor);
  const user = await ctx.database.as({ role: 'system' }, (tx) => findOperatorUser(ctx, tx, uid));
  if (!user) throw new Refusal('not_found');
  return user;
}

export async function setUserStatusFor(
  ctx: Context,
  actor: Actor,
  uid: string,
  input: BodyOf<typeof setUserStatus>,
): Promise<OperatorUser> {
  await changeUserStatus(ctx, accessInstallation(actor), uid, input);
  return readUserFor(ctx, actor, uid);
}

export async function listMailsFor(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listMails>,
): Promise<{ data: OutboxMail[]; meta: MetaOf<typeof listMails> }> {
  accessInstallation(actor);
  const { data, meta } = await ctx.database.as({ role: 'system' }, (tx) => pageOfMails(tx, query));
  return { data, meta: { ...meta, is_sending: ctx.config.smtpUrl !== undefined } };
}

function linkOf(ctx: Context, mail: StoredMail): DataOf<typeof readMail>['link'] {
  if (!mail.secrets_expire_at) return null;
  const isWaiting = unsentLink(ctx, mail) !== undefined;
  return {
    state: isWaiting ? 'waiting' : mail.sent_at ? 'sent' : 'expired',
    expires_at: mail.secrets_expire_at.toISOString(),
    can_be_handed_over: isWaiting && ctx.config.smtpUrl === undefined,
  };
}

/** Access links are not part of the stored text. Reading an email is audited. */
export async function readMailFor(ctx: Context, actor: Actor, mailId: string): Promise<DataOf<typeof readMail>> {
  const operator = accessInstallation(actor);
  if (!isId(mailId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const mail = await findMail(tx, mailId);
    if (!mail) throw new Refusal('not_found');
    await audit(ctx, tx, operator, {
      action: 'mail.read',
      subject: { kind: 'mail', id: mailId },
      details: { kind: mail.kind },
    });
    return {
      ...presentMail(mail),
      text: mail.text,
      html_url: previewAddress(ctx, mailId),
      link: linkOf(ctx, mail),
      resend_obstacle: resendObstacle(mail),
    };
  });
}

/** Gives an operator the access link of an email that can't be sent. It is audited, and the user is notified. */
export async function handOverLinkFor(
  ctx: Context,
  actor: Actor,
  mailId: string,
  { reason }: BodyOf<typeof handOverLink>,
): Promise<DataOf<typeof handOverLink>> {
  const operator = accessInstallation(actor);
  if (!isId(mailId)) throw new Refusal('not_found');
  const mail = await ctx.database.as({ role: 'system' }, (tx) => findMail(tx, mailId));
  if (!mail) throw new Refusal('not_found');
  if (ctx.config.smtpUrl !== undefined)
    throw new Refusal('conflict', { message: 'A mail server is configured, so only the recipient gets the link' });
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const link = unsentLink(ctx, mail);
    if (!link) throw new Refusal('conflict', { message: 'This email has no link that still works; request a new one' });
    const { kind, recipient, subject_user: subjectUser } = mail;
    await noteHandover(ctx, tx, operator, { mailId, kind, recipient, subjectUser, reason });
    return { url: link.url, expires_at: link.expiresAt.toISOString() };
  });
}

const obstacleTexts: Record<ResendObstacle, string> = {
  waiting: 'This email waits to be sent.',
  deleted: 'The text or the address of this email was deleted, so it can’t be sent again.',
  link: 'The access link of this email is no longer stored, so it can’t be sent again. Request a new one.',
};

/** Tries a failed email again, or sends a copy of a sent one. */
export async function resendMailFor(ctx: Context, actor: Actor, mailId: string): Promise<OutboxMail> {
  const operator = accessInstallation(actor);
  if (!isId(mailId)) throw new Refusal('not_found');
  const mail = await ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await lockMail(tx, mailId);
    if (!found) throw new Refusal('not_found');
    const obstacle = resendObstacle(found);
    if (obstacle) throw new Refusal('conflict', { message: obstacleTexts[obstacle] });
    const sentId = found.sent_at ? await copyMail(ctx, tx, found) : mailId;
    if (sentId === undefined)
      throw new Refusal('conflict', { message: 'This email was sent again less than a minute ago. Wait a minute.' });
    if (!found.sent_at) await retryMail(ctx, tx, mailId);
    await audit(ctx, tx, operator, {
      action: 'mail.resent',
      subject: { kind: 'mail', id: mailId },
      details: { kind: found.kind, ...(sentId !== mailId && { copy: sentId }) },
    });
    return findMail(tx, sentId);
  });
  if (!mail) throw new Refusal('not_found');
  return presentMail(mail);
}

export async function listAuditFor(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listAuditEntries>,
): Promise<{ data: DataOf<typeof listAuditEntries>; meta: MetaOf<typeof listAuditEntries> }> {
  accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, (tx) => pageOfAudit(tx, query));
}

export async function checkAuditFor(ctx: Context, actor: Actor): Promise<DataOf<typeof checkAuditLog>> {
  accessInstallation(actor);
  const checked = await ctx.database.as({ role: 'system' }, checkChain);
  return { ...checked, checked_at: ctx.clock.now().toISOString() };
}

export async function listBrandsFor(ctx: Context, actor: Actor): Promise<OperatorBrand[]> {
  const operator = accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, (tx) => listOfBrands(ctx, tx, operator.userId));
}

/** Creates a brand. The owner is notified last, when everything is set up. */
export async function createBrandFor(
  ctx: Context,
  actor: Actor,
  input: BodyOf<typeof createBrand>,
): Promise<DataOf<typeof createBrand>> {
  const operator = accessInstallation(actor);
  if (!isKnownCurrency(input.currency)) throw invalid('currency', 'must be an ISO 4217 currency code, like USD');
  const { display_name: displayName, currency, shop_url: shopUrl } = input;
  const { byKey, standard } = ctx.config.variants;
  const { project = standard.key } = input;
  if (!byKey.has(project))
    throw invalid('project', `must be a variant of this installation: ${[...byKey.keys()].join(', ')}`);
  await ctx.database.as({ role: 'system' }, (tx) =>
    checkIdentity(ctx, tx, {
      merchantId: null,
      name: displayName,
      hosts: [{ host: new URL(shopUrl).hostname, field: 'shop_url' }],
      isDeliberate: input.is_deliberate ?? false,
    }),
  );
  const owner = await findOrMakeStaff(ctx, { ...input.owner, project }, 'owner.email');
  const merchantId = await createMerchant(ctx, { displayName, currency, shopUrl, project });
  await addStaff(ctx, merchantId, owner.userId, 'owner');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const link = await welcomeStaff(ctx, tx, owner, (reader, to, portal) =>
      brandOpenedMail(reader, { brand: displayName, portal }, to),
    );
    await audit(ctx, tx, operator, {
      action: 'brand.opened',
      merchantId,
      subject: { kind: 'user', id: owner.userId },
      details: { display_name: displayName, owner_is_new: owner.isNew, link_shown: link !== undefined },
    });
    const brand = await brandOf(ctx, tx, { merchantId, operatorId: operator.userId });
    return { ...brand, owner_link: link ? { url: link.url, expires_at: link.expiresAt.toISOString() } : null };
  });
}
