import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { populatedDatabase } from './world/database.ts';
import { startServerProcess } from './world/process.ts';
import { hasProxy, type Proxy, startCaddy, startNginx } from './world/proxies.ts';

// Nodes behind the files of deploy/ for nginx and Caddy.

vi.setConfig({ testTimeout: 120_000 });
const isFull = process.env['VITRINE_TEST_ENGINES'] === 'full';

type Nodes = Awaited<ReturnType<typeof startNodes>>;

async function startNodes(roles: readonly string[]) {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(await populatedDatabase());
  const start = async (role: string, index: number) =>
    undo.use(
      await startServerProcess({
        env: {
          DATABASE_URL: database.url,
          SECRET_KEY: 'behind-a-proxy-behind-a-proxy-behind',
          TRUST_PROXY: '127.0.0.1',
          NODE_ID: `node-${index + 1}`,
          ROLES: role,
        },
      }),
    );
  const servers = [];
  for (const [index, role] of roles.entries()) servers.push(await start(role, index));
  const { pathname } = new URL(database.population.stock.placements['ava.serum'].short_url);
  const started = undo.move();
  return { servers, pathname, url: database.url, [Symbol.asyncDispose]: () => started[Symbol.asyncDispose]() };
}

/** Follows the link as a person whose proxy header is forged, and returns the click. */
async function click(proxy: Proxy, { pathname }: Nodes): Promise<{ status: number; clickId: string }> {
  const { status, headers } = await proxy.ask(pathname, {
    'x-forwarded-for': '203.0.113.9',
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Safari/604.1',
  });
  const location = String(headers['location'] ?? '');
  return { status, clickId: location ? (new URL(location).searchParams.get('vt_click') ?? '') : '' };
}

async function nodesOfHits(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ node: string }>('select distinct node from hits order by 1')).rows.map(
      ({ node }) => node,
    );
  } finally {
    await client.end();
  }
}

async function expectPortal(proxy: Proxy): Promise<void> {
  expect(JSON.parse((await proxy.ask('/version')).body)).toHaveProperty('version');
}

describe.skipIf(!isFull || !hasProxy('nginx'))('nginx with the file of deploy/', () => {
  test('sends shortlinks to the redirect nodes and the rest to the API, and goes on when a redirect node dies', async () => {
    await using nodes = await startNodes(['redirect', 'redirect', 'api']);
    const [first, second, api] = nodes.servers;
    if (!first || !second || !api) throw new Error('three nodes are needed');
    await using proxy = await startNginx({ links: [first.origin, second.origin], rest: [api.origin] });
    await expectPortal(proxy);
    for (let n = 0; n < 4; n += 1) expect((await click(proxy, nodes)).status).toBe(302);
    await expect.poll(() => nodesOfHits(nodes.url), { timeout: 20_000 }).toEqual(['node-1', 'node-2']);
    first.child.kill('SIGKILL');
    await first.ended;
    const clicks = [];
    for (let n = 0; n < 6; n += 1) clicks.push(await click(proxy, nodes));
    expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 302));
    expect(new Set(clicks.map(({ clickId }) => clickId)).size).toBe(clicks.length);
  });
});

describe.skipIf(!isFull || !hasProxy('caddy'))('Caddy with the file of deploy/', () => {
  test('serves the portal and shortlinks of one node over TLS', async () => {
    await using nodes = await startNodes(['api,redirect,worker']);
    const [node] = nodes.servers;
    if (!node) throw new Error('a node is needed');
    await using proxy = await startCaddy(node.origin);
    await expectPortal(proxy);
    expect((await click(proxy, nodes)).status).toBe(302);
  });
});
