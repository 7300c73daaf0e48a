import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  changeBrandSettings,
  listSettingChanges,
  readBrandRules,
  readBrandSettings,
} from '@vitrine/contract/brand-settings.ts';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { listAuditEntries, setBrandStatus } from '@vitrine/contract/operators.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { listNotifications, readNotifications } from '@vitrine/contract/notifications.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { publishTerms } from '@vitrine/contract/terms.ts';
import sharp from 'sharp';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

const params = { merchant: 'glow-lab' };
const dayMs = 86_400_000;
let world: World;
let owner: Client;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.advance(1_000);
  owner = await world.signIn('brand@glow.test');
});

type Change = NonNullable<CallOf<typeof changeBrandSettings>['body']>;
const change = (body: Change) => owner.call(changeBrandSettings, { params, body });
const read = async () => granted(await owner.call(readBrandSettings, { params }));
const history = async () => (await owner.call(listSettingChanges, { params })).data;

test('every field can be changed alone; the others stay, and the change is kept, audited and shown to creators', async () => {
  const before = await read();
  expect(before).toMatchObject({
    display_name: 'Glow Lab',
    attribution_window_days: 30,
    status: 'active',
    pause: null,
  });
  const changes: Change[] = [
    { accent: '#1c5940' },
    { hosts: ['shop.glowlab.example', 'outlet.glowlab.example'] },
    { attribution_window_days: 45 },
    { attribution_model: 'first_click' },
    { precedence: 'link' },
    { return_window_days: 14 },
    { terms_notice_days: 21 },
    { payout_minimum: { amount: '5000', currency: 'USD' } },
    { payout_schedule: 'monthly' },
    { click_parameter: 'glow_click' },
    { duplicate_window_minutes: 60 },
    { time_zone: 'Europe/Paris' },
    { display_name: 'Glow Laboratory' },
  ];
  for (const body of changes) {
    const [stood, after] = [await read(), granted(await change(body))];
    const expected = 'hosts' in body ? { hosts: ['outlet.glowlab.example', 'shop.glowlab.example'] } : body;
    const { former_click_parameters: _former, ...others } = stood;
    expect(after).toEqual({ ...others, ...expected, former_click_parameters: after.former_click_parameters });
  }
  const listed = await history();
  expect(listed.slice(0, changes.length).map(({ changes: [first] }) => first?.field)).toEqual(
    changes.map((body) => Object.keys(body)[0]).toReversed(),
  );
  expect(listed[0]).toMatchObject({
    changed_by: expect.any(String),
    changes: [{ from: 'Glow Lab', to: 'Glow Laboratory' }],
  });
  const operator = await world.signIn('operator@vitrine.test');
  const audited = granted(await operator.call(listAuditEntries, { query: { action: 'brand.settings_changed' } }));
  expect(audited.length).toBeGreaterThanOrEqual(changes.length);

  const ava = await world.signIn('ava@creators.test');
  const rules = granted(await ava.call(readBrandRules, { params: { merchant_account_id: 'glow-lab' } }));
  expect(rules).toMatchObject({ attribution_window_days: 45, payout_minimum: { amount: '5000', currency: 'USD' } });
  const shown = rules.changes.flatMap((each) => each.changes.map(({ field }) => field));
  expect(shown).toContain('attribution_window_days');
  // What doesn't concern creators is not theirs to see.
  expect(shown.filter((field) => ['click_parameter', 'time_zone', 'display_name', 'hosts'].includes(field))).toEqual(
    [],
  );
  expect(granted(await owner.call(me)).staff_of[0]).toMatchObject({ time_zone: 'Europe/Paris' });
});

test('a former name of the click’s parameter is read for 30 days, or for a longer attribution window', async () => {
  const former = async () => (await read()).former_click_parameters;
  const { click_parameter: name } = await read();
  granted(await change({ click_parameter: 'second', attribution_window_days: 10 }));
  const changedAt = world.clock.now().getTime();
  const until = (days: number) => new Date(changedAt + days * dayMs).toISOString();
  expect((await former())[0]).toEqual({ name, read_until: until(30) });
  granted(await change({ attribution_window_days: 60 }));
  expect((await former())[0]).toEqual({ name, read_until: until(60) });
  world.clock.advance(31 * dayMs);
  owner = await world.signIn('brand@glow.test');
  granted(await change({ click_parameter: 'third' }));
  expect((await former()).map((each) => each.name).slice(0, 2)).toEqual(['second', name]);
  granted(await change({ click_parameter: name }));
  expect((await former()).map((each) => each.name).slice(0, 2)).toEqual(['third', 'second']);
  granted(await change({ attribution_window_days: 30 }));
  world.clock.advance(31 * dayMs);
  owner = await world.signIn('brand@glow.test');
  expect(await former()).toEqual([]);
});

test('a change that concerns creators rings their bells once, any other does not', async () => {
  const ava = await world.signIn('ava@creators.test');
  const rung = async () =>
    granted(await ava.call(listNotifications, { query: {} })).filter(({ notice }) => notice.kind === 'settings_changed')
      .length;
  granted(await ava.call(readNotifications, { body: { all: true } }));
  const before = await rung();
  granted(await change({ accent: '#204060' }));
  expect(await rung()).toBe(before);
  granted(await change({ return_window_days: 21 }));
  granted(await change({ attribution_window_days: 40 }));
  expect(await rung()).toBe(before + 1);
});

test('the same value again is no change', async () => {
  const { attribution_window_days: days, hosts } = await read();
  const count = (await history()).length;
  granted(await change({ attribution_window_days: days, hosts }));
  expect(await history()).toHaveLength(count);
});

