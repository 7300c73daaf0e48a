import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Queryable } from '../platform/database/queryable.ts';
import type { RetentionRule } from './retention.rules.ts';

/** Rows in one transaction. Its locks are on old rows, which no request waits for. */
export const batchRows = 1_000;

/** The run of a day, or undefined if it is complete, or was tried a short time ago. */
export async function startRetention(tx: Tx, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    insert into retention_runs as r (day, started_at) values ((${at}::timestamptz at time zone 'UTC')::date, ${at})
    on conflict (day) do update set started_at = excluded.started_at, ended_at = null, outcome = null, note = ''
      where r.ended_at is null or r.outcome = 'partial' and r.ended_at < ${at}::timestamptz - interval '15 minutes'
    returning day::text`.execute(tx);
  return rows[0]?.day;
}

export async function endRetention(
  tx: Tx,
  day: string,
  { at, notes }: { at: Date; notes: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('retention_runs')
    .set({ ended_at: at, outcome: notes.length === 0 ? 'complete' : 'partial', note: notes.join('\n') })
    .where('day', '=', day)
    .execute();
}

/** Adds to the number of rows that a rule deleted in a run. */
export async function countDeleted(tx: Tx, day: string, rule: string, rows: number): Promise<void> {
  if (rows === 0) return;
  await sql`
    update retention_runs
    set deleted = deleted || jsonb_build_object(${rule}::text, coalesce((deleted ->> ${rule})::bigint, 0) + ${rows}::bigint)
    where day = ${day}::date`.execute(tx);
}

/**
 * Deletes or clears one batch of rows that are older than `before`. Rules with a column that grows go on after the
 * `last` row of the batch before.
 */
export async function deleteBatch(
  tx: Tx,
  { table, since, only, clear, grows }: RetentionRule,
  before: Date,
  after: string | undefined,
): Promise<{ rows: number; last: string | undefined }> {
  const key = grows ? sql`r.${sql.id(grows)}` : sql`null`;
  const conditions = [sql`${sql.raw(since)} < ${before}`];
  if (only) conditions.push(sql`(${sql.raw(only)})`);
  if (after !== undefined) conditions.push(sql`${key} > ${after}`);
  const change = clear
    ? sql`update ${sql.id(table)} t set ${sql.raw(clear)} from found`
    : sql`delete from ${sql.id(table)} t using found`;
  const { rows } = await sql<{ key: string | null }>`
    with found as materialized (
      select r.ctid as place, ${key} as key from ${sql.id(table)} r where ${sql.join(conditions, sql` and `)}
      ${grows ? sql`order by ${key}` : sql``} limit ${batchRows} for update of r skip locked
    ), changed as (${change} where t.ctid = found.place returning found.key)
    select key::text from changed order by changed.key desc`.execute(tx);
  return { rows: rows.length, last: rows[0]?.key ?? undefined };
}

/** Deletes one batch of the oldest audit entries; the chain then begins at the first one that is left. */
export async function forgetAudit(tx: Tx, before: Date): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select forget_audit(${before}, ${batchRows}) as gone`.execute(tx);
  return rows[0]?.gone ?? 0;
}

/** The time by the database's clock: a node whose clock runs ahead must not delete anything early. */
export async function databaseTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>({ text: 'select now() as now' });
  return rows[0]?.now ?? new Date(0);
}
