import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approveBrandReview,
  cancelBrandReview,
  listBrandReviews,
  refuseBrandReview,
} from '@vitrine/contract/brand-reviews.ts';
import { changeBrandSettings, listSettingChanges, readBrandSettings } from '@vitrine/contract/brand-settings.ts';
import { createLink, listLinks } from '@vitrine/contract/links.ts';
import { listNotifications } from '@vitrine/contract/notifications.ts';
import { changeBrand, createBrand } from '@vitrine/contract/operators.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

// A brand's name and hosts, which it is trusted by: what its staff can change, and what waits for an operator.

const params = { merchant: 'glow-lab' };
const reason = 'This name belongs to somebody else';
let world: World;
let owner: Client;
let operator: Client;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.signIn('brand@glow.test');
  operator = await world.signIn('operator@vitrine.test');
});
afterAll(() => world[Symbol.asyncDispose]());

type Settings = { display_name?: string; hosts?: string[] };
const change = (body: Settings) => owner.call(changeBrandSettings, { params, body });
const settings = async () => granted(await owner.call(readBrandSettings, { params }));
const toDo = async () => granted(await operator.call(listBrandReviews, { query: {} }));
const bellOf = async (who: Client) =>
  granted(await who.call(listNotifications, { query: {} }))
    .map(({ notice }) => notice)
    .filter(({ kind }) => kind === 'brand_review');
const first = async () => ({ params: { review_id: (await toDo())[0]?.id ?? '' } });
const approve = async () => operator.call(approveBrandReview, await first());
const refuse = async () => operator.call(refuseBrandReview, { ...(await first()), body: { reason } });

test.each(['Maison Clair', 'maison-clair', 'Mаison Clаir', 'Maison CIair', 'MaisonClair'])(
  'a brand can’t be called %s, because another one is',
  async (name) => {
    expect((await change({ display_name: name })).problem.errors).toEqual({
      display_name: [
        `must not look like the name of another brand: “${name}” reads like “Maison Clair”. Choose a name that can’t be mistaken for it`,
      ],
    });
    expect((await settings()).display_name).toBe('Glow Lab');
  },
);

test('an invisible letter in a name is refused and named', async () => {
  expect((await change({ display_name: 'Maison\u200bClair' })).problem.errors).toEqual({
    display_name: ['must not contain invisible characters, like U+200B (zero width space) at position 7'],
  });
});

test('a spelling or an addition of the own name is live at once', async () => {
  expect(granted(await change({ display_name: 'Glow Laboratory' })).display_name).toBe('Glow Laboratory');
  expect(granted(await change({ display_name: 'GLOW LAB' })).display_name).toBe('GLOW LAB');
  expect(granted(await change({ display_name: 'Glow Lab' })).display_name).toBe('Glow Lab');
  expect(await toDo()).toEqual([]);
});

test('small steps don’t lead to another name: each is compared with the one that operators know', async () => {
  granted(await change({ display_name: 'Glow Lab Nova' }));
  const { display_name: name, reviews } = granted(await change({ display_name: 'Nova' }));
  expect([name, reviews.map(({ concern }) => concern)]).toEqual(['Glow Lab Nova', ['renamed']]);
  granted(await change({ display_name: 'Glow Lab' }));
  expect((await settings()).reviews).toEqual([]);
});

test.each([
  ['Vitrine Support', 'reserved', null],
  ['Maison Clairs', 'similar', 'Maison Clair'],
  ['PayPal', 'renamed', null],
])('%s waits for an operator (%s), who refuses it with a reason that the brand hears', async (name, concern, other) => {
  world.clock.advance(1_000);
  const waiting = granted(await change({ display_name: name }));
  expect(waiting).toMatchObject({
    display_name: 'Glow Lab',
    reviews: [{ kind: 'name', value: name, concern, other }],
  });
  expect(await toDo()).toMatchObject([
    {
      brand: { slug: 'glow-lab' },
      kind: 'name',
      value: name,
      concern,
      other,
      state: 'waiting',
      requested_by: 'Mira Castell',
    },
  ]);
  expect((await bellOf(operator))[0]).toMatchObject({ what: 'name', value: name, state: 'waiting' });
  expect(granted(await refuse())).toMatchObject({ state: 'refused', reason });
  expect(await settings()).toMatchObject({ display_name: 'Glow Lab', reviews: [] });
  expect((await bellOf(owner))[0]).toMatchObject({ what: 'name', value: name, state: 'refused', reason });
  expect(await toDo()).toEqual([]);
});

