// A placement is one appearance of a product on a creator's storefront. It has a link of its own, which outlives it:
// a removed placement keeps its figures and its link goes on working. Positions are 0, 1, 2 … without a gap.
import type { BodyOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { addPlacement, changePlacement, Placement, searchProducts } from '@vitrine/contract/storefront.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { makeLink } from './shortlinks.service.ts';
import {
  findProduct,
  insertPlacement,
  listPlacementIds,
  lockStorefront,
  numberPlacements,
  storeStorefront,
  updatePlacement,
} from './storefront.queries.ts';
import { placementsOf, productsToPlace } from './storefront.views.ts';

function scopeOf(account: AccountAccess) {
  return { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
}

async function readPlacement(ctx: Context, tx: Tx, account: AccountAccess, id: string): Promise<Placement> {
  const [found] = isId(id) ? await placementsOf(ctx, tx, account, id) : [];
  if (!found) throw new Refusal('not_found');
  return found;
}

/** Gives a storefront its heading and the words below it. */
export async function describeStorefront(
  ctx: Context,
  account: Pick<AccountAccess, 'merchantId' | 'merchantAccountId' | 'creatorId'>,
  words: { title: string; bio: string },
): Promise<void> {
  await ctx.database.as({ role: 'app', merchantId: account.merchantId, creatorId: account.creatorId }, (tx) =>
    storeStorefront(tx, {
      merchant_id: account.merchantId,
      merchant_account_id: account.merchantAccountId,
      creator_id: account.creatorId,
      title: words.title,
      bio: words.bio,
      banner: null,
      updated_at: ctx.clock.now(),
    }),
  );
}

export async function listPlacementsOf(ctx: Context, actor: Actor, accountId: string): Promise<Placement[]> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), (tx) => placementsOf(ctx, tx, account));
}

export async function searchProductsFor(
  ctx: Context,
  actor: Actor,
  accountId: string,
  query: QueryOf<typeof searchProducts>,
): Promise<ReplyOf<typeof searchProducts>> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), (tx) => productsToPlace(ctx, tx, account, query));
}

export async function addPlacementTo(
  ctx: Context,
  actor: Actor,
  accountId: string,
  input: BodyOf<typeof addPlacement>,
): Promise<Placement> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    const product = isId(input.product_id) ? await findProduct(tx, account.merchantId, input.product_id) : undefined;
    if (!product) throw invalid('product_id', 'must be a product of this brand’s catalogue');
    await lockStorefront(tx, account);
    const title = input.title || null;
    const link = await makeLink(ctx, tx, account, {
      field: 'product_id',
      destination: product.url,
      title: (title ?? product.title).slice(0, 120),
    });
    const now = ctx.clock.now();
    const id = newId(now);
    await insertPlacement(tx, {
      merchant_id: account.merchantId,
      id,
      merchant_account_id: account.merchantAccountId,
      creator_id: account.creatorId,
      product_id: product.id,
      collection_id: null,
      post_id: null,
      link_id: link.id,
      position: (await listPlacementIds(tx, account)).length,
      title,
      note: input.note ?? '',
      created_at: now,
      hidden_at: null,
      removed_at: null,
    });
    return readPlacement(ctx, tx, account, id);
  });
}

async function movePlacement(tx: Tx, account: AccountAccess, id: string, position: number): Promise<void> {
  const others = (await listPlacementIds(tx, account)).filter((other) => other !== id);
  await numberPlacements(tx, account.merchantId, others.toSpliced(position, 0, id));
}

export async function changePlacementOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  placementId: string,
  change: BodyOf<typeof changePlacement>,
): Promise<Placement> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    await lockStorefront(tx, account);
    const before = await readPlacement(ctx, tx, account, placementId);
    const hiddenAt =
      change.hidden === undefined || change.hidden === before.hidden
        ? {}
        : { hidden_at: change.hidden ? ctx.clock.now() : null };
    const fields = {
      ...(change.title === undefined ? {} : { title: change.title || null }),
      ...(change.note === undefined ? {} : { note: change.note }),
      ...hiddenAt,
    };
    if (Object.keys(fields).length > 0) await updatePlacement(tx, account.merchantId, placementId, fields);
    if (change.position !== undefined) await movePlacement(tx, account, placementId, change.position);
    return readPlacement(ctx, tx, account, placementId);
  });
}

export async function removePlacementFrom(
  ctx: Context,
  actor: Actor,
  accountId: string,
  placementId: string,
): Promise<{ removed: true }> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    await lockStorefront(tx, account);
    const ids = await listPlacementIds(tx, account);
    if (!ids.includes(placementId)) throw new Refusal('not_found');
    await updatePlacement(tx, account.merchantId, placementId, { removed_at: ctx.clock.now() });
    await numberPlacements(
      tx,
      account.merchantId,
      ids.filter((id) => id !== placementId),
    );
    return { removed: true };
  });
}
