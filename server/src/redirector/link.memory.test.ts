import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  expectAgreement,
  from,
  openProxy,
  openScene,
  type RedirectorScene,
  type ServedRedirector,
} from '../redirector.testing.ts';

// A node whose memory takes some hundred of two thousand links.

const links = 2_000;
const linkMemoryBytes = 60_000;

let scene: RedirectorScene;
let metrics: Registry;
beforeEach(async () => {
  scene = await openScene();
  metrics = new Registry();
  await scene.query(
    `insert into links (merchant_id, id, merchant_account_id, creator_id, code, destination, created_at)
     select $1, gen_random_uuid(), $2, $3, 'link-' || n, 'https://shop.example/' || n, now() from generate_series(1, ${links}) n`,
    [scene.merchantId, scene.accountId, scene.creatorId],
  );
});
afterEach(() => scene[Symbol.asyncDispose]());

async function linksInMemory(): Promise<number> {
  return Number(/^vitrine_links (\d+)$/m.exec(await metrics.metrics())?.[1]);
}

async function statusesOf(node: ServedRedirector, codes: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const [place, code] of codes.entries())
    statuses.push((await node.visit(`/s/${code}`, from(`203.0.113.${place % 200}`))).status);
  return statuses;
}

const someCodes = Array.from({ length: 100 }, (_, place) => `link-${1 + place * 20}`);

test('every link redirects, and its clicks are counted, although most are not in memory', async () => {
  const node = await scene.serve({ linkMemoryBytes, metrics });
  expect(await linksInMemory()).toBeLessThan(links / 2);
  const answers = await Promise.all(
    someCodes.map((code, place) => node.visit(`/s/${code}`, from(`203.0.113.${place}`))),
  );
  expect(answers.map(({ headers }) => headers.location?.split('?')[0])).toEqual(
    someCodes.map((code) => `https://shop.example/${code.slice('link-'.length)}`),
  );
  await node.redirector.drainNow();
  const [found] = await scene.query<{ count: number }>('select count(distinct link_id)::int from hits');
  expect(found?.count).toBe(someCodes.length);
  await expectAgreement(scene);
  expect(await linksInMemory()).toBeLessThan(links / 2);
});

test('codes without a link push no link out of memory', async () => {
  const node = await scene.serve({ linkMemoryBytes, metrics });
  const before = await linksInMemory();
  const unknown = Array.from({ length: 300 }, (_, place) => `unknown-${place}`);
  const answers = await Promise.all(
    unknown.map((code, place) => node.visit(`/s/${code}`, from(`203.0.113.${place % 200}`))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(await linksInMemory()).toBe(before);
});

test('while the database is away, the links in memory redirect and the others are answered "not found"', async () => {
  const proxy = await openProxy(scene.url);
  const node = await scene.serve({ linkMemoryBytes, metrics, pg: { url: proxy.url } });
  expect((await node.visit('/s/link-7')).status).toBe(302);
  await proxy.close();
  expect((await node.visit('/s/link-7')).status).toBe(302);
  const statuses = await statusesOf(node, someCodes.slice(0, 30));
  expect(new Set(statuses)).toEqual(new Set([302, 404]));
});

test('a link that changes or is taken down while it is not in memory redirects as it is now', async () => {
  const node = await scene.serve({ linkMemoryBytes, metrics });
  await scene.query("update links set destination = 'https://shop.example/new'");
  await scene.query("update links set taken_down = 'copyright' where code = 'link-1'");
  await scene.query("update links set disabled_at = now() where code = 'link-2'");
  await scene.query("delete from links where code = 'link-3'");
  await expect.poll(() => statusesOf(node, ['link-1', 'link-2', 'link-3'])).toEqual([451, 410, 404]);
  for (const code of ['link-4', 'link-1000', 'link-2000'])
    await expect.poll(async () => (await node.visit(`/s/${code}`)).headers.location).toContain('example/new');
});

test('after a restart with more memory, the links that were left out are read', async () => {
  const small = await scene.serve({ linkMemoryBytes });
  await small.stop();
  const same = await scene.serve({ linkMemoryBytes, metrics });
  expect(await linksInMemory()).toBeLessThan(links / 2);
  await same.stop();
  metrics = new Registry();
  await scene.serve({ linkMemoryBytes: linkMemoryBytes * 100, metrics });
  await expect.poll(linksInMemory).toBe(links);
});
