import { afterEach, beforeEach, expect, test } from 'vitest';
import { takedownCategories } from '@vitrine/contract/values/takedown-categories.ts';
import { openScene, type RedirectorScene, until } from '../redirector.testing.ts';

let scene: RedirectorScene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

const takeDown = (code: string, category: string | null) =>
  scene.query('update links set taken_down = $2 where code = $1', [code, category]);

async function storeReason(linkId: string, reason: string): Promise<void> {
  await scene.query(
    `insert into takedowns (id, subject_kind, subject_id, address, creator_id, category, reason, taken_down_at, taken_down_by)
     values (gen_random_uuid(), 'link', $1, '/s/shirt', $2, 'copyright', $3, now(), $2)`,
    [linkId, scene.creatorId, reason],
  );
}

test('a link that is taken down says why at each redirector, and redirects again when it is restored', async () => {
  const id = await scene.addLink('shirt');
  const [one, two] = [await scene.serve(), await scene.serve({ nodeId: 'node-2', dataDir: `${scene.dataDir}/2` })];
  expect([(await one.visit('/s/shirt')).status, (await two.visit('/s/shirt')).status]).toEqual([302, 302]);
  await storeReason(id, 'The photo <b>belongs</b> to someone else.');
  await takeDown('shirt', 'copyright');
  for (const node of [one, two]) {
    await until(async () => (await node.visit('/s/shirt')).status === 451);
    const { body, headers } = await node.visit('/s/shirt');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.location).toBeUndefined();
    expect(body).toContain('This link was taken down');
    expect(body).toContain('We received a copyright notice about it.');
    expect(body).toContain('The photo &lt;b&gt;belongs&lt;/b&gt; to someone else.');
    expect(body).not.toContain('shop.example');
    expect((await node.visit('/s/shirt+')).status).toBe(451);
  }
  await takeDown('shirt', null);
  for (const node of [one, two]) await until(async () => (await node.visit('/s/shirt')).status === 302);
});

test.each(takedownCategories)('the category %s is kept in memory with the link', async (category) => {
  await scene.addLink('shirt');
  const node = await scene.serve();
  await takeDown('shirt', category);
  const status = ['copyright', 'court_order'].includes(category) ? 451 : 410;
  await until(async () => (await node.visit('/s/shirt')).status === status);
  await scene.query("update links set disabled_at = now(), title = 'renamed' where code = 'shirt'");
  expect((await node.visit('/s/shirt')).status).toBe(status);
});

test('a visit of a taken-down link is recorded, but is no hit of the link', async () => {
  await scene.addLink('shirt');
  const node = await scene.serve();
  await takeDown('shirt', 'scam');
  await until(async () => (await node.visit('/s/shirt')).status === 410);
  const visits = () => scene.query("select from orphan_visits where reason = 'taken_down' and code = 'shirt'");
  await until(async () => (await visits()).length === 1);
  const hits = await scene.query('select from hits');
  for (let visit = 0; visit < 3; visit += 1) await node.visit('/s/shirt');
  await until(async () => (await visits()).length === 4);
  expect(await scene.query('select from hits')).toEqual(hits);
});

test('without the reason the page still gives the category', async () => {
  await scene.addLink('shirt');
  const node = await scene.serve();
  await takeDown('shirt', 'scam');
  await until(async () => (await node.visit('/s/shirt')).status === 410);
  const { body } = await node.visit('/s/shirt');
  expect(body).toContain('It was reported as a scam, phishing or malware.');
});
