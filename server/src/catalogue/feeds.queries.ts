import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export type FeedRow = Selectable<Tables['product_feeds']>;
export type FeedRunRow = Selectable<Tables['product_feed_runs']>;

const listedRuns = 20;

export function findFeed(tx: Tx, merchantId: string): Promise<FeedRow | undefined> {
  return tx.selectFrom('product_feeds').selectAll().where('merchant_id', '=', merchantId).executeTakeFirst();
}

/** The same, so that nobody changes it before the transaction ends. */
export function lockFeed(tx: Tx, merchantId: string): Promise<FeedRow | undefined> {
  return tx
    .selectFrom('product_feeds')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Saves the feed of a brand. After a change of the address nothing is known about the new file, but the products of the
 * old one are: those that the new file lacks are archived.
 */
export async function saveFeed(
  tx: Tx,
  feed: Pick<Insertable<Tables['product_feeds']>, 'merchant_id' | 'url' | 'every_hours' | 'columns'>,
  at: Date,
): Promise<void> {
  const begun = {
    due_at: at,
    claimed_at: null,
    paused_at: null,
    etag: null,
    last_modified: null,
    failures: 0,
    stopped_at_products: null,
    may_shrink: false,
  };
  const { url, every_hours: everyHours, columns } = feed;
  await tx
    .insertInto('product_feeds')
    .values({ ...feed, ...begun, created_at: at })
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet({ url, every_hours: everyHours, columns, ...begun }),
    )
    .execute();
}

/** A change by a person or a run ends the run that works now, or has ended with it. */
export async function changeFeed(
  tx: Tx,
  merchantId: string,
  changes: Updateable<Tables['product_feeds']>,
): Promise<void> {
  await tx
    .updateTable('product_feeds')
    .set({ ...changes, claimed_at: null })
    .where('merchant_id', '=', merchantId)
    .execute();
}

/** Returns false if there was none. */
export async function deleteFeed(tx: Tx, merchantId: string): Promise<boolean> {
  await tx.deleteFrom('product_feed_runs').where('merchant_id', '=', merchantId).execute();
  const { numDeletedRows } = await tx
    .deleteFrom('product_feeds')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function insertRun(tx: Tx, run: Insertable<Tables['product_feed_runs']>): Promise<void> {
  await tx.insertInto('product_feed_runs').values(run).execute();
}

export function latestRuns(tx: Tx, merchantId: string): Promise<FeedRunRow[]> {
  return tx
    .selectFrom('product_feed_runs')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listedRuns)
    .execute();
}

/** Reserves feeds that are due, of all brands that are not closed, until `until`. For the role `system`. */
export async function claimFeeds(
  tx: Tx,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    update product_feeds set due_at = ${until}, claimed_at = ${now} where merchant_id in (
      select f.merchant_id from product_feeds f
      where f.paused_at is null and f.due_at <= ${now} and not exists (
        select from merchant_pauses p where p.merchant_id = f.merchant_id and p.kind = 'closed' and p.ended_at is null)
      order by f.due_at limit ${most} for update skip locked)
    returning merchant_id`.execute(tx);
  return rows.map((row) => row.merchant_id);
}

/** After an undo: what it archived is no longer known of the feed, and what it brought back is. */
export async function noteUndoneProducts(
  tx: Tx,
  merchantId: string,
  { archived, restored }: { archived: readonly string[]; restored: readonly string[] },
  at: Date,
): Promise<void> {
  await sql`
    update product_feeds set paused_at = coalesce(paused_at, ${at}), etag = null, last_modified = null,
      skus = array(select sku from unnest(skus) sku where sku <> all (${[...archived]}::text[])
        union select unnest(${[...restored]}::text[]))
    where merchant_id = ${merchantId}::uuid`.execute(tx);
}
