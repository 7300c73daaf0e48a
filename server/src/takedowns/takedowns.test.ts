import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeLink, listLinks } from '@vitrine/contract/links.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { listPlacements } from '@vitrine/contract/storefront.ts';
import { liftTakedown, listOwnTakedowns, listTakedowns, takeDown } from '@vitrine/contract/takedowns.ts';
import type { TakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { readLinks } from '../redirector/link.queries.ts';

let world: World;
let ava: Client;
let operator: Client;

beforeEach(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  operator = await world.signIn('operator@vitrine.test');
});
afterEach(() => world[Symbol.asyncDispose]());

const open = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });
const reason = 'The photo belongs to <someone> else.';

async function down(address: string, category: TakedownCategory = 'copyright') {
  return granted(await operator.call(takeDown, { body: { address, category, reason, note: 'seen on Monday' } }));
}

async function lift(id: string) {
  return granted(await operator.call(liftTakedown, { params: { takedown_id: id }, body: { reason: 'It was ours.' } }));
}

async function mailsTo(recipient: string, kind: string) {
  return world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('recipient', '=', recipient).where('kind', '=', kind).execute(),
  );
}

async function pictureOf(creator: Client, background: string): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  const file = { type: 'image/png', bytes };
  return granted(await creator.call(uploadPicture, { query: { purpose: 'banner' }, file })).path;
}

async function firstLink() {
  const params = { merchant_account_id: world.people.accounts.avaGlow };
  const [link] = granted(await ava.call(listLinks, { params }));
  if (!link) throw new Error('Ava has no link');
  return link;
}

/** The state of a link as the redirectors read it. */
async function stateOf(code: string) {
  const [row] = await readLinks(world.ctx.database.pool, [code]);
  return row?.takenDown;
}

describe('a storefront', () => {
  test('is replaced by the reason, and comes back when the take-down is lifted', async () => {
    expect((await open('/@ava/glow-lab')).statusCode).toBe(200);
    const { id } = await down('/@ava/glow-lab');
    const page = await open('/@ava/glow-lab');
    expect(page.statusCode).toBe(451);
    expect(page.body).toContain('This storefront was taken down');
    expect(page.body).toContain('The photo belongs to &lt;someone&gt; else.');
    expect(page.body).not.toContain('Dew Serum');
    expect((await open('/@ava/glow-lab/preview')).statusCode).toBe(451);
    expect((await open('/@ava')).body).not.toContain('/@ava/glow-lab');
    expect((await open('/@ava/maison-clair')).statusCode).toBe(200);
    await lift(id);
    expect((await open('/@ava/glow-lab')).statusCode).toBe(200);
    expect((await open('/@ava')).body).toContain('/@ava/glow-lab');
  });

  test('is never shown from a browser’s cache without asking', async () => {
    const before = await open('/@ava/glow-lab');
    expect(before.headers['cache-control']).toBe('private, no-cache');
    const again = { 'if-none-match': String(before.headers.etag) };
    expect((await open('/@ava/glow-lab', again)).statusCode).toBe(304);
    await down('/@ava/glow-lab', 'scam');
    expect((await open('/@ava/glow-lab', again)).statusCode).toBe(410);
  });

  test('a page with all of a creator’s storefronts takes all of them down', async () => {
    const { id } = await down(`${world.ctx.config.publicUrl}/@Ava`, 'terms');
    for (const url of ['/@ava', '/@ava/glow-lab', '/@ava/maison-clair']) expect((await open(url)).statusCode).toBe(410);
    expect((await open('/@noor')).statusCode).toBe(200);
    await lift(id);
    for (const url of ['/@ava', '/@ava/glow-lab']) expect((await open(url)).statusCode).toBe(200);
  });

  test('its shortlinks go on working', async () => {
    const link = await firstLink();
    await down('/@ava/glow-lab');
    expect(await stateOf(link.code)).toBeNull();
  });
});

