import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/src/platform/database/embedded.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';

// A durable PostgreSQL with brands, creators and links.

const creators = 200;

export type BenchStage = {
  url: string;
  folder: string;
  /** Process id of the postmaster. */
  postmaster(): Promise<number>;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Deletes all clicks, so that each run starts with the same tables. */
  clear(): Promise<void>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const seed = `
insert into users (id, uid, motom_user_id, motom_user_unique_key, role, email, display_name, user_handle, user_status, created_at)
  select gen_random_uuid(), 'u' || i, 'm' || i, 'k' || i, 'creator', 'c' || i || '@bench.test', 'Creator ' || i, 'creator' || i, 100, now()
  from generate_series(1, ${creators}) i;
insert into merchants (id, slug, display_name, currency, shop_url, created_at)
  select gen_random_uuid(), 'm' || i, 'Brand ' || i, 'USD', 'https://shop' || i || '.example', now() from generate_series(0, 19) i;
insert into merchant_accounts (merchant_id, id, creator_id, joined_at)
  select m.id, gen_random_uuid(), u.id, now() from users u join merchants m on m.slug = 'm' || substr(u.uid, 2)::int % 20;
`;

const seedLinks = `
  insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
  select a.merchant_id, gen_random_uuid(), a.id, a.creator_id, 'c' || lpad(n::text, 6, '0'),
    'https://shop.example/products/linen-shirt-' || n || '?variant=' || 40000 + n, now()
  from generate_series(1, $1::int) n
  join (select *, row_number() over (order by id) as place from merchant_accounts) a on a.place = 1 + n % ${creators}`;

export async function openStage(links: number): Promise<BenchStage> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const start = () => startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  let server: EmbeddedPostgres | undefined = await start();
  const { url } = server;
  await migrate(url);

  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: server?.url ?? url });
    await client.connect();
    try {
      const { rows } = await client.query<Row>(text, values);
      return rows;
    } finally {
      await client.end();
    }
  };
  await query(seed);
  // No listener needs a notice for each link yet.
  await query('alter table links disable trigger link_changed');
  await query(seedLinks, [links]);
  // Not recently changed, like almost all links.
  await query("update links set changed_at = now() - interval '1 day'");
  await query('alter table links enable trigger link_changed');
  await query('vacuum analyze');

  return {
    url,
    folder,
    query,
    async postmaster() {
      return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
    },
    async clear() {
      await query(
        'truncate hits, hit_profiles, orphan_visits, counted_marks, link_totals, figure_names, account_days, account_months',
      );
      await query('checkpoint');
    },
    async stopDatabase() {
      await server?.stop();
      server = undefined;
    },
    async startDatabase() {
      server = await start();
      if (server.url !== url) throw new Error('the database came back at another address');
    },
    async [Symbol.asyncDispose]() {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