test('an approved name is live, kept in the history, and what later changes are compared with', async () => {
  granted(await change({ display_name: 'Nova Skin' }));
  expect(granted(await approve())).toMatchObject({ state: 'approved' });
  expect((await settings()).display_name).toBe('Nova Skin');
  const [latest] = granted(await owner.call(listSettingChanges, { params, query: { limit: 1 } }));
  expect(latest).toMatchObject({
    changed_by: 'Vitrine Operator',
    changes: [{ field: 'display_name', from: 'Glow Lab', to: 'Nova Skin' }],
  });
  granted(await change({ display_name: 'Glow Lab' }));
  expect((await toDo()).map(({ concern }) => concern)).toEqual(['renamed']);
  expect((await approve()).status).toBe(200);
  expect((await settings()).display_name).toBe('Glow Lab');
});

test('a newer name replaces one that waits, and the brand can take it back', async () => {
  granted(await change({ display_name: 'Vitrine' }));
  granted(await change({ display_name: 'Vitrine Team' }));
  const [review] = (await settings()).reviews;
  expect((await toDo()).map(({ value }) => value)).toEqual(['Vitrine Team']);
  const other = await world.signIn('brand@northwind.test');
  const cancel = (who: Client, merchant: string) =>
    who.call(cancelBrandReview, { params: { merchant, review_id: review?.id ?? '' } });
  expect((await cancel(other, 'northwind-outfitters')).status).toBe(404);
  expect(granted(await cancel(owner, 'glow-lab'))).toEqual({ canceled: true });
  expect((await cancel(owner, 'glow-lab')).status).toBe(404);
  expect(await toDo()).toEqual([]);
});

test('of two brands that are made at the same time with names that look alike, one is made', async () => {
  const open = (name: string, index: number) =>
    operator.call(createBrand, {
      body: {
        display_name: name,
        currency: 'USD',
        shop_url: `https://shop${index}.example`,
        owner: { display_name: 'Somebody', email: `owner${index}@twin.test` },
      },
    });
  const answers = await Promise.all(['Kora Moda', 'KORA-MODA', 'Kоra Moda', 'Kora Mоdа'].map(open));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422, 422, 422]);
});

test('an operator confirms a name that speaks for the portal, and never gets one that looks like another brand’s', async () => {
  const open = (name: string, isDeliberate?: boolean) =>
    operator.call(createBrand, {
      body: {
        display_name: name,
        currency: 'USD',
        shop_url: 'https://vitrine-support.example',
        owner: { display_name: 'Somebody', email: 'owner@support.test' },
        ...(isDeliberate !== undefined && { is_deliberate: isDeliberate }),
      },
    });
  expect((await open('Vitrine Support')).problem.errors).toEqual({
    display_name: [
      'must not read as if it spoke for this portal: “Vitrine Support” has “Vitrine”. Choose another name, or confirm that you mean it (is_deliberate)',
    ],
  });
  expect((await open('Maison CIair', true)).problem.errors).toHaveProperty('display_name');
  expect((await open('Vitrine Support', true)).status).toBe(201);
});

test('only an owner adds hosts; a manager removes them', async () => {
  const { merchants, users } = world.people;
  const setRole = (role: string) =>
    world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .updateTable('merchant_staff')
        .set({ role })
        .where('merchant_id', '=', merchants.glow)
        .where('user_id', '=', users.glowStaff)
        .execute(),
    );
  granted(await change({ hosts: ['shop.glowlab.example', 'outlet.glowlab.example'] }));
  await setRole('manager');
  const refused = await change({ hosts: ['shop.glowlab.example', 'evil.example'] });
  expect([refused.status, refused.problem.message]).toEqual([
    403,
    'Your role at this brand, manager, can’t add hosts, because creators’ links may lead to them. It needs the role owner.',
  ]);
  expect(granted(await change({ hosts: ['shop.glowlab.example'] })).hosts).toEqual(['shop.glowlab.example']);
  await setRole('owner');
});

