// What shoppers see of a storefront when they search or sort: its products in one list, without the headings of
// collections and posts. Read with the public role.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { presentRow, type ProductPage, type ShopperProductRow } from './shopper.products.views.ts';

/** The values of `?sort=`. Without one, products are in their creator's order. */
const shopperSorts = ['newest', 'price', '-price', 'title'] as const;
export type ShopperSort = (typeof shopperSorts)[number];

export type ShopperSearch = { text: string; sort: ShopperSort | undefined };

export const longestSearch = 100;

/** What a shopper's address asks for; undefined if it asks for nothing. A sort that doesn't exist is no sort. */
export function readSearch({ q, sort }: { q?: unknown; sort?: unknown }): ShopperSearch | undefined {
  const typed = typeof q === 'string' ? q : '';
  const text = typed
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, longestSearch)
    .trim();
  const known = shopperSorts.find((each) => each === sort);
  return text === '' && known === undefined ? undefined : { text, sort: known };
}

const marks = '[\u0300-\u036f]';

/** Without case and accents: whoever types "creme" finds "Crème". */
function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(normalize(lower(${text}), NFD), ${marks}, '', 'g')`;
}

function matching(text: string): RawBuilder<boolean> {
  const words = text.split(' ').filter((word) => word !== '');
  if (words.length === 0) return sql<boolean>`true`;
  const patterns = words.map((word) => sql`${folded(sql`${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}::text`)}`);
  return sql<boolean>`${folded(sql`concat_ws(' ', p.title, g.title, g.category, p.note)`)} like all (array[${sql.join(patterns)}])`;
}

const creatorsOrder = sql`case when p.collection_id is not null then 1 when p.post_id is not null then 2 else 0 end,
  coalesce(c.position, o.position), coalesce(c.id, o.id), p.position, p.id`;

const orders: Record<ShopperSort, RawBuilder<unknown>> = {
  newest: sql`p.created_at desc, p.id desc`,
  price: sql`g.currency, g.price, ${creatorsOrder}`,
  '-price': sql`g.currency, g.price desc, ${creatorsOrder}`,
  title: sql`${folded(sql`coalesce(p.title, g.title)`)}, ${creatorsOrder}`,
};

export type FoundProducts = ProductPage & {
  /** The products of all pages. */
  total: number;
  /** The code that this page begins after; undefined for the first page, also if nothing follows the code asked for. */
  after: string | undefined;
};

/** A page of the products that match each word, which begins after the product with the code `after`. */
export async function searchShopperProducts(
  tx: Tx,
  accountId: string,
  { text, sort }: ShopperSearch,
  { after, most }: { after?: string | undefined; most: number },
): Promise<FoundProducts> {
  const { rows } = await sql<ShopperProductRow & { place: bigint; total: bigint }>`
    with found as (
      select l.code, g.sku, p.title as own_title, g.title, p.note, g.category, g.image, g.price, g.compare_at_price, g.currency, g.in_stock,
        count(*) over () as total,
        row_number() over (order by ${sort === undefined ? creatorsOrder : orders[sort]}) as place
      from placements p
      join products g on g.merchant_id = p.merchant_id and g.id = p.product_id
      join links l on l.merchant_id = p.merchant_id and l.id = p.link_id
      left join collections c on c.merchant_id = p.merchant_id and c.id = p.collection_id
      left join posts o on o.merchant_id = p.merchant_id and o.id = p.post_id
      where p.merchant_account_id = ${accountId}::uuid
        and (p.collection_id is null or c.id is not null) and (p.post_id is null or o.id is not null)
        and ${matching(text)}
    ), rest as (
      select * from found where place > coalesce((select place from found where code = ${after ?? ''} and place < total), 0)
    )
    select * from rest order by place limit ${most + 1}`.execute(tx);
  const products = rows.slice(0, most).map(presentRow);
  return {
    sections: products.length === 0 ? [] : [{ heading: '', caption: '', products }],
    next: rows.length > most ? products.at(-1)?.code : undefined,
    total: Number(rows[0]?.total ?? 0),
    after: Number(rows[0]?.place ?? 1) > 1 ? after : undefined,
  };
}
