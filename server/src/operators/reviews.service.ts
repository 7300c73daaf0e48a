// What operators decide about names and hosts of brands. What waits takes effect when it is approved; a host that is in
// effect can be withdrawn, and links to it then lead to the brand's shop.
import type { BrandReview, listBrandReviews } from '@vitrine/contract/brand-reviews.ts';
import type { QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { returnLinks } from '../links/links.hosts.ts';
import { type LockedBrand, lockBrand, saveBrand, tellUsersOfBrand } from '../merchants/brand.status.ts';
import { claimName, noteOlderNames } from '../merchants/brand.names.ts';
import { decideReview, listReviews, lockReview } from '../merchants/brand.reviews.ts';
import { insertSettingChange, nextChangeAt } from '../merchants/settings.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { isId, newId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { accessInstallation } from './operators.access.ts';

export async function listBrandReviewsFor(
  ctx: Context,
  actor: Actor,
  { decided, cursor, limit }: QueryOf<typeof listBrandReviews>,
): Promise<ReplyOf<typeof listBrandReviews>> {
  accessInstallation(actor);
  const before = placeOfId(cursor)?.id;
  const states = decided === 'yes' ? (['approved', 'refused', 'withdrawn'] as const) : (['waiting', 'open'] as const);
  const rows = await ctx.database.as({ role: 'system' }, async (tx) => {
    await noteOlderNames(ctx, tx);
    return listReviews(tx, { states, ...(before !== undefined && { before }), most: limit + 1 });
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page,
    meta: { next_cursor: last && rows.length > limit ? nextCursor(last.requested_at, last.id) : null },
  };
}

type Review = NonNullable<Awaited<ReturnType<typeof lockReview>>>;
type Decision = { state: 'approved' | 'refused' | 'withdrawn'; reason: string };

async function saveChange(
  ctx: Context,
  tx: Tx,
  brand: LockedBrand,
  by: string,
  to: { displayName?: string; hosts?: string[] },
): Promise<void> {
  const { displayName, shopUrl, project, hosts } = brand;
  await saveBrand(tx, brand.id, { displayName, shopUrl, project, hosts, ...to });
  const changedAt = await nextChangeAt(tx, brand.id, ctx.clock.now());
  await insertSettingChange(tx, brand.id, {
    id: newId(changedAt),
    changedAt,
    changedBy: by,
    before: to.hosts ? { hosts } : { display_name: displayName },
    after: to.hosts ? { hosts: to.hosts } : { display_name: to.displayName ?? displayName },
  });
}

async function apply(
  ctx: Context,
  tx: Tx,
  review: Review,
  brand: LockedBrand,
  { by, state }: { by: string; state: Decision['state'] },
) {
  const { value } = review;
  if (state === 'approved' && review.state === 'waiting') {
    if (review.kind === 'host')
      return saveChange(ctx, tx, brand, by, { hosts: [...new Set([...brand.hosts, value])].toSorted() });
    await claimName(ctx, tx, brand.id, { name: value, isVouched: true });
    return saveChange(ctx, tx, brand, by, { displayName: value });
  }
  if (state !== 'withdrawn') return;
  if (value === new URL(brand.shopUrl).hostname)
    throw new Refusal('conflict', {
      message: `${value} is the host of the brand’s shop. Change the shop’s address under Brands first`,
    });
  await saveChange(ctx, tx, brand, by, { hosts: brand.hosts.filter((host) => host !== value) });
  await returnLinks(tx, brand.id, { host: value, shopUrl: brand.shopUrl });
}

async function decide(
  ctx: Context,
  operator: Person,
  reviewId: string,
  decisionOf: (review: Review) => Decision,
): Promise<BrandReview> {
  if (!isId(reviewId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    // The brand first, as whoever changes it does.
    const found = await tx
      .selectFrom('brand_reviews')
      .select('merchant_id')
      .where('id', '=', reviewId)
      .executeTakeFirst();
    if (!found) throw new Refusal('not_found');
    const brand = await lockBrand(tx, found.merchant_id);
    const review = await lockReview(tx, reviewId);
    if (!review) throw new Refusal('not_found');
    if (review.state !== 'waiting' && review.state !== 'open')
      throw new Refusal('conflict', { message: `This was already ${review.state}` });
    const { state, reason } = decisionOf(review);
    // Decided first: a claimed name cancels what still waits.
    await decideReview(ctx, tx, reviewId, { state, reason, by: operator.userId });
    await apply(ctx, tx, review, brand, { by: operator.userId, state });
    await audit(ctx, tx, operator, {
      action: `brand_review.${state}`,
      merchantId: brand.id,
      subject: { kind: 'merchant', id: brand.id },
      details: { [review.kind]: review.value, concern: review.concern, ...(reason !== '' && { reason }) },
    });
    if (review.state === 'waiting' || state === 'withdrawn') {
      const notice = {
        kind: 'brand_review',
        what: review.kind === 'host' ? 'host' : 'name',
        value: review.value,
      } as const;
      await notify(ctx, tx, { merchantId: brand.id, staffWith: 'settings' }, { ...notice, state, reason });
      await tellUsersOfBrand(ctx, tx, brand.id);
    }
    const [decided] = await listReviews(tx, { id: reviewId, most: 1 });
    if (!decided) throw new Refusal('not_found');
    return decided;
  });
}

export async function approveBrandReviewFor(ctx: Context, actor: Actor, reviewId: string): Promise<BrandReview> {
  return decide(ctx, accessInstallation(actor), reviewId, () => ({ state: 'approved', reason: '' }));
}

export async function refuseBrandReviewFor(
  ctx: Context,
  actor: Actor,
  reviewId: string,
  reason: string,
): Promise<BrandReview> {
  return decide(ctx, accessInstallation(actor), reviewId, (review) => {
    if (review.concern === 'twin')
      throw new Refusal('conflict', {
        message: 'Both brands had this name before names were checked. Rename one of them under Brands, or approve it',
      });
    return { state: review.state === 'waiting' ? 'refused' : 'withdrawn', reason };
  });
}