describe('a shortlink', () => {
  test('is taken down for the redirectors and on the storefront, and restored', async () => {
    const code = new URL(world.stock.placements['ava.serum'].short_url).pathname.slice('/s/'.length);
    expect((await open('/@ava/glow-lab')).body).toContain(`/s/${code}`);
    const { id } = await down(`/s/${code}`, 'scam');
    expect(await stateOf(code)).toBe('scam');
    expect((await open('/@ava/glow-lab')).body).not.toContain(`/s/${code}`);
    await lift(id);
    expect(await stateOf(code)).toBeNull();
    expect((await open('/@ava/glow-lab')).body).toContain(`/s/${code}`);
  });

  test('stays taken down whatever its creator changes', async () => {
    const { id, code } = await firstLink();
    await down(`/s/${code}`);
    const params = { merchant_account_id: world.people.accounts.avaGlow, link_id: id };
    for (const body of [
      { disabled: true },
      { disabled: false },
      { title: 'Renamed' },
      { destination: 'https://shop.glowlab.example/other' },
    ])
      granted(await ava.call(changeLink, { params, body }));
    expect(await stateOf(code)).toBe('copyright');
  });

  test('the database refuses to let a creator’s own scope lift it', async () => {
    const { id, code } = await firstLink();
    await down(`/s/${code}`);
    const lifting = world.ctx.database.as({ role: 'app', creatorId: world.people.users.ava }, (tx) =>
      tx.updateTable('links').set({ taken_down: null }).where('id', '=', id).execute(),
    );
    await expect(lifting).rejects.toThrow(/permission denied/);
    const changing = world.ctx.database.as({ role: 'app', creatorId: world.people.users.ava }, (tx) =>
      tx.updateTable('takedowns').set({ lifted_at: new Date() }).execute(),
    );
    await expect(changing).rejects.toThrow(/permission denied/);
  });
});

describe('a picture', () => {
  test('is replaced by a drawing that says why, and comes back', async () => {
    const path = await pictureOf(ava, '#c86');
    const before = await open(path);
    expect([before.statusCode, before.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(before.headers['cache-control']).toBe('public, max-age=2');
    const again = { 'if-none-match': String(before.headers.etag) };
    expect((await open(path, again)).statusCode).toBe(304);
    const { id } = await down(path);
    for (const shown of [await open(path), await open(path, again)]) {
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([451, 'image/svg+xml']);
      expect(shown.headers['cache-control']).toBe('no-cache');
      expect(shown.body).toContain('We received a copyright notice about it.');
      // It is a picture that browsers can draw.
      expect((await sharp(shown.rawPayload).metadata()).format).toBe('svg');
    }
    await lift(id);
    expect((await open(path)).statusCode).toBe(200);
  });

  test('every copy is taken down, and it can’t be uploaded again until it is restored', async () => {
    const noor = await world.signIn('noor@creators.test');
    const [one, copy, other] = [
      await pictureOf(ava, '#c86'),
      await pictureOf(noor, '#c86'),
      await pictureOf(ava, '#86c'),
    ];
    const { id } = await down(one, 'privacy');
    expect([(await open(copy)).statusCode, (await open(other)).statusCode]).toEqual([410, 200]);
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c86' } })
      .png()
      .toBuffer();
    const upload = () => noor.call(uploadPicture, { query: { purpose: 'banner' }, file: { type: 'image/png', bytes } });
    const refused = await upload();
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ['picture']]);
    const twice = await operator.call(takeDown, { body: { address: copy, category: 'privacy', reason } });
    expect(twice.problem.code).toBe('already_taken_down');
    await lift(id);
    expect((await open(copy)).statusCode).toBe(200);
    expect((await upload()).status).toBe(201);
  });
});

