import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { firstIdOf } from '../../hits/click-id.ts';
import type { FigureEngine } from './engine.ts';
import { createTableText, type FedKind, sourceTables, tableOf } from './engine.tables.ts';

// Attaching a ClickHouse creates its tables, the triggers that feed it, and a row of the feed for each month that is
// there. The triggers are created by the owner of the tables, and wait for transactions that are writing: what they write
// is in a month of the feed, what comes later is in the feed by itself.

const triggers = [
  { table: 'hits', name: 'feed_added', on: 'insert', of: 'new table as changed', run: `feed_added('hits')` },
  {
    table: 'hits',
    name: 'feed_changed',
    on: 'update',
    of: 'new table as changed old table as before',
    run: 'feed_changed_hits()',
  },
  { table: 'hits', name: 'feed_removed', on: 'delete', of: 'old table as changed', run: `feed_removed('hits')` },
  {
    table: 'storefront_views',
    name: 'feed_added',
    on: 'insert',
    of: 'new table as changed',
    run: `feed_added('views')`,
  },
  {
    table: 'storefront_views',
    name: 'feed_changed',
    on: 'update',
    of: 'new table as changed',
    run: `feed_added('views')`,
  },
  {
    table: 'storefront_views',
    name: 'feed_removed',
    on: 'delete',
    of: 'old table as changed',
    run: `feed_removed('views')`,
  },
];

const dropTriggers = triggers.map(({ table, name }) => `drop trigger if exists ${name} on ${table}`).join('; ');
const createTriggers = triggers
  .map(
    ({ table, name, on, of, run }) =>
      `create trigger ${name} after ${on} on ${table} referencing ${of} for each statement execute function ${run}`,
  )
  .join('; ');

/** Months from the oldest row on, as ranges of ids, the newest first. A row with a later time is fed by the triggers. */
async function addMonths(client: pg.Client, kind: FedKind): Promise<void> {
  const { rows } = await client.query<{ first: string; last: string }>(`
    select (select id from ${sourceTables[kind]} order by id limit 1) as first,
      (select id from ${sourceTables[kind]} order by id desc limit 1) as last`);
  const { first, last } = rows[0] ?? {};
  if (!first || !last) return;
  const months: Date[] = [];
  for (let month = monthOf(first); month <= monthOf(last); month = after(month)) months.push(month);
  await client.query(
    `insert into figure_feed (kind, from_id, before_id, oldest_at) select $1, * from unnest($2::uuid[], $3::uuid[], $4::timestamptz[])`,
    [
      kind,
      months.map((month) => firstIdOf(month.getTime())).toReversed(),
      months.map((month) => firstIdOf(after(month).getTime())).toReversed(),
      months.toReversed(),
    ],
  );
}

function monthOf(id: string): Date {
  const at = new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

function after(month: Date): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
}

export type Attachment = { place: string; name: string };

export async function readAttachment(owner: pg.Client): Promise<Attachment | undefined> {
  const { rows } = await owner.query<Attachment & { triggers: number }>(`
    select place, name, (select count(*)::int from pg_trigger
      where tgrelid in ('hits'::regclass, 'storefront_views'::regclass) and tgname in ('feed_added', 'feed_changed', 'feed_removed')) as triggers
    from figure_engine`);
  const [found] = rows;
  // A restored database, or a feed that was given up, has the row and not the triggers.
  return found && found.triggers === triggers.length ? { place: found.place, name: found.name } : undefined;
}

/** Stops feeding. What is in ClickHouse stays there. */
export async function detachEngine(owner: pg.Client): Promise<void> {
  await owner.query(`begin; ${dropTriggers}; delete from figure_engine; delete from figure_feed; commit`);
}

/**
 * Stops feeding until ClickHouse is attached again, which sends all of it into new tables. Changes that are forgotten can
 * include deletions, so its tables are never right again. The one row of the feed keeps them from being asked.
 */
export async function giveUpFeed(owner: pg.Client): Promise<void> {
  await owner.query('begin');
  try {
    await owner.query("set local lock_timeout = '10s'");
    await owner.query(`${dropTriggers}; delete from figure_feed`);
    await owner.query(`insert into figure_feed (kind, ids, oldest_at) values ('hits', '{}', '-infinity')`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

export async function attachEngine(owner: pg.Client, engine: Pick<FigureEngine, 'place' | 'run'>): Promise<Attachment> {
  const earlier = await owner.query<Attachment>('select place, name from figure_engine');
  const name = `vitrine_${randomBytes(5).toString('hex')}`;
  for (const kind of ['hits', 'views'] as const) await engine.run(createTableText(name, kind));
  await owner.query('begin');
  await owner.query("set local lock_timeout = '10s'");
  await owner.query(`${dropTriggers}; delete from figure_engine; delete from figure_feed; ${createTriggers}`);
  // Row-level security binds the owner too; only the system role sees the rows of all brands.
  await owner.query('set local role vitrine_system');
  for (const kind of ['hits', 'views'] as const) await addMonths(owner, kind);
  await owner.query('insert into figure_engine (place, name) values ($1, $2)', [engine.place, name]);
  await owner.query('commit');
  for (const old of earlier.rows) if (old.place === engine.place) await dropTables(engine, old.name);
  return { place: engine.place, name };
}

async function dropTables(engine: Pick<FigureEngine, 'run'>, name: string): Promise<void> {
  for (const kind of ['hits', 'views'] as const) await engine.run(`drop table if exists ${tableOf(name, kind)}`);
}
