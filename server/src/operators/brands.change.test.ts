import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLink } from '@vitrine/contract/links.ts';
import { changeBrand, listAuditEntries, listBrands, listMails, readMail } from '@vitrine/contract/operators.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { newId } from '../platform/ids.ts';

const reason = 'The brand asked for it in writing';
let world: World;
let operator: Client;
let ava: Client;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.signIn('operator@vitrine.test');
  ava = await world.signIn('ava@creators.test');
});
afterAll(() => world[Symbol.asyncDispose]());

type Change = Omit<BodyOf<typeof changeBrand>, 'reason'>;
const change = (body: Change, of = world.people.merchants.glow) =>
  operator.call(changeBrand, { params: { merchant_id: of }, body: { ...body, reason } });
const link = async (destination: string) =>
  (
    await ava.call(createLink, {
      params: { merchant_account_id: world.people.accounts.avaGlow },
      body: { destination },
    })
  ).status;

test('a new name leaves addresses as they are, and is audited and emailed with the reason', async () => {
  expect(granted(await change({ display_name: 'Glow Labs' }))).toMatchObject({
    display_name: 'Glow Labs',
    slug: 'glow-lab',
    hosts: ['shop.glowlab.example'],
  });
  const audited = granted(await operator.call(listAuditEntries, { query: { action: 'brand.changed' } }));
  expect(audited.map(({ details }) => details)).toEqual([
    { display_name_before: 'Glow Lab', display_name: 'Glow Labs', reason },
  ]);
  const [mail] = granted(await operator.call(listMails, { query: { kind: 'brand_changed' } }));
  expect(mail).toMatchObject({ recipient: 'brand@glow.test', subject: 'Glow Labs was changed by an operator' });
  const { text } = granted(await operator.call(readMail, { params: { mail_id: mail?.id ?? '' } }));
  expect(text).toContain(reason);
  expect(text).toContain('Glow Lab → Glow Labs');
});

test('links may lead to an added host, no longer to a removed one, and always to the shop', async () => {
  expect(await link('https://outlet.glowlab.example/a')).toBe(422);
  expect(granted(await change({ hosts: ['Outlet.GlowLab.example'] })).hosts).toEqual([
    'outlet.glowlab.example',
    'shop.glowlab.example',
  ]);
  expect(await link('https://outlet.glowlab.example/a')).toBe(201);
  granted(await change({ hosts: [] }));
  expect(await link('https://outlet.glowlab.example/a')).toBe(422);
  granted(await change({ shop_url: 'https://new.glowlab.example' }));
  expect(await link('https://new.glowlab.example/a')).toBe(201);
});

test('a change of nothing is neither audited nor emailed', async () => {
  const count = async () => [
    granted(await operator.call(listAuditEntries, { query: { action: 'brand.changed' } })).length,
    granted(await operator.call(listMails, { query: { kind: 'brand_changed' } })).length,
  ];
  const before = await count();
  const brand = granted(await operator.call(listBrands)).find(({ slug }) => slug === 'glow-lab');
  granted(await change({ display_name: brand?.display_name }));
  expect(await count()).toEqual(before);
});

test.each([
  { body: { display_name: 'G' }, field: 'display_name' },
  { body: { shop_url: 'http://shop.example' }, field: 'shop_url' },
  { body: { hosts: ['https://shop.example/x'] }, field: 'hosts.0' },
  { body: { hosts: ['localhost'] }, field: 'hosts.0' },
  { body: { project: 'unknown' }, field: 'project' },
  { body: { hosts: Array.from({ length: 21 }, (_, n) => `s${n}.example`) }, field: 'hosts' },
])('an invalid $field is refused by its name', async ({ body, field }) => {
  const { status, problem } = await change(body);
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
});

test('a brand that does not exist is not found, and a creator may not change one', async () => {
  expect((await change({ display_name: 'Another' }, newId(world.clock.now()))).status).toBe(404);
  const params = { merchant_id: world.people.merchants.glow };
  expect((await ava.call(changeBrand, { params, body: { display_name: 'Mine', reason } })).status).toBe(403);
});
