import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { readSnapshot, writeSnapshot } from '../server/src/redirector/link.snapshot.ts';
import { createLinkTable, type LinkTable, type StoredLink } from '../server/src/redirector/link.table.ts';
import { createTurns, type Turns } from './turns.ts';

// The table of links alone, in a process of its own. Arguments: the number of links, and the cap in bytes or 0. It
// prints what it measured as a line of JSON.

const linksPerTurn = 100;
const lookUps = 1_000_000;
const yardstickLinks = 1_000_000;
const accounts = 100_000;

export type TableFigures = {
  links: number;
  kept: number;
  bytes: number;
  memory: number;
  fillSeconds: number;
  fill: Turns;
  lookUpNanoseconds: number;
  mapNanoseconds: number;
  write?: Turns & { seconds: number; bytes: number; memory: number };
  read?: Turns & { seconds: number };
};

const merchant = {
  id: 'merchant',
  clickParameter: 'vt_click',
  cookieSeconds: 1_800,
  duplicateMinutes: 30,
  disabled: false,
};

function uuid(number: number): string {
  const spread = Math.imul(number, 0x9e3779b1) >>> 0;
  return `${spread.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

function codeOf(number: number): string {
  return `c${(Math.imul(number, 0x9e3779b1) >>> 0).toString(36)}`;
}

function linkOf(number: number): StoredLink {
  return {
    code: codeOf(number),
    id: uuid(number),
    merchantId: merchant.id,
    merchantAccountId: uuid(number % accounts),
    creatorId: uuid(number % accounts),
    destination: `https://shop.example/products/linen-shirt-${number}?variant=${40_000 + number}`,
    disabled: false,
    takenDown: null,
    version: number + 1,
  };
}

async function fill(table: LinkTable, links: number): Promise<Turns> {
  const turns = createTurns();
  for (let number = 0; number < links; ) {
    for (const end = Math.min(number + linksPerTurn, links); number < end; number += 1) table.setLink(linkOf(number));
    await breathe();
    turns.end();
  }
  return turns.longest();
}

function nanosecondsOf(find: (number: number) => unknown, numbers: number): number {
  let missing = 0;
  const startedAt = performance.now();
  for (let step = 0; step < lookUps; step += 1) {
    if (find(Math.floor(Math.random() * numbers)) === undefined) missing += 1;
  }
  if (missing === lookUps) throw new Error('no link was found');
  return ((performance.now() - startedAt) * 1e6) / lookUps;
}

/** A Map of objects with a million links, however many links the table has. */
function mapNanoseconds(): number {
  const map = new Map<string, StoredLink>();
  for (let number = 0; number < yardstickLinks; number += 1) map.set(codeOf(number), linkOf(number));
  return nanosecondsOf((number) => map.get(codeOf(number)), yardstickLinks);
}

async function watched(work: () => Promise<unknown>): Promise<Turns & { seconds: number }> {
  const turns = createTurns();
  const startedAt = performance.now();
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  while (!isDone) {
    await breathe();
    turns.end();
  }
  await done;
  return { ...turns.longest(), seconds: (performance.now() - startedAt) / 1_000 };
}

/** What was measured before must not be freed during the next measurement. */
function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('start it with --expose-gc');
  globalThis.gc();
}

async function measureSnapshot(table: LinkTable): Promise<Pick<TableFigures, 'write' | 'read'>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-links-'));
  try {
    const path = join(folder, 'links.snapshot');
    collectGarbage();
    const before = process.memoryUsage().rss;
    const write = await watched(() => writeSnapshot(path, table));
    const memory = process.memoryUsage().rss - before;
    const size = table.size();
    table.clear();
    // A process that starts has no table to free.
    collectGarbage();
    const read = await watched(() => readSnapshot(path, table));
    if (table.size() !== size) throw new Error(`${table.size()} links were read of ${size}`);
    return { write: { ...write, bytes: (await stat(path)).size, memory }, read };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [links, cap] = process.argv.slice(2).map(Number);
if (links === undefined || cap === undefined) throw new Error('the number of links and the cap are missing');
const table = createLinkTable(cap || undefined);
table.setMerchant(merchant);
const rss = process.memoryUsage().rss;
const startedAt = performance.now();
const turns = await fill(table, links);
const figures: TableFigures = {
  links,
  kept: table.size(),
  bytes: table.bytes(),
  memory: process.memoryUsage().rss - rss,
  fillSeconds: (performance.now() - startedAt) / 1_000,
  fill: turns,
  lookUpNanoseconds: nanosecondsOf((number) => table.find(codeOf(number)), links),
  mapNanoseconds: mapNanoseconds(),
  ...(cap === 0 ? await measureSnapshot(table) : {}),
};
console.log(JSON.stringify(figures));
