import type { Collection } from '@vitrine/contract/storefront.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { publicAddress } from '../platform/public.address.ts';

type Account = { merchantId: string; merchantAccountId: string };

const picturesShown = 4;

/** A storefront's collections with their number of products, in page order; all, or one by id. */
export async function findCollections(ctx: Context, tx: Tx, account: Account, id?: string): Promise<Collection[]> {
  const rows = await tx
    .selectFrom('collections')
    .select(['id', 'title', 'position', 'hidden_at'])
    .select(
      sql<bigint>`(select count(*) from placements p where p.merchant_id = collections.merchant_id and p.merchant_account_id = collections.merchant_account_id
        and p.collection_id = collections.id and p.removed_at is null)`.as('products'),
    )
    .where('merchant_id', '=', account.merchantId)
    .where('merchant_account_id', '=', account.merchantAccountId)
    .where('removed_at', 'is', null)
    .$if(id !== undefined, (collections) => collections.where('id', '=', id ?? ''))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const pictures = await firstPictures(
    ctx,
    tx,
    account,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    position: row.position,
    hidden: row.hidden_at !== null,
    products: Number(row.products),
    pictures: pictures.get(row.id) ?? [],
  }));
}

/** The pictures of the first placements of each collection. */
async function firstPictures(
  ctx: Context,
  tx: Tx,
  account: Account,
  collectionIds: readonly string[],
): Promise<Map<string, Collection['pictures']>> {
  const { rows } = await sql<{ collection_id: string; title: string; image: string | null }>`
    select c.id as collection_id, g.title, g.image
    from unnest(${collectionIds}::uuid[]) as c (id)
    cross join lateral (
      select product_id, position, id from placements p
      where p.merchant_id = ${account.merchantId}::uuid and p.merchant_account_id = ${account.merchantAccountId}::uuid
        and p.collection_id = c.id and p.removed_at is null
      order by p.position, p.id limit ${picturesShown}
    ) p
    join products g on g.merchant_id = ${account.merchantId}::uuid and g.id = p.product_id
    order by p.position, p.id`.execute(tx);
  const present = ({ title, image }: (typeof rows)[number]) => ({
    title,
    image: publicAddress(ctx.config.publicUrl, image),
  });
  const byCollection = Map.groupBy(rows, (row) => row.collection_id);
  return new Map([...byCollection].map(([id, own]) => [id, own.map(present)]));
}
