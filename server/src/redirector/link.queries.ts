import type { Queryable } from '../platform/database/queryable.ts';
import type { StoredLink, MerchantRow } from './link.table.ts';

const linkColumns = `
  code, id, merchant_id as "merchantId", merchant_account_id as "merchantAccountId", creator_id as "creatorId",
  destination, disabled_at is not null as disabled, taken_down as "takenDown", (extract(epoch from changed_at) * 1e6)::float8 as version`;

/** The mark is kept as long as the brand's duplicate window, and at least half an hour. */
const merchantColumns = `
  id, click_parameter as "clickParameter", greatest(1800, duplicate_minutes * 60) as "cookieSeconds",
  duplicate_minutes as "duplicateMinutes", disabled_at is not null as disabled`;

export async function readMerchants(db: Queryable): Promise<MerchantRow[]> {
  const { rows } = await db.query<MerchantRow>({ text: `select ${merchantColumns} from merchants` });
  return rows;
}

/** One page of all links, in the order of their codes. */
export async function readLinksAfter(db: Queryable, code: string, limit: number): Promise<StoredLink[]> {
  const text = `select ${linkColumns} from links where code > $1 order by code limit $2`;
  const { rows } = await db.query<StoredLink>({ name: 'links_after', text, values: [code, limit] });
  return rows;
}

export async function readLinks(db: Queryable, codes: readonly string[]): Promise<StoredLink[]> {
  const text = `select ${linkColumns} from links where code = any($1)`;
  const { rows } = await db.query<StoredLink>({ name: 'links_by_code', text, values: [codes] });
  return rows;
}

/** What tells a database from others, and the lowest transaction id that may not be visible yet. */
export type FeedSource = { source: string; transaction: string };

/**
 * A failover starts another timeline, and a restore writes the table to another file. After both, changes that this
 * node has read may be gone.
 */
export async function readFeedSource(db: Queryable): Promise<FeedSource> {
  const text = `
    select concat_ws(' ', (select system_identifier from pg_control_system()),
        left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_relation_filepath('links')) as source,
      pg_snapshot_xmin(pg_current_snapshot())::text as transaction`;
  const { rows } = await db.query<FeedSource>({ text });
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not say what it is');
  return row;
}

/** After this change comes the next page. */
export type ChangePlace = { transaction: string; code: string };

export type ChangedLink = StoredLink & { transaction: string };

// Rows with a higher transaction id than the database has given out yet come from a backup of another one.
const isGivenOut = '< pg_snapshot_xmax(pg_current_snapshot())';

/** One page of the links that changed, in the order of transactions. */
export async function readChangedLinks(db: Queryable, place: ChangePlace, limit: number): Promise<ChangedLink[]> {
  const text = `
    select ${linkColumns}, changed_by::text as transaction from links
    where (changed_by, code) > ($1::xid8, $2) and changed_by ${isGivenOut} order by changed_by, code limit $3`;
  const values = [place.transaction, place.code, limit];
  const { rows } = await db.query<ChangedLink>({ name: 'links_changed', text, values });
  return rows;
}

/** One page of the codes whose links were deleted. A code can be in use again. */
export async function readDeletedCodes(db: Queryable, place: ChangePlace, limit: number): Promise<ChangePlace[]> {
  const text = `
    select deleted_by::text as transaction, code from deleted_links
    where (deleted_by, code) > ($1::xid8, $2) and deleted_by ${isGivenOut} order by deleted_by, code limit $3`;
  const values = [place.transaction, place.code, limit];
  const { rows } = await db.query<ChangePlace>({ name: 'links_deleted', text, values });
  return rows;
}
