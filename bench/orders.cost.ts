import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { OrderLoad } from './orders.load.ts';
import { processorSeconds, treeSeconds } from './redirect.process.ts';

// What an order costs: processor time by process, and by part of each. On a busy machine, time by the clock says little.

/** Of one order. Times are in milliseconds of a processor. */
export type Cost = { node: number; postgres: number; client: number; statements: number; walBytes: number };

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function totals({ node, url, dataDir }: OrderLoad): Promise<Cost> {
  const [postmaster = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1);
  const [counted] = await ask<{ statements: number; walBytes: number }>(
    url,
    `select coalesce(sum(calls), 0)::float as statements, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float as "walBytes"
      from pg_stat_statements`,
  );
  const { user, system } = process.cpuUsage();
  return {
    node: (await processorSeconds(node.pid())) * 1_000,
    postgres: (await treeSeconds(Number(postmaster))) * 1_000,
    client: (user + system) / 1_000,
    statements: counted?.statements ?? 0,
    walBytes: counted?.walBytes ?? 0,
  };
}

/** Does `work`, which sends orders, and says what one of them cost. */
export async function costOf<T extends { count: number }>(
  load: OrderLoad,
  work: () => Promise<T>,
): Promise<{ done: T; cost: Cost }> {
  const before = await totals(load);
  const done = await work();
  const after = await totals(load);
  const each = (name: keyof Cost) => (after[name] - before[name]) / done.count;
  const cost = {
    node: each('node'),
    postgres: each('postgres'),
    client: each('client'),
    statements: each('statements'),
    walBytes: each('walBytes'),
  };
  return { done, cost };
}

const shownParts = 14;

/** The statements that took longest since the start, by their share of one order. It includes waiting for locks. */
export async function printStatements({ url }: OrderLoad): Promise<void> {
  const rows = await ask<{ text: string; calls: number; ms: number }>(
    url,
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as text, calls / orders as calls, total_exec_time / orders as ms
      from pg_stat_statements, (select count(*)::float as orders from orders) o
      where calls > orders / 2 order by total_exec_time desc limit ${shownParts}`,
  );
  console.log('\nPostgreSQL, ms by the clock for one order, and how often:');
  for (const { text, calls, ms } of rows) console.log(`  ${ms.toFixed(2)}  ${calls.toFixed(1)}  ${text}`);
}

type Frame = { functionName: string; url: string };
type Profile = { nodes: { id: number; callFrame: Frame }[]; samples: number[]; timeDeltas: number[] };

/** The package, the folder of ours, or the part of Node that a function belongs to. */
function moduleOf({ functionName, url }: Frame): string {
  const [, folder] = /server\/src\/(platform\/[^/]+|[^/]+)/.exec(url) ?? [];
  if (folder !== undefined) return `server/${folder}`;
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url) ?? [];
  if (name !== undefined) return name;
  return url === '' ? functionName || 'other' : url.replace(/^(node:\w+).*/, '$1');
}

/** The parts of Node's time in the profile that a node wrote into this folder, without idle time. */
export async function printModules(folder: string): Promise<void> {
  const file = (await readdir(folder)).find((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error('the node has written no profile');
  const profile: Profile = JSON.parse(await readFile(join(folder, file), 'utf8'));
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, moduleOf(callFrame)]));
  const sums = new Map<string, number>();
  for (const [index, id] of profile.samples.entries()) {
    const name = names.get(id) ?? 'other';
    sums.set(name, (sums.get(name) ?? 0) + (profile.timeDeltas[index] ?? 0));
  }
  sums.delete('(idle)');
  const all = [...sums.values()].reduce((sum, each) => sum + each, 0);
  console.log('\nNode, % by module, from its start:');
  const largest = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, shownParts);
  for (const [name, sum] of largest) console.log(`  ${((sum / all) * 100).toFixed(1)}  ${name}`);
}
