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

/** Links changed after a moment of the database's clock, in microseconds. */
export async function readLinksChangedSince(db: Queryable, since: number): Promise<StoredLink[]> {
  const text = `select ${linkColumns} from links where changed_at > to_timestamp($1::float8 / 1e6)`;
  const { rows } = await db.query<StoredLink>({ name: 'links_changed', text, values: [since] });
  return rows;
}

export async function readDatabaseClock(db: Queryable): Promise<number> {
  const text = 'select (extract(epoch from clock_timestamp()) * 1e6)::float8 as now';
  const { rows } = await db.query<{ now: number }>({ text });
  return rows[0]?.now ?? 0;
}
