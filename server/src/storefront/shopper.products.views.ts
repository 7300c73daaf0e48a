// The products that shoppers see on a storefront, read with the public role: first those without a collection, then the
// collections, then the posts. Placements of hidden collections or posts are hidden too.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

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

export type ShopperProductRow = {
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
};

type Group = { kind: 'rest' | 'collection' | 'post'; id: string | null; heading: string; caption: string };
type End = { kind: Group['kind']; id: string | null; position: number; placement: string };

export function presentRow(row: ShopperProductRow): ShopperProduct {
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

async function groupsOf(tx: Tx, accountId: string): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select kind, id, heading, caption from (
      select 'collection' as kind, id, title as heading, '' as caption, position from collections where merchant_account_id = ${accountId}::uuid
      union all
      select 'post', id, title, caption, position from posts where merchant_account_id = ${accountId}::uuid
    ) named order by kind, position, id`.execute(tx);
  return [{ kind: 'rest', id: null, heading: '', caption: '' }, ...rows];
}

function isIn({ kind, id }: Pick<Group, 'kind' | 'id'>): RawBuilder<unknown> {
  if (kind === 'collection') return sql`p.collection_id = ${id}::uuid`;
  const loose = sql`p.collection_id is null`;
  return kind === 'post' ? sql`${loose} and p.post_id = ${id}::uuid` : sql`${loose} and p.post_id is null`;
}

/** Where the page before ended, whose last product had this code; nothing if shoppers can't see that product anymore. */
async function endAt(tx: Tx, accountId: string, code: string): Promise<End | undefined> {
  const { rows } = await sql<End>`
    select case when p.collection_id is not null then 'collection' when p.post_id is not null then 'post' else 'rest' end as kind,
      coalesce(p.collection_id, p.post_id) as id, p.position, p.id as placement
    from links l join placements p on p.merchant_id = l.merchant_id and p.link_id = l.id
    where l.code = ${code} and l.merchant_account_id = ${accountId}::uuid`.execute(tx);
  return rows[0];
}

async function rowsIn(tx: Tx, accountId: string, group: Group, end: End | undefined, room: number) {
  const { rows } = await sql<ShopperProductRow>`
    select l.code, g.sku, p.title as own_title, g.title, p.note, g.category, g.image, g.price, g.compare_at_price, g.currency, g.in_stock
    from placements p
    join products g on g.merchant_id = p.merchant_id and g.id = p.product_id
    join links l on l.merchant_id = p.merchant_id and l.id = p.link_id
    where p.merchant_account_id = ${accountId}::uuid and p.removed_at is null and ${isIn(group)}
      ${end ? sql`and (p.position, p.id) > (${end.position}::integer, ${end.placement}::uuid)` : sql``}
    order by p.position, p.id limit ${room}`.execute(tx);
  return rows;
}

export type ProductPage = {
  sections: ShopperSection[];
  /** The code of the last product, if more follow. */
  next: string | undefined;
};

/** A page of a storefront's products, which begins after the product with the code `after`. */
export async function shopperProducts(
  tx: Tx,
  accountId: string,
  { after, most }: { after?: string | undefined; most: number },
): Promise<ProductPage> {
  const groups = await groupsOf(tx, accountId);
  const end = after === undefined ? undefined : await endAt(tx, accountId, after);
  const isFirst = ({ kind, id }: Group) => kind === end?.kind && id === end.id;
  const sections: ShopperSection[] = [];
  let room = most;
  let last: string | undefined;
  for (const group of groups.slice(Math.max(0, groups.findIndex(isFirst)))) {
    const rows = await rowsIn(tx, accountId, group, isFirst(group) ? end : undefined, room + 1);
    const products = rows.slice(0, room).map(presentRow);
    const { heading, caption } = group;
    if (products.length > 0) sections.push({ heading, caption, products });
    last = products.at(-1)?.code ?? last;
    if (rows.length > room) return { sections, next: last };
    room -= products.length;
  }
  return { sections, next: undefined };
}

/** How many products shoppers see on each storefront. */
export async function countProducts(tx: Tx, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ account_id: string; total: bigint }>`
    select p.merchant_account_id as account_id, count(*) as total
    from placements p
    join products g on g.merchant_id = p.merchant_id and g.id = p.product_id
    join links l on l.merchant_id = p.merchant_id and l.id = p.link_id
    left join collections c on c.merchant_id = p.merchant_id and c.id = p.collection_id
    left join posts o on o.merchant_id = p.merchant_id and o.id = p.post_id
    where p.merchant_account_id = any(${accountIds}::uuid[])
      and (p.collection_id is null or c.id is not null) and (p.post_id is null or o.id is not null)
    group by p.merchant_account_id`.execute(tx);
  return new Map(rows.map((row) => [row.account_id, Number(row.total)]));
}
