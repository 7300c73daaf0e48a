import { sql } from 'kysely';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLink, checkLinkCode, createLink, listLinks, readLinkHits } from '@vitrine/contract/links.ts';
import { receiveOrder, receiveRefund } from '@vitrine/contract/orders.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { countClicks } from '../figures/figures.testing.ts';
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

describe('a new shortlink', () => {
  it('can have a custom ending', async () => {
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

  it('gets a generated code otherwise', async () => {
    expect((await make({ destination })).data.code).toMatch(/^[2-9a-z]{7}$/);
  });

  it('is refused a code that is taken, here or at another brand, or reserved', async () => {
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

  it('gets the code for one of ten requests at once, and nine are refused', async () => {
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
  ])("is refused a destination outside the brand's shop: %s", async (text) => {
    const { status, problem } = await make({ destination: text });
    expect(status).toBe(422);
    expect(Object.keys(problem.errors ?? {})).toEqual(['destination']);
  });

  it('shows which hosts are allowed', async () => {
    expect((await make({ destination: 'https://evil.example/' })).problem.errors).toEqual({
      destination: ['must lead to shop.glowlab.example'],
    });
  });
});

describe('an existing shortlink', () => {
  it('can be given another destination, renamed, disabled and enabled; the code stays', async () => {
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

  it('has its old and new destination in the audit log', async () => {
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

  it('can be changed only by its creator', async () => {
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
  it('are grouped by class and reason, and only counted ones are clicks', async () => {
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
    await world.ctx.database.as({ role: 'redirect' }, async (tx) => {
      await sql`select prepare_hits(${at(0)})`.execute(tx);
      await tx
        .insertInto('hits')
        .values([hit(1, 'human', 'ordinary'), hit(2, 'bot', 'known_agent'), hit(3, 'human', 'ordinary')])
        .execute();
    });
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

describe('a custom ending (S27)', () => {
  const check = async (code: string) => (await ava.call(checkLinkCode, { params, query: { code } })).data;

  it('is reported as available, or not available with a reason', async () => {
    await make({ destination, code: 'asked-for' });
    expect(await check('not-yet')).toEqual({ code: 'not-yet', available: true, reason: null });
    expect(await check('asked-for')).toMatchObject({ available: false, reason: 'is already taken' });
    expect(await check('Login')).toMatchObject({ available: false, reason: 'is reserved' });
    for (const wrong of ['ab', 'a b', 'ä-ä', '', '../x'])
      expect((await check(wrong)).reason).toBe('must have 3 to 64 letters, numbers, hyphens or underscores');
  });

  it('of another creator is taken, also if their link is disabled', async () => {
    const noor = await world.signIn('noor@creators.test');
    const own = { merchant_account_id: world.people.accounts.noorNorthwind };
    const body = { destination: 'https://northwind.example/', code: 'noors-own' };
    const { data } = await noor.call(createLink, { params: own, body });
    expect((await check('noors-own')).available).toBe(false);
    await noor.call(changeLink, { params: { ...own, link_id: data.id }, body: { disabled: true } });
    expect((await check('noors-own')).available).toBe(false);
  });
});

describe('the links of a storefront (S27)', () => {
  it('are paged, newest first or most clicked first, each once', async () => {
    for (let n = 0; n < 7; n += 1) await make({ destination, code: `paged-${n}` });
    const all = (await ava.call(listLinks, { params, query: { limit: 100 } })).data;
    const [third, fifth] = [all[2], all[4]];
    await world.ctx.database.as({ role: 'redirect' }, (tx) =>
      tx
        .insertInto('link_totals')
        .values(
          [third, fifth].map((link, index) => ({
            merchant_id: world.people.merchants.glow,
            merchant_account_id: params.merchant_account_id,
            creator_id: world.people.users.ava,
            link_id: link?.id ?? '',
            hits: 9n,
            clicks: BigInt(index + 3),
          })),
        )
        .onConflict((conflict) => conflict.column('link_id').doUpdateSet({ clicks: 3n }))
        .execute(),
    );
    const pages = async (sort: 'newest' | 'clicks') => {
      const ids: string[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await ava.call(listLinks, { params, query: { sort, limit: 3, ...(cursor && { cursor }) } });
        expect(page.meta.total).toBe(all.length);
        ids.push(...page.data.map((link) => link.id));
        cursor = page.meta.next_cursor ?? undefined;
        more = cursor !== undefined;
      }
      return ids;
    };
    expect(await pages('newest')).toEqual(all.map((link) => link.id));
    const byClicks = await pages('clicks');
    expect(byClicks.slice(0, 2)).toEqual([fifth?.id, third?.id]);
    expect([...byClicks].sort()).toEqual(all.map((link) => link.id).sort());
    expect((await ava.call(listLinks, { params, query: { cursor: 'nonsense' } })).status).toBe(422);
  });

  it('are searched by title, code and destination, with special characters taken literally', async () => {
    await make({ destination: 'https://shop.glowlab.example/pages/100%25_off', code: 'percent', title: 'All of 100%' });
    const search = async (text: string) =>
      (await ava.call(listLinks, { params, query: { search: text } })).data.map((link) => link.code);
    expect(await search('100%')).toEqual(['percent']);
    expect(await search('PERCENT')).toEqual(['percent']);
    expect(await search('pages/100')).toEqual(['percent']);
    expect(await search('1__%')).toEqual([]);
  });

  it('show net earnings and the clicks of 7 and 30 days', async () => {
    const { data: link } = await make({ destination, code: 'earner' });
    const owner = {
      merchant_id: world.people.merchants.glow,
      merchant_account_id: params.merchant_account_id,
      creator_id: world.people.users.ava,
    };
    await world.ctx.database.as({ role: 'redirect' }, (tx) =>
      countClicks(tx, owner, link.id, [
        { at: '2026-11-20', clicks: 5 },
        { at: '2026-11-14', clicks: 4 },
        { at: '2026-11-13', clicks: 2 },
        { at: '2026-10-21', clicks: 21 },
      ]),
    );
    const shop = world.shop('vtk_demo_glow_lab');
    const usd = (amount: string) => ({ amount, currency: 'USD' });
    const line = { line_id: '1', sku: 'serum', title: 'Serum', quantity: 2, unit_price: usd('1000') };
    const order = { order_id: 'L-1', currency: 'USD', placed_at: world.clock.now().toISOString(), lines: [line] };
    const placed = await shop.call(receiveOrder, { body: { ...order, discount_codes: ['AVA10'] } });
    expect(placed.data.decision?.outcome).toBe('credited');
    // Attribution has its own tests; here the order only needs to have come through this link.
    await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.updateTable('commissions').set({ link_id: link.id }).where('order_id', '=', 'L-1').execute(),
    );
    await shop.call(receiveRefund, {
      params: { order_id: 'L-1' },
      body: { refund_id: 'R-1', lines: [{ line_id: '1', quantity: 1 }] },
    });
    const [found] = (await ava.call(listLinks, { params, query: { search: 'earner' } })).data;
    expect(found).toMatchObject({ clicks_last_7_days: 9, clicks_last_30_days: 11, earned: usd('150') });
  });
});

describe('the QR code of a link (S27)', () => {
  beforeAll(() => make({ destination, code: 'Printed_26' }));

  it('encodes its address and can be printed at any size', async () => {
    const svg = await world.app.inject('/media/qr/Printed_26.svg');
    expect([svg.statusCode, svg.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(svg.body).toMatch(/^<svg[^>]*viewBox=/);
    expect(svg.body).not.toContain('<script');
    const png = await world.app.inject('/media/qr/Printed_26.png');
    expect(png.headers['content-type']).toBe('image/png');
    const { width, height, format } = await sharp(png.rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 1200, format: 'png' });
  });

  it('draws each module of the code with a margin, at one bit per pixel', async () => {
    const png = await world.app.inject('/media/qr/Printed_26.png');
    expect(await sharp(png.rawPayload).metadata()).toMatchObject({ channels: 1, bitsPerSample: 1 });
    const shown = await sharp(png.rawPayload).greyscale().raw().toBuffer();
    const address = `${world.ctx.config.publicUrl}/s/Printed_26`;
    const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' });
    const scale = 1200 / (modules.size + 8);
    const middle = (at: number) => Math.floor((at + 4.5) * scale);
    const isDark = (row: number, column: number) => shown[middle(row) * 1200 + middle(column)] === 0;
    for (let row = -4; row < modules.size + 4; row += 1)
      for (let column = -4; column < modules.size + 4; column += 1) {
        const isInside = [row, column].every((at) => at >= 0 && at < modules.size);
        expect(isDark(row, column)).toBe(isInside && modules.get(row, column) === 1);
      }
  });

  it.each(['ab.svg', 'x.gif', 'a b c.svg', '..%2f..%2fx.svg', 'sale', `${'x'.repeat(65)}.png`])(
    'is refused for %s',
    async (file) => {
      expect((await world.app.inject(`/media/qr/${file}`)).statusCode).toBe(404);
    },
  );

  it.each(['png', 'svg'])('is refused for a code without a link: %s', async (ending) => {
    const { statusCode, headers } = await world.app.inject(`/media/qr/printed_26.${ending}`);
    expect(statusCode).toBe(404);
    expect(headers['cache-control'] ?? '').not.toContain('immutable');
  });
});
