// The public pages that have products, for search engines. Read with the public role.
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Creators of one file. A file may have 50,000 addresses (sitemaps.org), and few creators have ten brands. */
export const creatorsPerFile = 5_000;

/** How many creators are public; some of them may have no products. */
export async function countPublicCreators(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    total: bigint;
  }>`select count(*) as total from users where user_handle is not null`.execute(tx);
  return Number(rows[0]?.total ?? 0);
}

export type ListedCreator = {
  handle: string;
  storefronts: { slug: string; changed_on: string }[];
};

/** The creators of a file by handle, with their storefronts that show products, and when those changed (a UTC day). */
export async function listedCreators(tx: Tx, file: number): Promise<ListedCreator[]> {
  const { rows } = await sql<ListedCreator>`
    with creators as (
      select id, user_handle from users where user_handle is not null
      order by user_handle limit ${creatorsPerFile} offset ${(file - 1) * creatorsPerFile}
    )
    select u.user_handle as handle, jsonb_agg(jsonb_build_object('slug', m.slug, 'changed_on', to_char(greatest(s.updated_at,
        (select max(p.created_at) from placements p where p.merchant_id = a.merchant_id and p.merchant_account_id = a.id)) at time zone 'UTC',
        'YYYY-MM-DD')) order by a.joined_at, m.slug) as storefronts
    from creators u
    join merchant_accounts a on a.creator_id = u.id
    join merchants m on m.id = a.merchant_id
    left join storefronts s on s.merchant_id = a.merchant_id and s.merchant_account_id = a.id
    where not exists (select from closures c where c.user_id = u.id)
      and not exists (select from merchant_pauses p where p.merchant_id = m.id and p.ended_at is null)
      and not exists (select from takedowns t where t.subject_kind = 'creator' and t.subject_id = u.id)
      and not exists (select from takedowns t where t.subject_kind = 'storefront' and t.subject_id = a.id)
      and exists (
        select from placements p
        join products g on g.merchant_id = p.merchant_id and g.id = p.product_id
        join links l on l.merchant_id = p.merchant_id and l.id = p.link_id
        left join collections c on c.merchant_id = p.merchant_id and c.id = p.collection_id
        left join posts o on o.merchant_id = p.merchant_id and o.id = p.post_id
        where p.merchant_id = a.merchant_id and p.merchant_account_id = a.id
          and (p.collection_id is null or c.id is not null) and (p.post_id is null or o.id is not null)
      )
    group by u.user_handle order by u.user_handle`.execute(tx);
  return rows;
}
