import type { Appearance, changeAppearance, previewAppearance } from '@vitrine/contract/appearance.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessActiveAccount, accessMerchantAccount } from '../creators/creators.access.ts';
import { ownsPicture } from '../pictures/pictures.service.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { publicAddress } from '../platform/public.address.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { sealDraft } from './appearance.draft.ts';
import { lookOf } from './look.ts';
import { findHandle, findStorefront, storeStorefront } from './storefront.queries.ts';

type Wanted = BodyOf<typeof changeAppearance>;

function scopeOf(account: AccountAccess) {
  return { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
}

async function appearanceOf(ctx: Context, account: AccountAccess): Promise<Appearance> {
  const found = await ctx.database.as(scopeOf(account), (tx) => findStorefront(tx, account));
  const banner = found?.banner ?? null;
  return {
    title: found?.title ?? '',
    bio: found?.bio ?? '',
    banner: banner === null ? null : { path: banner, url: publicAddress(ctx.config.publicUrl, banner) },
    ...lookOf(found?.appearance),
  };
}

export async function readAppearanceOf(ctx: Context, actor: Actor, accountId: string): Promise<Appearance> {
  return appearanceOf(ctx, await accessMerchantAccount(ctx, actor, accountId));
}

/** A banner must be a picture that the creator uploaded. Other users' pictures are refused like missing ones. */
async function checkBanner(ctx: Context, account: AccountAccess, banner: string | null): Promise<void> {
  if (banner === null || (await ownsPicture(ctx, { creatorId: account.creatorId }, banner))) return;
  throw invalid('banner', 'must be a picture you uploaded');
}

export async function changeAppearanceOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  wanted: Wanted,
): Promise<Appearance> {
  const account = await accessActiveAccount(ctx, actor, accountId);
  await checkBanner(ctx, account, wanted.banner);
  const { title, bio, banner, ...look } = wanted;
  await ctx.database.as(scopeOf(account), async (tx) => {
    await storeStorefront(tx, { ...account, title, bio, banner, look }, ctx.clock.now());
    await audit(ctx, tx, actor, {
      action: 'storefront.changed',
      merchantId: account.merchantId,
      subject: { kind: 'merchant_account', id: account.merchantAccountId },
      details: wanted,
    });
  });
  return appearanceOf(ctx, account);
}

export async function previewAppearanceOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  wanted: Wanted,
): Promise<DataOf<typeof previewAppearance>> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  await checkBanner(ctx, account, wanted.banner);
  const handle = await ctx.database.as(scopeOf(account), (tx) => findHandle(tx, account.creatorId));
  if (handle === undefined) throw new Refusal('not_found');
  const draft = sealDraft(ctx, account.merchantAccountId, wanted);
  return { path: `/@${handle}/${account.merchantSlug}/preview?draft=${draft}` };
}
