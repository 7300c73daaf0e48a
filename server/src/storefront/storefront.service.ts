// A placement is a product on a creator's storefront. It has its own link, which keeps working, with its figures, after
// the placement is removed. Positions are 0, 1, 2 … without gaps, within each collection and among placements without
// one.
import type { BodyOf, DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type {
  addPlacement,
  changePlacement,
  findProductByAddress,
  listPlacements,
  Placement,
  searchProducts,
} from '@vitrine/contract/storefront.ts';
import { misleadingHost } from '@vitrine/contract/values/shown-addresses.ts';
import { findProductAt } from '../catalogue/products.service.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessActiveAccount, accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { isCollection } from './collections.queries.ts';
import { checkedDestination, makeLink } from '../links/links.service.ts';
import { placementIdsOf, tallyOf } from './placements.views.ts';
import {
  findProduct,
  insertPlacement,
  positionAfterLast,
  listPlacementIds,
  lockStorefront,
  numberPlacements,
  updatePlacement,
} from './storefront.queries.ts';
import { placementsOf, productsToPlace, productToPlace } from './storefront.views.ts';

function scopeOf(account: AccountAccess) {
  return { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
}

async function readPlacement(ctx: Context, tx: Tx, account: AccountAccess, id: string): Promise<Placement> {
  const [found] = isId(id) ? await placementsOf(ctx, tx, account, [id]) : [];
  if (!found) throw new Refusal('not_found');
  return found;
}

export async function listPlacementsOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  query: QueryOf<typeof listPlacements>,
): Promise<ReplyOf<typeof listPlacements>> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    const { ids, next } = await placementIdsOf(tx, account, query);
    const data = await placementsOf(ctx, tx, account, ids);
    return { data, meta: { next_cursor: next, ...(await tallyOf(ctx, tx, account)) } };
  });
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

/** Finds the product for a pasted address, from its text only; null if it is another page of the shop. */
export async function findByAddress(
  ctx: Context,
  actor: Actor,
  accountId: string,
  text: string,
): Promise<DataOf<typeof findProductByAddress>> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    const address = await checkedDestination(ctx, tx, account, text, 'address');
    const found = await findProductAt(tx, account.merchantId, address);
    return { address, product: found ? await productToPlace(ctx, tx, account, found) : null };
  });
}

async function checkCollection(tx: Tx, account: AccountAccess, id: string | null): Promise<void> {
  if (id === null || (isId(id) && (await isCollection(tx, account, id)))) return;
  throw invalid('collection_id', 'must be a collection of this storefront');
}

/** The title is what shoppers click, so it doesn't read like an address of somebody else. */
function checkTitle(title: string | null | undefined, productUrl: string): void {
  const shown = misleadingHost(title ?? '', productUrl);
  if (shown === undefined) return;
  const host = new URL(productUrl).hostname;
  throw invalid('title', `must not show the address ${shown}, because it leads to ${host}; use words`);
}

export async function addPlacementTo(
  ctx: Context,
  actor: Actor,
  accountId: string,
  input: BodyOf<typeof addPlacement>,
): Promise<Placement> {
  const account = await accessActiveAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    const product = isId(input.product_id) ? await findProduct(tx, account.merchantId, input.product_id) : undefined;
    if (!product) throw invalid('product_id', 'must be a product in this brand’s catalog');
    await lockStorefront(tx, account);
    const collectionId = input.collection_id ?? null;
    await checkCollection(tx, account, collectionId);
    const title = input.title || null;
    checkTitle(title, product.url);
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
      collection_id: collectionId,
      post_id: null,
      link_id: link.id,
      position: await positionAfterLast(tx, account, collectionId),
      title,
      note: input.note ?? '',
      created_at: now,
      hidden_at: null,
      removed_at: null,
    });
    return readPlacement(ctx, tx, account, id);
  });
}

type Place = { collectionId: string | null; position: number | undefined };

/** Moves a placement. Without a position, it goes to the end of a new collection, or stays where it is. */
async function movePlacement(tx: Tx, account: AccountAccess, placement: Placement, to: Place): Promise<void> {
  const isElsewhere = to.collectionId !== placement.collection_id;
  if (!isElsewhere && to.position === undefined) return;
  const others = (collectionId: string | null) =>
    listPlacementIds(tx, account, collectionId).then((ids) => ids.filter((id) => id !== placement.id));
  if (isElsewhere) {
    await checkCollection(tx, account, to.collectionId);
    await numberPlacements(tx, account.merchantId, await others(placement.collection_id));
    await updatePlacement(tx, account.merchantId, placement.id, { collection_id: to.collectionId });
  }
  const beside = await others(to.collectionId);
  const at = to.position ?? beside.length;
  await numberPlacements(tx, account.merchantId, beside.toSpliced(at, 0, placement.id));
}

export async function changePlacementOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  placementId: string,
  change: BodyOf<typeof changePlacement>,
): Promise<Placement> {
  const account = await accessActiveAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    await lockStorefront(tx, account);
    const before = await readPlacement(ctx, tx, account, placementId);
    checkTitle(change.title, before.product.url);
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
    await movePlacement(tx, account, before, {
      collectionId: change.collection_id === undefined ? before.collection_id : change.collection_id,
      position: change.position,
    });
    return readPlacement(ctx, tx, account, placementId);
  });
}

export async function removePlacementFrom(
  ctx: Context,
  actor: Actor,
  accountId: string,
  placementId: string,
): Promise<{ removed: true }> {
  const account = await accessActiveAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    await lockStorefront(tx, account);
    const { collection_id: collectionId } = await readPlacement(ctx, tx, account, placementId);
    const ids = await listPlacementIds(tx, account, collectionId);
    await updatePlacement(tx, account.merchantId, placementId, { removed_at: ctx.clock.now() });
    await numberPlacements(
      tx,
      account.merchantId,
      ids.filter((id) => id !== placementId),
    );
    return { removed: true };
  });
}
