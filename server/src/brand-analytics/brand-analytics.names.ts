import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

// How what rows and filters stand for is called. What belongs to another brand is not found.

export type NamedEntry = { name: string; detail: string | null; image: string | null };

export async function creatorNames(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, NamedEntry>> {
  const { rows } = await sql<NamedEntry & { id: string }>`
    select a.id, u.display_name as name, u.user_handle as detail, u.avatar as image
    from merchant_accounts a join users u on u.id = a.creator_id
    where a.merchant_id = ${merchantId} and a.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

export async function groupNames(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from creator_groups where merchant_id = ${merchantId} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The group in which each creator is now, by account; `none` without one. */
export async function groupsOfCreators(tx: Tx, merchantId: string, now: Date): Promise<Map<string, string>> {
  const { rows } = await sql<{ account: string; of: string }>`
    select a.id as account, coalesce(latest.group_id::text, 'none') as of from merchant_accounts a left join (
      select distinct on (merchant_account_id) merchant_account_id, group_id from group_moves
      where merchant_id = ${merchantId} and effective_at <= ${now}
      order by merchant_account_id, effective_at desc, id desc
    ) latest on latest.merchant_account_id = a.id
    where a.merchant_id = ${merchantId}`.execute(tx);
  return new Map(rows.map(({ account, of }) => [account, of]));
}

/** Links by id, also deleted ones, which keep their clicks; `detail` is the code. */
export async function linkNames(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Map<string, NamedEntry>> {
  const { rows } = await sql<NamedEntry & { id: string }>`
    select t.link_id as id, l.code as detail, r.image,
      coalesce(nullif(l.title, ''), nullif(p.title, ''), r.title, l.destination, '') as name
    from link_totals t left join links l on l.id = t.link_id and l.merchant_id = t.merchant_id
    left join lateral (select * from placements p where p.link_id = t.link_id order by p.created_at limit 1) p on true
    left join products r on r.merchant_id = p.merchant_id and r.id = p.product_id
    where t.merchant_id = ${merchantId} and t.link_id = any(${[...ids]}::uuid[])
    union
    select l.id, l.code, null, coalesce(nullif(l.title, ''), l.destination) from links l
    where l.merchant_id = ${merchantId} and l.id = any(${[...ids]}::uuid[])
      and not exists (select from link_totals t where t.link_id = l.id)`.execute(tx);
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

export type NamedProduct = { id: string; sku: string; name: string; image: string | null };

export async function productNames(
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<Map<string, NamedProduct>> {
  const { rows } = await sql<NamedProduct>`
    select id, sku, title as name, image from products
    where merchant_id = ${merchantId} and id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The ids of products by SKU. */
export async function productsOfSkus(
  tx: Tx,
  merchantId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; sku: string }>`
    select id, sku from products where merchant_id = ${merchantId} and sku = any(${[...skus]}::text[])`.execute(tx);
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}

/** The product of each link, or of some links: that of its first placement. */
export async function productsOfLinks(
  tx: Tx,
  merchantId: string,
  links: readonly string[] | undefined,
): Promise<Map<string, string>> {
  const only = links ? sql`and link_id = any(${[...links]}::uuid[])` : sql``;
  const { rows } = await sql<{ link_id: string; product_id: string }>`
    select distinct on (link_id) link_id, product_id from placements where merchant_id = ${merchantId} ${only}
    order by link_id, created_at`.execute(tx);
  return new Map(rows.map((row) => [row.link_id, row.product_id]));
}

/** The links whose clicks count for a product: each link counts for its first placement. */
export async function linksOfBrandProduct(tx: Tx, merchantId: string, productId: string): Promise<string[]> {
  const { rows } = await sql<{ link_id: string }>`
    select distinct p.link_id from placements p
    where p.merchant_id = ${merchantId} and p.product_id = ${productId}
      and not exists (select from placements f where f.merchant_id = p.merchant_id and f.link_id = p.link_id
        and f.product_id <> p.product_id and f.created_at < p.created_at)`.execute(tx);
  return rows.map((row) => row.link_id);
}
