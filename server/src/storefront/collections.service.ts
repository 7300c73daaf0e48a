// A collection groups placements of a storefront under a title. A placement is in at most one. Positions of collections,
// and of the placements in each, are 0, 1, 2 …
import type { BodyOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import type {
  changeCollection,
  Collection,
  createCollection,
  fillCollection,
  removeCollection,
} from '@vitrine/contract/storefront.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessActiveAccount, accessMerchantAccount } from '../creators/creators.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import {
  assignPlacements,
  insertCollection,
  listPlaces,
  numberCollections,
  removePlacements,
  updateCollection,
} from './collections.queries.ts';
import { findCollections } from './collections.views.ts';
import { lockStorefront, numberPlacements } from './storefront.queries.ts';

const mostCollections = 100;

/** Works on one of the actor's storefronts while its order is locked. */
async function arrange<Outcome>(
  ctx: Context,
  actor: Actor,
  accountId: string,
  work: (tx: Tx, account: AccountAccess) => Promise<Outcome>,
): Promise<Outcome> {
  const account = await accessActiveAccount(ctx, actor, accountId);
  const scope = { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
  return ctx.database.as(scope, async (tx) => {
    await lockStorefront(tx, account);
    return work(tx, account);
  });
}

async function readCollection(ctx: Context, tx: Tx, account: AccountAccess, id: string): Promise<Collection> {
  const [found] = isId(id) ? await findCollections(ctx, tx, account, id) : [];
  if (!found) throw new Refusal('not_found');
  return found;
}

export async function listCollectionsOf(ctx: Context, actor: Actor, accountId: string): Promise<Collection[]> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  const scope = { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
  return ctx.database.as(scope, (tx) => findCollections(ctx, tx, account));
}

export function createCollectionOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  input: BodyOf<typeof createCollection>,
): Promise<Collection> {
  return arrange(ctx, actor, accountId, async (tx, account) => {
    const { length: position } = await findCollections(ctx, tx, account);
    if (position >= mostCollections)
      throw invalid('title', `can’t be added; a storefront can have at most ${mostCollections} collections`);
    const now = ctx.clock.now();
    const id = newId(now);
    await insertCollection(tx, {
      merchant_id: account.merchantId,
      id,
      merchant_account_id: account.merchantAccountId,
      creator_id: account.creatorId,
      title: input.title,
      position,
      created_at: now,
      hidden_at: null,
      removed_at: null,
    });
    return readCollection(ctx, tx, account, id);
  });
}

export function changeCollectionOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  collectionId: string,
  change: BodyOf<typeof changeCollection>,
): Promise<Collection> {
  return arrange(ctx, actor, accountId, async (tx, account) => {
    const before = await readCollection(ctx, tx, account, collectionId);
    const fields = {
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.hidden === undefined || change.hidden === before.hidden
        ? {}
        : { hidden_at: change.hidden ? ctx.clock.now() : null }),
    };
    if (Object.keys(fields).length > 0) await updateCollection(tx, account.merchantId, collectionId, fields);
    if (change.position !== undefined) {
      const others = (await findCollections(ctx, tx, account)).map(({ id }) => id).filter((id) => id !== collectionId);
      await numberCollections(tx, account.merchantId, others.toSpliced(change.position, 0, collectionId));
    }
    return readCollection(ctx, tx, account, collectionId);
  });
}

/** Renumbers the placements of these collections (or of none) after some were added or removed. */
async function numberGroups(tx: Tx, account: AccountAccess, groups: readonly (string | null)[]): Promise<void> {
  const places = await listPlaces(tx, account);
  for (const group of groups) {
    const ids = places.filter((place) => place.collection_id === group).map((place) => place.id);
    await numberPlacements(tx, account.merchantId, ids);
  }
}

export function fillCollectionOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  collectionId: string,
  { placement_ids: wanted }: BodyOf<typeof fillCollection>,
): Promise<Collection> {
  return arrange(ctx, actor, accountId, async (tx, account) => {
    await readCollection(ctx, tx, account, collectionId);
    const places = await listPlaces(tx, account);
    const known = new Set(places.map((place) => place.id));
    if (new Set(wanted).size !== wanted.length) throw invalid('placement_ids', 'must not contain duplicates');
    if (!wanted.every((id) => known.has(id))) throw invalid('placement_ids', 'must be placements on this storefront');
    const leaving = places.filter((place) => place.collection_id === collectionId && !wanted.includes(place.id));
    const outside = places.filter((place) => place.collection_id === null && !wanted.includes(place.id));
    const left = leaving.map((place) => place.id);
    await assignPlacements(tx, account.merchantId, left, null);
    await assignPlacements(tx, account.merchantId, wanted, collectionId);
    // Removed placements go after those without a collection.
    await numberPlacements(tx, account.merchantId, [...outside.map((place) => place.id), ...left]);
    await numberPlacements(tx, account.merchantId, wanted);
    const others = new Set(places.filter((place) => wanted.includes(place.id)).map((place) => place.collection_id));
    await numberGroups(
      tx,
      account,
      [...others].filter((group) => group !== null && group !== collectionId),
    );
    return readCollection(ctx, tx, account, collectionId);
  });
}

export function removeCollectionOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  collectionId: string,
  { products }: QueryOf<typeof removeCollection>,
): Promise<{ removed: true }> {
  return arrange(ctx, actor, accountId, async (tx, account) => {
    const collection = await readCollection(ctx, tx, account, collectionId);
    const places = await listPlaces(tx, account);
    const inside = places.filter((place) => place.collection_id === collectionId).map((place) => place.id);
    const outside = places.filter((place) => place.collection_id === null).map((place) => place.id);
    const now = ctx.clock.now();
    await updateCollection(tx, account.merchantId, collectionId, { removed_at: now });
    await assignPlacements(tx, account.merchantId, inside, null);
    if (products === 'remove') await removePlacements(tx, account.merchantId, inside, now);
    else await numberPlacements(tx, account.merchantId, [...outside, ...inside]);
    const others = (await findCollections(ctx, tx, account)).map(({ id }) => id);
    await numberCollections(tx, account.merchantId, others);
    await audit(ctx, tx, actor, {
      action: 'collection.removed',
      merchantId: account.merchantId,
      subject: { kind: 'collection', id: collectionId },
      details: { title: collection.title, products, placements: inside.length },
    });
    return { removed: true };
  });
}
