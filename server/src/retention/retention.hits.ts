import pg from 'pg';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { batchRows, countDeleted } from './retention.queries.ts';
import { asSystem, cutoff, deleteInBatches, type RetentionRun } from './retention.run.ts';

// Hits go by whole months. Invariants: `hits_kept` names a month before its first row goes, so the verifier and the drain
// agree on what is left; each step can be repeated, so a run that was killed is finished by the next one; nothing here
// waits for a lock that a redirect or an order needs.

/** Returns why months had to stay, if they had to. */
export async function deleteMonths(run: RetentionRun): Promise<string | undefined> {
  if (await asSystem(run.ctx, isVerificationBroken))
    return 'No month was deleted, because the last verification found click counts that differ from the clicks.';
  await asSystem(run.ctx, (tx) => moveBoundary(tx, run));
  const stuck = await dropMonths(run.owner);
  while ((await asSystem(run.ctx, deleteRest)) === batchRows);
  if (stuck === undefined) while ((await asSystem(run.ctx, deleteProfiles)) === batchRows);
  // Autovacuum gathers statistics of each month, but not of all hits.
  await run.owner.query('analyze hits');
  return stuck && `${stuck} is in use by a long transaction. It is dropped when that has ended.`;
}

async function isVerificationBroken(tx: Tx): Promise<boolean> {
  const last = await tx
    .selectFrom('verifications')
    .select('agrees')
    .where('kind', '=', 'clicks')
    .where('ended_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.agrees === false;
}

/**
 * Names the first month that is kept. Orders can be decided again while a click is in an attribution window or a return
 * window, and subscriptions renew, so no setting makes hits younger than the longest of these go. A click keeps the windows
 * that a brand has shortened since (docs/decisions/0078). The figures say how many hits the months had.
 */
async function moveBoundary(tx: Tx, { ctx, day, now }: RetentionRun): Promise<void> {
  const { rows } = await sql<{ hits: string }>`
    with promised as (
      select m.id, greatest(m.window_days, max((c.before ->> 'attribution_window_days')::integer)) as window_days,
        greatest(m.return_days, max((c.before ->> 'return_window_days')::integer)) as return_days
      from merchants m left join setting_changes c on c.merchant_id = m.id group by m.id
    ), kept as (
      select kept_from as was, greatest(kept_from, month_start(least(
        ${now}::timestamptz - interval '1 day' * greatest(
          ${ctx.config.retention.KEEP_HITS_DAYS}::int, (select max(window_days + return_days) from promised)),
        (select min(s.started_at - interval '1 day' * m.window_days) from stripe_subscriptions s
          join promised m on m.id = s.merchant_id where s.earns_until > ${now}::timestamptz and s.click_id is not null and not s.is_test)))) as becomes
      from hits_kept
    ), moved as (update hits_kept set kept_from = kept.becomes from kept)
    select coalesce(sum(d.hits), 0)::text as hits from kept
      join account_days d on d.day >= (was at time zone 'UTC')::date and d.day < (becomes at time zone 'UTC')::date`.execute(
    tx,
  );
  await countDeleted(tx, day, 'hits', Number(rows[0]?.hits ?? 0));
}

const lockNotAvailable = '55P03';
const attempts = 3;

/**
 * Drops the months before the first that is kept. Returns the one that is still in use: PostgreSQL detaches one at a
 * time, so the others wait for it.
 */
async function dropMonths(owner: pg.Client): Promise<string | undefined> {
  let stuck: string | undefined;
  await owner.query("set lock_timeout = '2s'");
  const { rows } = await owner.query<{ name: string }>(`
    select p.name from hit_partitions() p cross join hits_kept k
    where p.before_id <= first_hit_id(k.kept_from) order by p.is_detaching desc, p.before_id`);
  for (const { name } of rows) {
    if (await detach(owner, name)) continue;
    stuck = name;
    break;
  }
  // Detached by this run, or by one that was killed before it could drop them.
  const { rows: left } = await owner.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not relispartition and relname ~ '^hits_(first|[0-9]{4,5}_[0-9]{2})$'`);
  for (const { name } of left) await owner.query(`drop table ${pg.escapeIdentifier(name)}`);
  return stuck;
}

/**
 * Takes a month out of `hits`. Concurrently: it waits for transactions that use the month while others read and write
 * hits. If it is interrupted, it can only be completed with `finalize`.
 */
async function detach(owner: pg.Client, name: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { rows } = await owner.query<{ is_detaching: boolean }>(
      'select is_detaching from hit_partitions() where name = $1',
      [name],
    );
    if (!rows[0]) return true;
    const how = rows[0].is_detaching ? 'finalize' : 'concurrently';
    try {
      await owner.query(`alter table hits detach partition ${pg.escapeIdentifier(name)} ${how}`);
      return true;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error;
    }
  }
  return false;
}

/** Old rows of the first partition of an upgraded installation, which covers several months. */
async function deleteRest(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from hits where id in (
      select id from hits where id < (select first_hit_id(kept_from) from hits_kept) order by id limit ${batchRows})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** What the hits of the deleted months had in common. */
async function deleteProfiles(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from hit_profiles where id in (
      select id from hit_profiles where month < (select (kept_from at time zone 'UTC')::date from hits_kept) limit ${batchRows})`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** Clears what was kept of a visitor's address, for counting and against fraud. The country stays. */
export async function clearAddresses(run: RetentionRun): Promise<void> {
  const before = cutoff(run, 'KEEP_ADDRESSES_DAYS');
  let after = await asSystem(run.ctx, firstWithAddress);
  await deleteInBatches(run, 'hits (addresses)', async (tx) => {
    await sql`set local app.clears_addresses = 'on'`.execute(tx);
    const { rows } = await sql<{ id: string }>`
      with old as materialized (
        select id from hits where id > ${after} and id < first_hit_id(${before})
          and (address is not null or address_prefix <> '') order by id limit ${batchRows}
      ), cleared as (
        update hits h set address = null, address_prefix = '' from old where h.id = old.id returning h.id
      )
      select id from cleared order by id desc`.execute(tx);
    after = rows[0]?.id ?? after;
    return rows.length;
  });
  await asSystem(run.ctx, (tx) =>
    sql`update hits_kept set addresses_from = greatest(addresses_from, ${before})`.execute(tx),
  );
}

/** The first id that a hit with an address can have. */
async function firstWithAddress(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select first_hit_id(addresses_from) as id from hits_kept`.execute(tx);
  return rows[0]?.id ?? '';
}
