// The data that shoppers may see. Read with the public role, whose policies exclude hidden and removed placements, archived
// products, disabled links, accounts that are not active and creators whose status is not 100. Creators
// who are closing their account are left out here.
import type { BrandPause } from '@vitrine/contract/values/brand-status.ts';
import { sql } from 'kysely';
import { isTakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';
import type { PublicTakedown } from '../platform/http/takedown.notice.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Look, lookOf } from './look.ts';
import { countProducts, shopperProducts, type ShopperSection } from './shopper.products.views.ts';

export type ShopperCreator = { id: string; handle: string; name: string; avatar: string | null };

export type ShopperStorefront = {
  accountId: string;
  slug: string;
  brand: string;
  logo: string | null;
  project: string;
  title: string;
  bio: string;
  banner: string | null;
  look: Look;
  /** When the brand last imported its prices. */
  pricesAt: Date | null;
  /** Set while the brand is paused or closed; its products are not shown then. */
  pause: BrandPause['status'] | null;
};

/** With the first few of its products, and how many there are. */
export type ShopperShelf = ShopperStorefront & { total: number; sections: ShopperSection[] };

export type Found = { creator: ShopperCreator } | { movedTo: string } | undefined;

async function findCurrent(tx: Tx, by: { handle: string } | { id: string }): Promise<ShopperCreator | undefined> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'user_handle', 'display_name', 'avatar'])
    .where((where) => ('handle' in by ? where('user_handle', '=', by.handle) : where('id', '=', by.id)))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('closures').select('closures.user_id').whereRef('closures.user_id', '=', 'users.id'))),
    )
    .executeTakeFirst();
  if (!row?.user_handle) return undefined;
  return { id: row.id, handle: row.user_handle, name: row.display_name, avatar: row.avatar };
}

/** Finds a creator by handle, in any case, or by a former handle. */
export async function findCreator(tx: Tx, given: string): Promise<Found> {
  const handle = given.toLowerCase();
  if (!/^[a-z0-9_]{2,30}$/.test(handle)) return undefined;
  const creator = await findCurrent(tx, { handle });
  if (creator) return handle === given ? { creator } : { movedTo: handle };
  const past = await tx
    .selectFrom('handle_history')
    .select('user_id')
    .where('user_handle', '=', handle)
    .executeTakeFirst();
  const now = past && (await findCurrent(tx, { id: past.user_id }));
  return now && { movedTo: now.handle };
}

/** Why a storefront, or all of a creator's, was taken down. */
export async function takedownOf(
  tx: Tx,
  kind: 'creator' | 'storefront',
  id: string,
): Promise<PublicTakedown | undefined> {
  const found = await tx
    .selectFrom('takedowns')
    .select(['category', 'reason'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .executeTakeFirst();
  return found && isTakedownCategory(found.category) ? { category: found.category, reason: found.reason } : undefined;
}

function storefrontRows(tx: Tx, creatorId: string, slug: string | undefined) {
  return (
    tx
      .selectFrom('merchant_accounts')
      .innerJoin('merchants', 'merchants.id', 'merchant_accounts.merchant_id')
      .leftJoin('storefronts', (join) =>
        join
          .onRef('storefronts.merchant_id', '=', 'merchant_accounts.merchant_id')
          .onRef('storefronts.merchant_account_id', '=', 'merchant_accounts.id'),
      )
      .select([
        'merchant_accounts.id',
        'merchants.slug',
        'merchants.display_name',
        'merchants.brand_logo',
        'merchants.accent',
        'merchants.project_key',
        'storefronts.title',
        'storefronts.bio',
        'storefronts.banner',
        'storefronts.appearance',
        sql<Date | null>`(select max(i.created_at) from product_imports i where i.merchant_id = merchants.id and i.undone_at is null)`.as(
          'prices_at',
        ),
        sql<
          BrandPause['status'] | null
        >`(select p.kind from merchant_pauses p where p.merchant_id = merchants.id and p.ended_at is null)`.as('pause'),
      ])
      .where('merchant_accounts.creator_id', '=', creatorId)
      // On the creator's page, storefronts that were taken down are left out; their own pages say why.
      .$if(slug === undefined, (accounts) =>
        accounts.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('takedowns')
                .select('takedowns.id')
                .where('takedowns.subject_kind', '=', 'storefront')
                .whereRef('takedowns.subject_id', '=', 'merchant_accounts.id'),
            ),
          ),
        ),
      )
      .$if(slug !== undefined, (accounts) => accounts.where('merchants.slug', '=', slug ?? ''))
      .orderBy('merchant_accounts.joined_at')
      .orderBy('merchants.slug')
      .execute()
  );
}

type StorefrontRow = Awaited<ReturnType<typeof storefrontRows>>[number];

function presentStorefront(row: StorefrontRow): ShopperStorefront {
  return {
    accountId: row.id,
    slug: row.slug,
    brand: row.display_name,
    logo: row.brand_logo,
    project: row.project_key,
    title: row.title ?? '',
    bio: row.bio ?? '',
    banner: row.banner,
    look: lookOf(row.appearance, row.accent),
    pricesAt: row.prices_at,
    pause: row.pause,
  };
}

/** A creator's storefronts, each with its first few products. */
export async function shelvesOf(tx: Tx, creatorId: string, most: number): Promise<ShopperShelf[]> {
  const rows = await storefrontRows(tx, creatorId, undefined);
  const open = rows.filter((row) => row.pause === null);
  const totals = await countProducts(
    tx,
    open.map((row) => row.id),
  );
  const shelves: ShopperShelf[] = [];
  for (const row of rows) {
    const total = totals.get(row.id) ?? 0;
    const { sections } = total > 0 ? await shopperProducts(tx, row.id, { most }) : { sections: [] };
    shelves.push({ ...presentStorefront(row), total, sections });
  }
  return shelves;
}

/** A creator's storefront at a brand. */
export async function shopperStorefront(
  tx: Tx,
  creatorId: string,
  slug: string,
): Promise<ShopperStorefront | undefined> {
  const [row] = await storefrontRows(tx, creatorId, slug);
  return row && presentStorefront(row);
}
