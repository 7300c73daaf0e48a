import pg from 'pg';
import type { Context } from '../../context.ts';
import { attachEngine, detachEngine, giveUpFeed, readAttachment } from './feed.attach.ts';
import { feedOnce } from './feed.ts';
import { tableOf } from './engine.tables.ts';

/** How long one run feeds; the next one continues. */
const runMs = 45_000;
/** About 15 million clicks. Sending them all again is then not slower than sending the changes. */
const mostFeedBytes = 256 * 1024 * 1024;
/** What a row takes without its ids. */
const rowBytes = 100;

/**
 * Attaches the ClickHouse of FIGURES, or detaches it if it is no longer set, and sends what it lacks. Uses a connection
 * of the tables' owner, who creates the triggers. With more than `mostBytes` left, it gives the feed up: a ClickHouse that
 * is away must not fill PostgreSQL.
 */
export async function feedFigures(ctx: Context, mostBytes = mostFeedBytes): Promise<void> {
  const owner = new pg.Client({ connectionString: ctx.database.url, application_name: 'vitrine figures' });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    await feedWith(ctx, owner).finally(() => boundFeed(ctx, owner, mostBytes));
  } finally {
    await owner.end();
  }
}

async function feedWith({ figures: engine }: Context, owner: pg.Client): Promise<void> {
  const attached = await readAttachment(owner);
  if (!engine) {
    const { rows } = await owner.query('select from figure_engine');
    if (rows.length > 0) await detachEngine(owner);
    return;
  }
  const { name } = attached?.place === engine.place ? attached : await attachEngine(owner, engine);
  await forgetOld(owner, (sql) => engine.run(sql), name);
  const until = performance.now() + runMs;
  while (performance.now() < until) if (!(await feedOnce(owner, engine, name))) return;
}

async function boundFeed({ log }: Context, owner: pg.Client, mostBytes: number): Promise<void> {
  // Compressed or not, the length of the ids is read without them.
  const { rows } = await owner.query<{ bytes: string }>(
    `select (count(*) * ${rowBytes} + coalesce(sum(pg_column_size(ids) + coalesce(pg_column_size(accounts) + pg_column_size(instants), 0)), 0))::text as bytes
     from figure_feed where ids is not null`,
  );
  if (Number(rows[0]?.bytes ?? 0) <= mostBytes) return;
  await giveUpFeed(owner);
  log.warn('ClickHouse is too far behind. Everything is sent again when it answers');
}

/** Months of hits that PostgreSQL no longer keeps are dropped there as a whole, without a trigger. */
async function forgetOld(owner: pg.Client, run: (sql: string) => Promise<void>, name: string): Promise<void> {
  const { rows } = await owner.query<{ month: number }>(
    `select to_char(kept_from at time zone 'UTC', 'YYYYMM')::integer as month from hits_kept where kept_from > '1970-01-02'`,
  );
  const [kept] = rows;
  if (kept) await run(`delete from ${tableOf(name, 'hits')} where toYYYYMM(at) < ${kept.month}`);
}
