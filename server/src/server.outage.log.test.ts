import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { demoApiKey } from '../world/people.ts';
import { openWire, startServerProcess } from '../world/process.ts';
import { openWorld } from '../world/world.ts';

// What a server writes to its log while the database is away and requests keep coming.

vi.setConfig({ testTimeout: 120_000 });
const outageMs = 4_000;

type Line = { msg: string };

async function linesIn(path: string): Promise<Line[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line): Line => JSON.parse(line));
}

/** The kinds of which there are more than one line a second, with their number. */
function tooOften(lines: readonly Line[], seconds: number): [string, number][] {
  return [...Map.groupBy(lines, ({ msg }) => msg)]
    .map(([msg, { length }]): [string, number] => [msg, length])
    .filter(([, count]) => count > seconds + 1);
}

test.each(['api,redirect,worker', 'redirect'])(
  'during an outage, ROLES=%s writes at most one line a second of each kind',
  async (roles) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-outage-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await using world = await openWorld();
    const wire = await openWire(world.ctx.database.url);
    const token = await world.token('ava@creators.test');
    const path = join(folder, 'log');
    const file = await open(path, 'w');
    const env = { DATABASE_URL: wire.url, ROLES: roles, LOG_LEVEL: 'warn' };
    const order = {
      method: 'POST',
      headers: { authorization: `Bearer ${demoApiKey}`, 'idempotency-key': 'x' },
      body: '{}',
    };
    let cutAt = 0;
    {
      await using server = await startServerProcess({ env, output: file.fd });
      const ask = (address: string, init?: RequestInit) =>
        fetch(`${server.origin}${address}`, { redirect: 'manual', ...init })
          .then((answer) => answer.text())
          .catch(() => '');
      const { pathname } = new URL(world.stock.placements['ava.serum'].short_url);
      const askAll = () =>
        Promise.all([
          ...['/@ava/glow-lab', '/@nobody', '/s/nobody', '/readyz', '/metrics', '/sitemap.xml', pathname].map(
            (address) => ask(address),
          ),
          ...['/api/v1/me', '/api/v1/overview', '/api/v1/events'].map((address) =>
            ask(address, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(1_000) }),
          ),
          ask('/api/v1/orders', order),
        ]);
      await askAll();
      cutAt = performance.now();
      wire.cut();
      const until = cutAt + outageMs;
      while (performance.now() < until) await askAll();
      await wire.restore();
      await expect.poll(() => ask('/readyz'), { timeout: 20_000 }).toContain('"ready"');
    }
    await file.close();
    wire.close();
    const seconds = (performance.now() - cutAt) / 1_000;
    const lines = await linesIn(path);
    expect(lines.length).toBeGreaterThan(0);
    expect(tooOften(lines, seconds)).toEqual([]);
  },
);
