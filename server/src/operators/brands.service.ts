// An operator changes, pauses, closes or reopens a brand. Each change has a reason, which is audited, emailed to the
// brand's owners and, while the brand is not active, shown to its staff and creators.
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { changeBrand, OperatorBrand, setBrandStatus } from '@vitrine/contract/operators.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import {
  type BrandChange,
  type LockedBrand,
  lockBrand,
  saveBrand,
  saveBrandStatus,
  tellUsersOfBrand,
} from '../merchants/brand.status.ts';
import { claimName } from '../merchants/brand.names.ts';
import { cancelReviews } from '../merchants/brand.reviews.ts';
import { ownersOf } from '../merchants/owners.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { type Mail, queueMail, type Reader } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { checkIdentity } from './brands.identity.ts';
import { type BrandView, brandOf } from './brands.views.ts';
import { brandChangedMail, brandStatusMail } from './brands.mails.ts';
import { accessInstallation } from './operators.access.ts';

export async function findBrand(ctx: Context, merchantId: string): Promise<LockedBrand> {
  if (!isId(merchantId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'system' }, (tx) => lockBrand(tx, merchantId));
}

type Change = { mail: (owner: Reader) => Mail };

/** Applies a change to a locked brand and notifies its owners and everyone whose screens show it. */
export async function changeLocked(
  ctx: Context,
  view: BrandView,
  change: (tx: Tx, brand: LockedBrand) => Promise<Change | undefined>,
): Promise<OperatorBrand> {
  const { merchantId } = view;
  if (!isId(merchantId)) throw new Refusal('not_found');
  const owners: Reader[] = [];
  for (const userId of await ownersOf(ctx, merchantId)) {
    const owner = await mailboxOf(ctx, userId);
    if (owner) owners.push(owner);
  }
  const after = await ctx.database.as({ role: 'system' }, async (tx) => {
    const made = await change(tx, await lockBrand(tx, merchantId));
    if (made) {
      for (const owner of owners) await queueMail(ctx, tx, made.mail(owner));
      await tellUsersOfBrand(ctx, tx, merchantId);
    }
    return brandOf(ctx, tx, view);
  });
  await ctx.jobs.soon('deliver_mails');
  return after;
}

const auditActions = {
  paused: () => 'brand.paused',
  closed: () => 'brand.closed',
  active: (before: string) => (before === 'closed' ? 'brand.reopened' : 'brand.resumed'),
};

export async function setBrandStatusFor(
  ctx: Context,
  actor: Actor,
  merchantId: string,
  { status, reason }: BodyOf<typeof setBrandStatus>,
): Promise<OperatorBrand> {
  const operator = accessInstallation(actor);
  return changeLocked(ctx, { merchantId, operatorId: operator.userId }, async (tx, brand) => {
    if (brand.status === status)
      throw new Refusal('conflict', { message: `${brand.displayName} is already ${status}` });
    await saveBrandStatus(ctx, tx, brand, { status, reason, by: operator.userId });
    await audit(ctx, tx, operator, {
      action: auditActions[status](brand.status),
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: { before: brand.status, after: status, reason },
    });
    return { mail: (owner) => brandStatusMail(ctx, owner, brand, { status, reason }) };
  });
}

/** The changed fields by their name in the contract, as they were and as they are. */
function differences(before: BrandChange, after: BrandChange): Record<string, { before: string; after: string }> {
  const fields = {
    display_name: [before.displayName, after.displayName],
    shop_url: [before.shopUrl, after.shopUrl],
    project: [before.project, after.project],
    hosts: [before.hosts.join(', '), after.hosts.join(', ')],
  } as const;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, [was, is]]) => (was === is ? [] : [[name, { before: was, after: is }]])),
  );
}

export async function changeBrandFor(
  ctx: Context,
  actor: Actor,
  merchantId: string,
  { reason, is_deliberate: isDeliberate = false, ...wanted }: BodyOf<typeof changeBrand>,
): Promise<OperatorBrand> {
  const operator = accessInstallation(actor);
  const { byKey } = ctx.config.variants;
  if (wanted.project !== undefined && !byKey.has(wanted.project))
    throw invalid('project', `must be a variant of this installation: ${[...byKey.keys()].join(', ')}`);
  return changeLocked(ctx, { merchantId, operatorId: operator.userId }, async (tx, brand) => {
    const shopUrl = wanted.shop_url ?? brand.shopUrl;
    const after: BrandChange = {
      displayName: wanted.display_name ?? brand.displayName,
      shopUrl,
      project: wanted.project ?? brand.project,
      hosts: [...new Set([...(wanted.hosts ?? brand.hosts), new URL(shopUrl).hostname])].toSorted(),
    };
    const changed = differences(brand, after);
    if (Object.keys(changed).length === 0) return undefined;
    const isRenamed = after.displayName !== brand.displayName;
    const added = after.hosts.filter((host) => !brand.hosts.includes(host));
    const fieldOf = (host: string) =>
      wanted.hosts?.includes(host) ? `hosts.${wanted.hosts.indexOf(host)}` : 'shop_url';
    await checkIdentity(ctx, tx, {
      merchantId,
      name: isRenamed ? after.displayName : undefined,
      hosts: added.map((host) => ({ host, field: fieldOf(host) })),
      isDeliberate,
    });
    if (isRenamed) await claimName(ctx, tx, merchantId, { name: after.displayName, isVouched: true });
    // What an operator has entered or removed needs no other look.
    const settled = [...added, ...brand.hosts.filter((host) => !after.hosts.includes(host))];
    if (settled.length > 0) await cancelReviews(ctx, tx, merchantId, { kind: 'host', values: settled });
    await saveBrand(tx, merchantId, after);
    const details = Object.entries(changed).flatMap(([name, value]) => [
      [`${name}_before`, value.before],
      [name, value.after],
    ]);
    await audit(ctx, tx, operator, {
      action: 'brand.changed',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: { ...Object.fromEntries(details), reason },
    });
    return {
      mail: (owner) => brandChangedMail(ctx, owner, { ...brand, displayName: after.displayName }, { changed, reason }),
    };
  });
}
