import type { MetaOf, QueryOf } from '@vitrine/contract/endpoint.ts';
import { objectionState } from '@vitrine/contract/objections.ts';
import {
  type BrandSuspension,
  type listPauseObjections,
  type listSuspensions,
  type OperatorSuspension,
  type Suspension,
  suspension,
  suspensionCategory,
} from '@vitrine/contract/suspensions.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import type { SuspensionRecord } from './suspensions.queries.ts';

type Row = SuspensionRecord & {
  slug: string | null;
  brand: string | null;
  uid: string;
  user_handle: string | null;
  display_name: string;
  started_by_name: string | null;
  ended_by_name: string | null;
};

const mostShown = 100;
const outcome = suspension.shape.outcome;

/** Names are those that the scope sees: staff and operators only with the system role. */
async function findSuspensions(
  tx: Tx,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.*, m.slug, m.display_name as brand, u.uid, u.user_handle, u.display_name,
      case when s.merchant_id is null then b.display_name end as started_by_name,
      case when s.merchant_id is null then e.display_name end as ended_by_name
    from suspensions s
    join users u on u.id = s.creator_id
    left join merchants m on m.id = s.merchant_id
    left join users b on b.id = s.started_by
    left join users e on e.id = s.ended_by
    where ${condition} order by ${order} limit ${limit}`.execute(tx);
  return rows;
}

const newest = sql`s.started_at desc, s.id desc`;
const text = (at: Date | null) => at?.toISOString() ?? null;

function objectionOf(row: Row): Suspension['objection'] {
  const { objection, objected_at: at, due_at: due, objection_state: state } = row;
  if (objection === null || at === null || due === null) return null;
  return {
    text: objection,
    state: objectionState.parse(state),
    created_at: at.toISOString(),
    due_at: due.toISOString(),
    answer: row.answer,
    answered_at: text(row.answered_at),
  };
}

function present(row: Row, now: Date): Suspension {
  return {
    id: row.id,
    brand: row.slug === null ? null : { slug: row.slug, display_name: row.brand ?? '' },
    category: suspensionCategory.parse(row.category),
    reason: row.reason,
    started_at: row.started_at.toISOString(),
    object_until: row.object_until.toISOString(),
    can_object: row.ended_at === null && row.objection === null && now < row.object_until,
    objection: objectionOf(row),
    ended_at: text(row.ended_at),
    outcome: outcome.parse(row.outcome),
    end_reason: row.end_reason,
  };
}

function presentForOperator(row: Row, now: Date): OperatorSuspension {
  return {
    ...present(row, now),
    uid: row.uid,
    creator: row.user_handle,
    creator_display_name: row.display_name,
    started_by: row.started_by_name,
    ended_by: row.ended_by_name,
  };
}

function presentForBrand(row: Row, now: Date): BrandSuspension {
  return {
    ...present(row, now),
    merchant_account_id: row.merchant_account_id ?? '',
    creator: row.user_handle,
    creator_display_name: row.display_name,
  };
}

export async function ownSuspensions(tx: Tx, creatorId: string, now: Date): Promise<Suspension[]> {
  const order = sql`s.ended_at is not null, ${newest}`;
  const rows = await findSuspensions(tx, sql`s.creator_id = ${creatorId}`, order, mostShown);
  return rows.map((row) => present(row, now));
}

export async function ownSuspension(tx: Tx, creatorId: string, id: string, now: Date): Promise<Suspension | undefined> {
  const [row] = await findSuspensions(tx, sql`s.creator_id = ${creatorId} and s.id = ${id}`, newest, 1);
  return row && present(row, now);
}

export async function operatorsSuspension(tx: Tx, id: string, now: Date): Promise<OperatorSuspension | undefined> {
  const [row] = await findSuspensions(tx, sql`s.id = ${id}`, newest, 1);
  return row && presentForOperator(row, now);
}

export async function pageOfSuspensions(
  tx: Tx,
  query: QueryOf<typeof listSuspensions>,
  now: Date,
): Promise<{ data: OperatorSuspension[]; meta: MetaOf<typeof listSuspensions> }> {
  const after = placeOfId(query.cursor);
  const conditions = [
    sql`true`,
    query.uid === undefined ? sql`` : sql`and s.creator_id = (select id from users where uid = ${query.uid})`,
    query.objection === undefined ? sql`` : sql`and s.objection_state = ${query.objection}`,
    after ? sql`and (s.started_at, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``,
  ];
  const rows = await findSuspensions(tx, sql.join(conditions, sql` `), newest, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => presentForOperator(row, now)),
    meta: { next_cursor: rows.length > page.length && last ? nextCursor(last.started_at, last.id) : null },
  };
}

/** In the scope of the brand. */
export async function pageOfPauseObjections(
  tx: Tx,
  merchantId: string,
  query: QueryOf<typeof listPauseObjections>,
  now: Date,
): Promise<{ data: BrandSuspension[]; meta: MetaOf<typeof listPauseObjections> }> {
  const after = placeOfId(query.cursor);
  const conditions = [
    sql`s.merchant_id = ${merchantId} and s.objected_at is not null`,
    query.state === undefined ? sql`` : sql`and s.objection_state = ${query.state}`,
    after ? sql`and (s.objected_at, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``,
  ];
  const order = sql`s.objected_at desc, s.id desc`;
  const rows = await findSuspensions(tx, sql.join(conditions, sql` `), order, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const next = rows.length > page.length && last?.objected_at ? nextCursor(last.objected_at, last.id) : null;
  return { data: page.map((row) => presentForBrand(row, now)), meta: { next_cursor: next } };
}

/** What a brand did with an account, newest first. */
export async function suspensionsAt(
  tx: Tx,
  merchantId: string,
  merchantAccountId: string,
  now: Date,
): Promise<{ suspension: BrandSuspension; answeredBy: string | null }[]> {
  const condition = sql`s.merchant_id = ${merchantId} and s.merchant_account_id = ${merchantAccountId}`;
  const rows = await findSuspensions(tx, condition, newest, mostShown);
  return rows.map((row) => ({ suspension: presentForBrand(row, now), answeredBy: row.answered_by }));
}
