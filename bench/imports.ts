import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import type { BenchFigure } from './figure.ts';
import type { ImportTarget, Sent } from './imports.sender.ts';
import { openBenchBooks } from './ledger.books.ts';
import { openBench } from './ledger.database.ts';
import { openNode } from './nodes.ts';
import { quantileOf } from './quantile.ts';

// A file of 20,000 products is previewed, imported, and previewed again, by a node that also redirects: how long a preview
// takes, how much memory the node needs for it, and how long redirects take meanwhile, against the same without.

const code = 'bench-imports';
const rows = 20_000;

function csvOf(shop: string): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const description = `A light serum for every day, number ${at}, with niacinamide and a long description. `.repeat(
      2,
    );
    return `B-${at},Dew Serum ${at},${shop}/products/${at},${(at % 90) + 10}.00,Care ${at % 12},https://cdn.example/${at}.webp,"${description}"`;
  });
  return ['sku,title,url,price,category,image,description', ...lines].join('\n');
}

/** The resident memory of a process, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
}

type Load = { redirects: number[]; most: number };

/** Redirects, ten at a time, until `isOver`, with the most memory that the node had. */
async function loadUntil(origin: string, pid: number, isOver: () => boolean): Promise<Load> {
  const load: Load = { redirects: [], most: 0 };
  const shopper = async () => {
    while (!isOver()) {
      const startedAt = performance.now();
      await fetch(`${origin}/s/${code}`, { redirect: 'manual' });
      load.redirects.push(performance.now() - startedAt);
      await pause(20);
    }
  };
  const watch = async () => {
    while (!isOver()) {
      load.most = Math.max(load.most, await memoryOf(pid));
      await pause(20);
    }
  };
  await Promise.all([...Array.from({ length: 10 }, shopper), watch()]);
  return load;
}

/** A preview, the import, and a second preview. */
async function sendAll(target: ImportTarget): Promise<[Sent, Sent, Sent]> {
  const thread = new Worker(new URL('imports.sender.ts', import.meta.url), { workerData: target });
  const [sent]: [Sent, Sent, Sent][] = await once(thread, 'message');
  if (!sent) throw new Error('the thread that sends the file said nothing');
  return sent;
}

export async function measureImports({ quick }: { quick: boolean }): Promise<BenchFigure[]> {
  await using bench = await openBench({});
  await using undo = new AsyncDisposableStack();
  await openBenchBooks(bench.ctx, new Date(Date.now() - 3_600_000));
  const owner = new pg.Client({ connectionString: bench.url });
  await owner.connect();
  undo.defer(() => owner.end());
  await owner.query(`insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
    select merchant_id, gen_random_uuid(), id, creator_id, '${code}', 'https://shop.example/shirt', now() from merchant_accounts limit 1`);
  const { rows: brands } = await owner.query<{ id: string; shop: string }>(
    `select m.id, 'https://' || h.host as shop from merchants m join merchant_hosts h on h.merchant_id = m.id
     join merchant_staff s on s.merchant_id = m.id limit 1`,
  );
  const [brand] = brands;
  if (!brand) throw new Error('the brand has no host or no staff');
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-imports-'));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const settings = { ROLES: 'api,redirect' };
  const node = await openNode(1, bench.url, folder, { settings });
  undo.defer(() => node.kill());
  await node.start();
  const target = { origin: node.url, merchant: brand.id, csv: csvOf(brand.shop) };
  const forSeconds = (seconds: number) => {
    const end = performance.now() + seconds * 1_000;
    return () => performance.now() > end;
  };
  await loadUntil(node.url, node.pid(), forSeconds(3));
  const without = await loadUntil(node.url, node.pid(), forSeconds(quick ? 8 : 20));
  const idle = await memoryOf(node.pid());
  let isDone = false;
  const work = (async () => {
    const [first, done, again] = await sendAll(target);
    if (first.created !== rows || done.created !== rows || again.unchanged !== rows)
      throw new Error('not every row was imported');
    return { first, done, again };
  })().finally(() => (isDone = true));
  const [during, { first, done, again }] = await Promise.all([loadUntil(node.url, node.pid(), () => isDone), work]);
  const slowest = Math.max(first.seconds, again.seconds);
  const [p99, usual] = [quantileOf(during.redirects, 0.99), quantileOf(without.redirects, 0.99)];
  const over = during.most - idle;
  return [
    {
      name: `imports: a preview of ${rows} rows, new and known`,
      value: `${first.seconds.toFixed(2)} s and ${again.seconds.toFixed(2)} s`,
      yardstick: `${done.seconds.toFixed(2)} s to import them`,
      ratio: '',
      goal: '≤ 5 s',
      holds: slowest <= 5,
    },
    {
      name: '  memory of the node, over idle',
      value: `${over.toFixed(0)} MB`,
      yardstick: `${idle.toFixed(0)} MB idle`,
      ratio: (during.most / idle).toFixed(2),
      goal: '≤ 200 MB',
      holds: over <= 200,
    },
    {
      name: '  redirect beside it, p99',
      value: `${p99.toFixed(1)} ms`,
      yardstick: `${usual.toFixed(1)} ms without`,
      ratio: (p99 / usual).toFixed(2),
      goal: '≤ 1.5 ×',
      holds: p99 <= 1.5 * usual,
    },
  ];
}