test.each([
  [
    'paypal.com',
    'must be a host of the brand’s own shop, not paypal.com; if it is yours, ask the operator of this portal',
  ],
  [
    'co.uk',
    'must be a host of one shop, not co.uk, under which anybody can have a name; use a whole one, like shop.co.uk',
  ],
  [
    'github.io',
    'must be a host of one shop, not github.io, under which anybody can have a name; use a whole one, like shop.github.io',
  ],
])('%s is refused with the reason', async (host, why) => {
  expect((await change({ hosts: ['shop.glowlab.example', host] })).problem.errors).toEqual({ 'hosts.1': [why] });
});

const linkTo = async (destination: string) => {
  const ava = await world.signIn('ava@creators.test');
  const account = { merchant_account_id: world.people.accounts.avaGlow };
  return { ava, account, made: await ava.call(createLink, { params: account, body: { destination } }) };
};

test('an operator hears of a new host, and withdraws it: links to it then lead to the shop', async () => {
  world.clock.advance(1_000);
  granted(await change({ hosts: ['shop.glowlab.example', 'glow-outlet.example'] }));
  const { ava, account, made } = await linkTo('https://glow-outlet.example/sale');
  const { id } = granted(made);
  expect(await toDo()).toMatchObject([{ kind: 'host', value: 'glow-outlet.example', concern: 'new', state: 'open' }]);
  expect((await bellOf(operator))[0]).toMatchObject({ what: 'host', value: 'glow-outlet.example', state: 'open' });
  expect(granted(await refuse())).toMatchObject({ state: 'withdrawn' });
  expect((await settings()).hosts).toEqual(['shop.glowlab.example']);
  expect((await bellOf(owner))[0]).toMatchObject({ what: 'host', state: 'withdrawn', reason });
  const links = granted(await ava.call(listLinks, { params: account }));
  expect(links.find((link) => link.id === id)?.destination).toBe('https://shop.glowlab.example');
  expect((await linkTo('https://glow-outlet.example/sale')).made.status).toBe(422);
});

test('another brand’s site waits until an operator approves it', async () => {
  const { hosts, reviews } = granted(await change({ hosts: ['shop.glowlab.example', 'glow.maisonclair.example'] }));
  expect(hosts).toEqual(['shop.glowlab.example']);
  expect(reviews).toMatchObject([
    { kind: 'host', value: 'glow.maisonclair.example', concern: 'shared', other: 'Maison Clair' },
  ]);
  expect((await linkTo('https://glow.maisonclair.example/')).made.status).toBe(422);
  granted(await approve());
  expect((await settings()).hosts).toEqual(['glow.maisonclair.example', 'shop.glowlab.example']);
  expect((await linkTo('https://glow.maisonclair.example/')).made.status).toBe(201);
  const again = { params: { review_id: reviews[0]?.id ?? '' } };
  expect((await operator.call(approveBrandReview, again)).status).toBe(409);
});

test('an operator confirms a well-known host, and never gets a public suffix', async () => {
  const call = (shopUrl: string, isDeliberate: boolean) =>
    operator.call(changeBrand, {
      params: { merchant_id: world.people.merchants.maison },
      body: { shop_url: shopUrl, reason, is_deliberate: isDeliberate },
    });
  expect((await call('https://www.etsy.com/shop/maison', false)).problem.errors).toHaveProperty('shop_url');
  expect((await call('https://www.etsy.com/shop/maison', true)).status).toBe(200);
  expect((await call('https://co.uk', true)).problem.errors).toHaveProperty('shop_url');
  expect((await call('https://93.184.216.34', true)).problem.errors).toHaveProperty('shop_url');
});

test('names that were there before names were checked stay, and operators see which look the same', async () => {
  const { merchants } = world.people;
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await tx
      .updateTable('merchants')
      .set({ display_name: 'MAISON CLAIR' })
      .where('id', '=', merchants.northwind)
      .execute();
    await tx.deleteFrom('merchant_name_skeletons').execute();
    await tx.deleteFrom('merchant_names').execute();
  });
  const [twin] = await toDo();
  expect(twin).toMatchObject({ kind: 'name', concern: 'twin', state: 'open', requested_by: null });
  expect([twin?.value, twin?.other].map(String).toSorted()).toEqual(['MAISON CLAIR', 'Maison Clair']);
  expect((await refuse()).status).toBe(409);
  expect((await change({ display_name: 'Maison Clair' })).status).toBe(422);
  const renamed = await operator.call(changeBrand, {
    params: { merchant_id: twin?.brand.id ?? '' },
    body: { display_name: 'Northwind', reason },
  });
  expect(renamed.status).toBe(200);
  expect(await toDo()).toEqual([]);
});