test('a logo is a picture that was uploaded for this brand', async () => {
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const file = { type: 'image/png', bytes };
  const { path, url } = granted(
    await owner.call(uploadPicture, { query: { purpose: 'logo', merchant: 'glow-lab' }, file }),
  );
  expect(granted(await change({ logo: path })).logo).toBe(url);
  const northwind = await world.signIn('brand@northwind.test');
  const foreign = await northwind.call(changeBrandSettings, {
    params: { merchant: 'northwind-outfitters' },
    body: { logo: path },
  });
  expect([foreign.status, foreign.problem.errors]).toEqual([
    422,
    { logo: [expect.stringContaining('for this brand')] },
  ]);
  expect(granted(await change({ logo: null })).logo).toBeNull();
});

test.each<{ body: unknown; field: string; says: string }>([
  { body: { attribution_window_days: 0 }, field: 'attribution_window_days', says: 'at least 1' },
  { body: { attribution_window_days: 366 }, field: 'attribution_window_days', says: 'at most 365' },
  { body: { return_window_days: 181 }, field: 'return_window_days', says: 'at most 180' },
  { body: { terms_notice_days: 91 }, field: 'terms_notice_days', says: 'at most 90' },
  { body: { duplicate_window_minutes: 1_441 }, field: 'duplicate_window_minutes', says: 'at most 1440' },
  { body: { duplicate_window_minutes: 1.5 }, field: 'duplicate_window_minutes', says: 'whole number' },
  { body: { accent: 'red' }, field: 'accent', says: '#2f6f5e' },
  { body: { hosts: ['https://shop.example/x'] }, field: 'hosts.0', says: 'host name' },
  { body: { payout_minimum: { amount: '100', currency: 'EUR' } }, field: 'payout_minimum.currency', says: 'USD' },
  { body: { payout_minimum: { amount: '-1', currency: 'USD' } }, field: 'payout_minimum.amount', says: 'minor units' },
  { body: { click_parameter: 'VT' }, field: 'click_parameter', says: 'vt_click' },
  { body: { click_parameter: 'vt_preview' }, field: 'click_parameter', says: 'vt_preview' },
  { body: { time_zone: 'Mars/Olympus' }, field: 'time_zone', says: 'Mars/Olympus' },
  { body: { display_name: ' ' }, field: 'display_name', says: 'empty' },
  { body: { status: 'closed' }, field: 'status', says: '' },
  { body: { pause_reason: 'Holidays' }, field: 'pause_reason', says: 'paused' },
  { body: { slug: 'other' }, field: 'slug', says: '' },
])('$field is refused by name: $body', async ({ body, field, says }) => {
  const before = await read();
  const answer = await change(body as Change);
  expect(answer.status).toBe(422);
  expect(answer.problem.errors?.[field]?.join('; ')).toContain(says);
  expect(await read()).toEqual(before);
});

test('the host of this portal is no host of a shop', async () => {
  const { publicUrl } = world.ctx.config;
  Object.assign(world.ctx.config, { publicUrl: 'https://portal.example' });
  const answer = await change({ hosts: ['shop.example', 'portal.example'] });
  Object.assign(world.ctx.config, { publicUrl });
  expect([answer.status, answer.problem.errors]).toEqual([
    422,
    { 'hosts.1': [expect.stringContaining('portal.example')] },
  ]);
});

test('a brand pauses and resumes its own program; what an operator paused stays paused', async () => {
  expect(granted(await change({ status: 'paused', pause_reason: 'We move our shop' }))).toMatchObject({
    status: 'paused',
    pause: { by: 'brand', reason: 'We move our shop' },
  });
  expect(granted(await change({ status: 'active' }))).toMatchObject({ status: 'active', pause: null });
  const operator = await world.signIn('operator@vitrine.test');
  const of = { params: { merchant_id: world.people.merchants.glow } };
  granted(await operator.call(setBrandStatus, { ...of, body: { status: 'paused', reason: 'A check of invoices' } }));
  expect((await read()).pause?.by).toBe('operator');
  const refused = await change({ status: 'active' });
  expect([refused.status, refused.problem.message]).toEqual([409, expect.stringContaining('A check of invoices')]);
  granted(await operator.call(setBrandStatus, { ...of, body: { status: 'closed', reason: 'It is over now' } }));
  expect((await change({ display_name: 'Nobody' })).problem.code).toBe('brand_closed');
  granted(await operator.call(setBrandStatus, { ...of, body: { status: 'active', reason: 'It is over now' } }));
});

test('a shorter notice of lower rates counts only once the longer one is over', async () => {
  const lower = async (rate: number) => {
    const body = { note: '', rules: [{ kind: 'percentage' as const, rate }] };
    return granted(await owner.call(publishTerms, { params, body }));
  };
  granted(await change({ terms_notice_days: 30 }));
  world.clock.advance(1_000);
  const changedAt = world.clock.now();
  const after = granted(await change({ terms_notice_days: 0 }));
  expect(after.terms_notice_days).toBe(0);
  expect((await history())[0]?.changes[0]).toMatchObject({
    from: 30,
    to: 0,
    effective_at: new Date(changedAt.getTime() + 30 * dayMs).toISOString(),
  });
  world.clock.advance(10 * dayMs);
  owner = await world.signIn('brand@glow.test');
  const early = world.clock.now();
  expect(Date.parse((await lower(500)).effective_at)).toBe(early.getTime() + 30 * dayMs);
  world.clock.advance(21 * dayMs);
  owner = await world.signIn('brand@glow.test');
  const late = world.clock.now();
  expect(Date.parse((await lower(100)).effective_at)).toBe(late.getTime());
});
