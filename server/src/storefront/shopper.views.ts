// The data that shoppers may see. Read with the public role, whose policies exclude hidden and removed placements, archived
// products, disabled links, accounts that are not active and creators whose status is not 100. Creators
// who are closing their account are left out here.
import type { BrandPause } from '@vitrine/contract/values/brand-status.ts';
import { sql } from 'kysely';
import { isTakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';
import type { PublicTakedown } from '../platform/http/takedown.notice.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Look, lookOf } from './look.ts';

export type ShopperCreator = { id: string; handle: string; name: string; avatar: string | null };

export type ShopperProduct = {
  code: string;
  sku: string;
  title: string;
  note: string;
  category: string;
  image: string | null;
  price: bigint;
  before: bigint | null;
  currency: string;
  inStock: boolean;
};

export type ShopperSection = { heading: string; caption: string; products: ShopperProduct[] };

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
  /** The number of products of the whole storefront; `sections` may contain fewer. */
  total: number;
  sections: ShopperSection[];
};

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

type ProductRow = {
  account_id: string;
  code: string;
  sku: string;
  own_title: string | null;
  title: string;
  note: string;
  category: string;
  image: string | null;
  price: bigint;
  compare_at_price: bigint | null;
  currency: string;
  in_stock: boolean;
  group_id: string | null;
  heading: string | null;
  caption: string | null;
  place: bigint;
  total: bigint;
};

// Placements of hidden collections or posts are hidden too; those without a collection come first.
async function productRows(tx: Tx, accountIds: readonly string[], most: number): Promise<ProductRow[]> {
  const found = await sql<ProductRow>`
    select * from (
      select p.merchant_account_id as account_id, l.code, g.sku, p.title as own_title, g.title, p.note, g.category, g.image, g.price,
        g.compare_at_price, g.currency, g.in_stock, coalesce(p.collection_id, p.post_id) as group_id, coalesce(c.title, o.title) as heading,
        o.caption,
        row_number() over (partition by p.merchant_account_id order by (p.collection_id is not null or p.post_id is not null),
          (p.post_id is not null), coalesce(c.position, o.position), coalesce(p.collection_id, p.post_id), p.position, p.id) as place,
        count(*) over (partition by p.merchant_account_id) as total
      from placements p
      join products g on g.merchant_id = p.merchant_id and g.id = p.product_id
      join links l on l.merchant_id = p.merchant_id and l.id = p.link_id
      left join collections c on c.merchant_id = p.merchant_id and c.id = p.collection_id
      left join posts o on o.merchant_id = p.merchant_id and o.id = p.post_id
      where p.merchant_account_id = any(${accountIds}::uuid[])
        and (p.collection_id is null or c.id is not null) and (p.post_id is null or o.id is not null)
    ) as shown where place <= ${most} order by account_id, place`.execute(tx);
  return found.rows;
}

function presentRow(row: ProductRow): ShopperProduct {
  return {
    code: row.code,
    sku: row.sku,
    title: row.own_title ?? row.title,
    note: row.note,
    category: row.category,
    image: row.image,
    price: row.price,
    before: row.compare_at_price,
    currency: row.currency,
    inStock: row.in_stock,
  };
}

function sectionsOf(rows: readonly ProductRow[]): ShopperSection[] {
  const sections = new Map<string | null, ShopperSection>();
  for (const row of rows) {
    const section = sections.get(row.group_id) ?? {
      heading: row.heading ?? '',
      caption: row.caption ?? '',
      products: [],
    };
    section.products.push(presentRow(row));
    sections.set(row.group_id, section);
  }
  return [...sections.values()];
}

/** A creator's storefronts, or the one at a brand, each with a limited number of products. */
export async function storefrontsOf(
  tx: Tx,
  creatorId: string,
  options: { slug?: string; most: number },
): Promise<ShopperStorefront[]> {
  const accounts = await storefrontRows(tx, creatorId, options.slug);
  const rows = await productRows(
    tx,
    accounts.filter((account) => account.pause === null).map((account) => account.id),
    options.most,
  );
  return accounts.map((account) => {
    const own = rows.filter((row) => row.account_id === account.id);
    return {
      accountId: account.id,
      slug: account.slug,
      brand: account.display_name,
      logo: account.brand_logo,
      project: account.project_key,
      title: account.title ?? '',
      bio: account.bio ?? '',
      banner: account.banner,
      look: lookOf(account.appearance),
      pricesAt: account.prices_at,
      pause: account.pause,
      total: Number(own[0]?.total ?? 0n),
      sections: sectionsOf(own),
    };
  });
}