describe('the owner', () => {
  test('gets an email with the reason, and another one when it is restored', async () => {
    const { id } = await down('/@ava/glow-lab');
    const [mail, ...more] = await mailsTo('ava@creators.test', 'takedown');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('We took down one of your storefronts');
    expect(mail?.text).toContain(reason);
    expect(mail?.text).not.toContain('seen on Monday');
    await lift(id);
    expect((await mailsTo('ava@creators.test', 'takedown_lifted'))[0]?.text).toContain('It was ours.');
  });

  test('sees the reason in the lists of links and products until it is restored', async () => {
    const params = { merchant_account_id: world.people.accounts.avaGlow };
    const { short_url: url, link_id: linkId } = world.stock.placements['ava.serum'];
    const shown = async () => {
      const links = granted(await ava.call(listLinks, { params }));
      const placements = granted(await ava.call(listPlacements, { params }));
      return [
        links.find((link) => link.id === linkId)?.takedown,
        placements.find((placement) => placement.link_id === linkId)?.takedown,
        links.filter((link) => link.takedown !== null).length,
      ];
    };
    expect(await shown()).toEqual([null, null, 0]);
    const { id } = await down(url, 'scam');
    expect(await shown()).toEqual([{ category: 'scam', reason }, { category: 'scam', reason }, 1]);
    await lift(id);
    expect(await shown()).toEqual([null, null, 0]);
  });

  test('sees it with the reason; other creators and brands don’t', async () => {
    await down('/@ava/glow-lab');
    expect(granted(await ava.call(listOwnTakedowns))).toMatchObject([
      { subject_kind: 'storefront', category: 'copyright', reason, can_counter: false, counter_notice_at: null },
    ]);
    for (const email of ['noor@creators.test', 'brand@glow.test'])
      expect(granted(await (await world.signIn(email)).call(listOwnTakedowns))).toEqual([]);
  });

  test('of a brand’s picture is the brand', async () => {
    const staff = await world.signIn('brand@glow.test');
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const query = { purpose: 'logo', merchant: world.people.merchants.glow } as const;
    const { path } = granted(await staff.call(uploadPicture, { query, file: { type: 'image/png', bytes } }));
    await down(path, 'trademark');
    expect(granted(await staff.call(listOwnTakedowns))).toMatchObject([{ subject_kind: 'picture', reason }]);
    expect(await mailsTo('brand@glow.test', 'takedown')).toHaveLength(1);
    expect(granted(await (await world.signIn('brand@northwind.test')).call(listOwnTakedowns))).toEqual([]);
  });
});

describe('operators', () => {
  test('of two at once, one takes down and the other is told', async () => {
    const body = { address: '/@ava/glow-lab', category: 'terms', reason } as const;
    const answers = await Promise.all([operator.call(takeDown, { body }), operator.call(takeDown, { body })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const { id } = granted(await operator.call(listTakedowns))[0] ?? { id: '' };
    const lifting = { params: { takedown_id: id }, body: { reason: 'A mistake.' } };
    const lifts = await Promise.all([operator.call(liftTakedown, lifting), operator.call(liftTakedown, lifting)]);
    expect(lifts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await mailsTo('ava@creators.test', 'takedown')).toHaveLength(1);
    expect(granted(await operator.call(listTakedowns))).toEqual([]);
  });

  test.each([
    '/s/nothing-here',
    '/@nobody',
    '/@ava/nothing',
    '/media/p/x.webp',
    'https://elsewhere.example/s/abc',
    '/',
  ])('can’t take down %s, which is nothing of this installation', async (address) => {
    const answer = await operator.call(takeDown, { body: { address, category: 'terms', reason } });
    expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, ['address']]);
  });

  test('leave an entry in the audit log for each action', async () => {
    await lift((await down('/@ava/glow-lab')).id);
    const rows = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('audit_entries').select('action').where('subject_kind', '=', 'takedown').orderBy('seq').execute(),
    );
    expect(rows.map(({ action }) => action)).toEqual(['takedown.made', 'takedown.lifted']);
  });
});
