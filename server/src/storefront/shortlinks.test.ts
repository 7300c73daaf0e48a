import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLink, createLink, listLinks, readLinkHits } from '@vitrine/contract/links.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { newId } from '../platform/ids.ts';

let world: World;
let ava: Client;
let params: { merchant_account_id: string };
beforeAll(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  params = { merchant_account_id: world.people.accounts.avaGlow };
});
afterAll(() => world[Symbol.asyncDispose]());

const destination = 'https://shop.glowlab.example/sale';
const make = async (body: { destination: string; code?: string; title?: string }) =>
  ava.call(createLink, { params, body });

describe('a creator makes a shortlink', () => {
  it('with a code of their own', async () => {
    const { status, data } = await make({ destination, code: 'Ava-Sale_26', title: 'Sale' });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      code: 'Ava-Sale_26',
      destination,
      title: 'Sale',
      disabled: false,
      clicks: 0,
      hits: 0,
      merchant_account_id: params.merchant_account_id,
    });
    expect((await ava.call(listLinks, { params })).data.filter((link) => link.id === data.id)).toEqual([data]);
  });

  it('or with one of ours', async () => {
    expect((await make({ destination })).data.code).toMatch(/^[2-9a-z]{7}$/);
  });

  it('but not with a code that is taken, here or at another brand, or reserved', async () => {
    await make({ destination, code: 'taken' });
    expect((await make({ destination, code: 'taken' })).problem).toMatchObject({
      status: 422,
      errors: { code: ['is already taken'] },
    });
    const noor = await world.signIn('noor@creators.test');
    const elsewhere = {
      params: { merchant_account_id: world.people.accounts.noorNorthwind },
      body: { destination: 'https://northwind.example/', code: 'taken' },
    };
    expect((await noor.call(createLink, elsewhere)).problem.errors).toEqual({ code: ['is already taken'] });
    for (const code of ['admin', 'LOGIN', 'api'])
      expect((await make({ destination, code })).problem.errors).toEqual({ code: ['is reserved'] });
    expect((await make({ destination, code: 'a b' })).status).toBe(422);
  });

  it('that one of ten at once gets, and nine are told', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => make({ destination, code: 'rush' })));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.problem.errors?.['code']?.[0] === 'is already taken')).toHaveLength(9);
  });

  it.each([
    'https://evil.example/',
    'http://shop.glowlab.example/',
    'https://shop.glowlab.example@evil.example/',
    'javascript:alert(1)',
    'https://maisonclair.example/',
  ])('only to the brand’s shop: %s is refused', async (text) => {
    const { status, problem } = await make({ destination: text });
    expect(status).toBe(422);
    expect(Object.keys(problem.errors ?? {})).toEqual(['destination']);
  });

  it('and reads which hosts would be right', async () => {
    expect((await make({ destination: 'https://evil.example/' })).problem.errors).toEqual({
      destination: ['must lead to shop.glowlab.example'],
    });
  });
});

describe('a creator changes a shortlink', () => {
  it('re-points, renames, disables and enables it; the code stays', async () => {
    const { data: link } = await make({ destination, code: 'moving' });
    const change = (body: { destination?: string; title?: string; disabled?: boolean }) =>
      ava.call(changeLink, { params: { ...params, link_id: link.id }, body });
    expect((await change({ destination: 'https://shop.glowlab.example/new' })).data).toEqual({
      ...link,
      destination: 'https://shop.glowlab.example/new',
    });
    expect((await change({ title: 'New', disabled: true })).data).toMatchObject({
      code: 'moving',
      title: 'New',
      disabled: true,
      destination: 'https://shop.glowlab.example/new',
    });
    expect((await change({ disabled: false })).data).toMatchObject({ title: 'New', disabled: false });
    expect((await change({ destination: 'https://evil.example/' })).problem.errors).toHaveProperty('destination');
    expect((await change({})).data).toMatchObject({ destination: 'https://shop.glowlab.example/new' });
  });

  it('and both the old and the new destination are on record', async () => {
    const { data: link } = await make({ destination });
    await ava.call(changeLink, {
      params: { ...params, link_id: link.id },
      body: { destination: 'https://shop.glowlab.example/b' },
    });
    const entry = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['actor_id', 'details'])
        .where('subject_id', '=', link.id)
        .where('action', '=', 'link.changed')
        .executeTakeFirstOrThrow(),
    );
    expect(entry).toMatchObject({
      actor_id: world.people.users.ava,
      details: { from: destination, to: 'https://shop.glowlab.example/b' },
    });
  });

  it('of their own alone', async () => {
    const link_id = world.stock.placements['ava.serum'].link_id;
    const noor = await world.signIn('noor@creators.test');
    const own = { merchant_account_id: world.people.accounts.noorNorthwind };
    for (const where of [params, own]) {
      expect((await noor.call(changeLink, { params: { ...where, link_id }, body: { disabled: true } })).status).toBe(
        404,
      );
      expect((await noor.call(readLinkHits, { params: { ...where, link_id } })).status).toBe(404);
    }
    expect((await noor.call(listLinks, { params })).status).toBe(404);
    expect(
      (
        await ava.call(changeLink, {
          params: { merchant_account_id: world.people.accounts.avaMaison, link_id },
          body: { disabled: true },
        })
      ).status,
    ).toBe(404);
    expect((await ava.call(readLinkHits, { params: { ...params, link_id: 'nonsense' } })).status).toBe(404);
    expect((await world.anonymous.call(createLink, { params, body: { destination } })).status).toBe(401);
  });
});

describe('the hits of a shortlink', () => {
  it('are told apart by class and reason; only what counted is a click', async () => {
    const { data: link } = await make({ destination });
    const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 11, 0, second));
    const hit = (second: number, kind: 'human' | 'bot', reason: string) => ({
      id: newId(at(second)),
      at: at(second),
      merchant_id: world.people.merchants.glow,
      merchant_account_id: params.merchant_account_id,
      creator_id: world.people.users.ava,
      link_id: link.id,
      class: kind,
      reason,
      counted: kind === 'human',
      rules_version: 1,
      method: 'GET',
      visitor: Buffer.alloc(16),
      browser: null,
      country: 'SE',
      device: 'phone',
      browser_name: 'Safari',
      system: 'iOS',
      app: 'Instagram',
      referrer_host: 'instagram.com',
      node: 'node-1',
    });
    await world.ctx.database.as({ role: 'redirect' }, (tx) =>
      tx
        .insertInto('hits')
        .values([hit(1, 'human', 'ordinary'), hit(2, 'bot', 'known_agent'), hit(3, 'human', 'ordinary')])
        .execute(),
    );
    const { data } = await ava.call(readLinkHits, { params: { ...params, link_id: link.id } });
    expect(data.classes).toEqual([
      { class: 'human', reason: 'ordinary', hits: 2, counted: true },
      { class: 'bot', reason: 'known_agent', hits: 1, counted: false },
    ]);
    expect(data.recent.map((entry) => entry.at)).toEqual([at(3), at(2), at(1)].map((time) => time.toISOString()));
    expect(data.recent[0]).toEqual({
      at: at(3).toISOString(),
      class: 'human',
      reason: 'ordinary',
      counted: true,
      country: 'SE',
      device: 'phone',
      browser: 'Safari',
      system: 'iOS',
      app: 'Instagram',
      referrer_host: 'instagram.com',
    });
  });
});
