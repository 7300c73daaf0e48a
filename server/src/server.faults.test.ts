import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fillDisk, mountDisk } from '../world/disk.ts';
import { demoApiKey } from '../world/people.ts';
import { type ServerProcess, startServerProcess } from '../world/process.ts';
import { openWorld, type World } from '../world/world.ts';
import { uuidOfClick } from './hits/click-id.ts';

// What machines do to a running server. In each test, a click whose id went to the shop is in the database once, no
// other click is, and a shop's order for it is credited.

vi.setConfig({ testTimeout: 120_000 });

let world: World;
let database: pg.Client;
let shopper = 0;
beforeEach(async () => {
  world = await openWorld();
  database = new pg.Client({ connectionString: world.ctx.database.url });
  await database.connect();
});
afterEach(async () => {
  await database.end();
  await world[Symbol.asyncDispose]();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'vitrine-faults-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const start = (env: Record<string, string> = {}) =>
  startServerProcess({ env: { DATABASE_URL: world.ctx.database.url, ...env } });

/** A redirect to the shop without a click id. */
const noId = '';

/** Another shopper's click; the click's id, or the status of the refusal. */
async function click({ origin }: ServerProcess): Promise<string> {
  shopper += 1;
  const { pathname } = new URL(world.stock.placements['ava.serum'].short_url);
  const response = await fetch(`${origin}${pathname}`, {
    redirect: 'manual',
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Safari/604.1',
      'accept-language': `en;q=0.${shopper}`,
      referer: `https://blog.example/${'long'.repeat(300)}`,
    },
  }).catch(() => undefined);
  const location = response?.headers.get('location');
  return location ? (new URL(location).searchParams.get('vt_click') ?? noId) : String(response?.status);
}

const clicksOf = async (server: ServerProcess, count: number) => {
  const clicks: string[] = [];
  for (let n = 0; n < count; n += 1) clicks.push(await click(server));
  return clicks;
};

const storedHits = async () =>
  (await database.query<{ id: string; at: Date }>('select id::text, at from hits order by id')).rows;
const uuids = (clicks: string[]) => clicks.map((each) => uuidOfClick(each)).sort();

async function expectStored(clicks: string[]): Promise<void> {
  expect(clicks.filter((each) => each.length !== 22)).toEqual([]);
  await expect
    .poll(async () => (await storedHits()).map(({ id }) => id).sort(), { timeout: 20_000 })
    .toEqual(uuids(clicks));
}

/** A shop's order for the click, placed now; its outcome, for which it sends the order again while it waits. */
async function orderFor({ origin }: ServerProcess, clickId: string): Promise<string> {
  const line = { line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1 };
  const body = JSON.stringify({
    order_id: `fault-${clickId}`,
    currency: 'USD',
    placed_at: new Date().toISOString(),
    click_id: clickId,
    lines: [{ ...line, unit_price: { amount: '4800', currency: 'USD' } }],
  });
  const headers = { authorization: `Bearer ${demoApiKey}`, 'content-type': 'application/json' };
  const send = async () => {
    const response = await fetch(`${origin}/api/v1/orders`, { method: 'POST', headers, body });
    const { data, message } = (await response.json()) as Sent;
    return data ? (data.decision?.outcome ?? 'waiting_for_click') : String(message);
  };
  let outcome = '';
  await expect.poll(async () => (outcome = await send())).not.toBe('waiting_for_click');
  return outcome;
}
type Sent = { data?: { decision: { outcome: string } | null }; message?: string };

type Readiness = { status: string; failing?: string[]; clock_corrected_by_ms?: number };

const readiness = async ({ origin }: ServerProcess) => (await (await fetch(`${origin}/readyz`)).json()) as Readiness;

test('a full disk below DATA_DIR: shoppers reach the shop, no click id is given that isn’t stored, and all works once there is space', async (context) => {
  const disk = await folder();
  context.skip(!(await mountDisk(disk, 24)), 'this user may not mount a disk');
  await using server = await start({ DATA_DIR: join(disk, 'data') });
  const before = await clicksOf(server, 3);
  await expectStored(before);
  expect(await orderFor(server, before[0] ?? '')).toBe('credited');

  const filler = join(disk, 'filler');
  await fillDisk(filler);
  // While clicks are drained, the journal uses its own space again. So the database is held up as well.
  await database.query('begin; lock table link_totals in exclusive mode');
  const full: string[] = [];
  const crowd = async () => {
    full.push(...(await Promise.all(Array.from({ length: 100 }, () => click(server)))));
    return full.at(-1);
  };
  await expect.poll(crowd, { timeout: 60_000, interval: 1 }).toBe(noId);
  expect(await readiness(server)).toMatchObject({ failing: expect.arrayContaining(['journal']) });

  await database.query('rollback');
  await rm(filler);
  const after: string[] = [];
  await expect.poll(async () => after.push(await click(server)) && after.at(-1), { timeout: 30_000 }).not.toBe(noId);
  const redirected = [...before, ...full, ...after].filter((each) => each !== noId);
  await expectStored(redirected);
  expect(await readiness(server)).toMatchObject({ status: 'ready' });
});

/** Sets the clock of a process one hour ahead, then one hour behind, with each SIGUSR2. */
const clockOfProcess = `
  const now = Date.now, RealDate = Date, shifts = [3600000, -3600000];
  let shift = 0;
  globalThis.Date = class extends RealDate {
    constructor(...args) { if (args.length === 0) super(now() + shift); else super(...args); }
    static now() { return now() + shift; }
  };
  process.on('SIGUSR2', () => { shift = shifts.shift() ?? 0; });
`;

test('a clock that is set an hour ahead, and then two hours back: times, clicks and orders stay right', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(clockOfProcess)}`;
  await using server = await start({ NODE_OPTIONS: `--import=${preload}` });
  const correction = async () => Math.round(((await readiness(server)).clock_corrected_by_ms ?? 0) / 60_000);
  const clicks = await clicksOf(server, 3);
  expect(await orderFor(server, clicks[0] ?? '')).toBe('credited');
  for (const expected of [-60, 60]) {
    server.child.kill('SIGUSR2');
    await expect.poll(correction, { timeout: 20_000 }).toBe(expected);
    const next = await clicksOf(server, 3);
    expect(await orderFor(server, next[0] ?? '')).toBe('credited');
    clicks.push(...next);
  }
  await expectStored(clicks);
  const now = Date.now();
  const wrong = (await storedHits()).filter(({ at }) => Math.abs(at.getTime() - now) > 10 * 60_000);
  expect(wrong).toEqual([]);
});

test('two processes on one DATA_DIR: each stores its own clicks, and those of one that was killed are adopted', async () => {
  const shared = { DATA_DIR: await folder() };
  await using first = await start(shared);
  const second = await start(shared);
  const clicks = [...(await clicksOf(first, 5)), ...(await clicksOf(second, 5))];
  second.child.kill('SIGKILL');
  await second.ended;
  clicks.push(...(await clicksOf(first, 5)));
  await using third = await start(shared);
  clicks.push(...(await clicksOf(third, 5)));
  await expectStored(clicks);
  expect(await orderFor(first, clicks[5] ?? '')).toBe('credited');
});

test('PostgreSQL goes away and comes back during clicks: none is lost, and none counts twice', async () => {
  await using server = await start();
  const clicks = await clicksOf(server, 5);
  for (let round = 0; round < 5; round += 1) {
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    clicks.push(...(await Promise.all([click(server), click(server), click(server)])));
  }
  await expectStored(clicks);
  const { rows } = await database.query<{ total: string }>('select sum(hits)::text as total from link_totals');
  expect(rows[0]?.total).toBe(String(clicks.length));
});
