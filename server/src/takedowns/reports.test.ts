import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import {
  createReport,
  declineReport,
  forwardCounterNotice,
  listOwnTakedowns,
  listReports,
  readReport,
  recordCourtAction,
  restoreReported,
  sendCounterNotice,
  takeDownReported,
} from '@vitrine/contract/takedowns.ts';
import type { Client } from '../../world/client.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { countReports } from './reports.waiting.ts';

let world: World;
let ava: Client;
let operator: Client;

beforeEach(async () => {
  world = await openWorld();
  ava = await world.signIn('ava@creators.test');
  operator = await world.signIn('operator@vitrine.test');
});
afterEach(() => world[Symbol.asyncDispose]());

const reporter = { name: 'Rita Holder', email: 'rita@holder.test' };
const notice = {
  postal_address: '1 Photo Street, Springfield',
  phone: '+1 555 0100',
  work: 'My photo of a lighthouse',
  good_faith: true,
  accurate: true,
  signature: 'Rita Holder',
} as const;
const copyright = { kind: 'copyright', address: '/@ava/glow-lab', ...reporter, notice } as const;
const abuse = {
  kind: 'abuse',
  address: '/@ava/glow-lab',
  ...reporter,
  category: 'scam',
  statement: 'It sells things that never arrive.',
} as const;
const counter = {
  name: 'Ava Lindqvist',
  postal_address: '2 Garden Road, Malmö',
  phone: '+46 555 0100',
  statement: 'I took this photo myself in 2024.',
  mistake: true,
  jurisdiction: true,
  signature: 'Ava Lindqvist',
} as const;
const decision = { category: 'copyright', reason: 'The photo belongs to someone else.' } as const;

async function send(body: BodyOf<typeof createReport> = copyright): Promise<string> {
  const { reference } = granted(await world.anonymous.call(createReport, { body }));
  const found = granted(await operator.call(listReports, { query: { search: reference } }));
  return found[0]?.id ?? '';
}

async function mailsOf(kind: string) {
  return world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').selectAll().where('kind', '=', kind).orderBy('id').execute(),
  );
}

const of = (id: string) => ({ params: { report_id: id } });
const status = async (url: string) => (await world.app.inject({ url })).statusCode;

async function countered(): Promise<string> {
  const id = await send();
  granted(await operator.call(takeDownReported, { ...of(id), body: decision }));
  const [own] = granted(await ava.call(listOwnTakedowns));
  granted(await ava.call(sendCounterNotice, { params: { takedown_id: own?.id ?? '' }, body: counter }));
  return id;
}

describe('a copyright notice', () => {
  test('waits with a clock of five business days, and its sender gets its reference', async () => {
    const id = await send();
    // Received on a Friday.
    expect(granted(await operator.call(readReport, of(id)))).toMatchObject({
      kind: 'copyright',
      state: 'open',
      subject_kind: 'storefront',
      owner: 'Ava Lindqvist',
      notice,
      justified_notices: 0,
      clock: { step: 'decide', due_at: '2026-11-28T00:00:00.000Z', business_days_left: 5, is_overdue: false },
    });
    const [mail] = await mailsOf('report_received');
    expect(mail?.recipient).toBe('rita@holder.test');
    expect(mail?.text).toMatch(/R-[0-9A-Z]{8}/);
    expect(await countReports(world.ctx)).toEqual({ open: 1, overdue: 0 });
    world.clock.advance(9 * 86_400_000);
    expect(await countReports(world.ctx)).toEqual({ open: 1, overdue: 1 });
  });

  test('takes the page down, sends the owner the notice without private addresses, and tells the sender', async () => {
    const id = await send();
    const after = granted(await operator.call(takeDownReported, { ...of(id), body: decision }));
    expect(after).toMatchObject({ state: 'taken_down', clock: null, justified_notices: 1 });
    expect(await status('/@ava/glow-lab')).toBe(451);
    const [mail] = await mailsOf('takedown');
    expect(mail?.text).toContain('My photo of a lighthouse');
    expect(mail?.text).toContain('Rita Holder');
    expect(mail?.text).not.toMatch(/Photo Street|555 0100|rita@holder/);
    expect((await mailsOf('report_decided'))[0]?.subject).toContain('Our decision on your report R-');
  });

  test('names its sender to the owner, which another report doesn’t', async () => {
    const id = await send(abuse);
    granted(await operator.call(takeDownReported, { ...of(id), body: { ...decision, category: 'scam' } }));
    const [mail] = await mailsOf('takedown');
    expect(mail?.text).toContain(abuse.statement);
    expect(mail?.text).not.toMatch(/Rita|rita/);
  });

  test('is declined with a reason that its sender gets', async () => {
    const id = await send();
    granted(await operator.call(declineReport, { ...of(id), body: { reason: 'The photo is Ava’s own.' } }));
    expect(await status('/@ava/glow-lab')).toBe(200);
    expect((await mailsOf('report_decided'))[0]?.text).toContain('The photo is Ava’s own.');
    const again = await operator.call(takeDownReported, { ...of(id), body: decision });
    expect(again.problem.code).toBe('conflict');
  });

  test('of two operators at once, one decides and the other is told', async () => {
    const id = await send();
    const answers = await Promise.all([
      operator.call(takeDownReported, { ...of(id), body: decision }),
      operator.call(declineReport, { ...of(id), body: { reason: 'Not infringing.' } }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await mailsOf('report_decided')).toHaveLength(1);
  });

  test('of two about the same page, one takes it down, and the other stays open', async () => {
    const ids = [await send(), await send({ ...copyright, address: '/@AVA/glow-lab/' })];
    const answers = await Promise.all(ids.map((id) => operator.call(takeDownReported, { ...of(id), body: decision })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.problem.code).toBe('already_taken_down');
    const states = await Promise.all(ids.map(async (id) => granted(await operator.call(readReport, of(id))).state));
    expect(states.toSorted()).toEqual(['open', 'taken_down']);
    expect(await mailsOf('takedown')).toHaveLength(1);
  });

  test('is answered in the language of its sender’s browser', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/reports',
      headers: { 'accept-language': 'ca, es-MX;q=0.9, en;q=0.8' },
      payload: copyright,
    });
    expect(answer.statusCode).toBe(201);
    const [found] = granted(await operator.call(listReports, { query: {} }));
    granted(await operator.call(declineReport, { ...of(found?.id ?? ''), body: { reason: 'Es de Ava.' } }));
    expect((await mailsOf('report_received'))[0]?.subject).toMatch(/^Hemos recibido tu denuncia R-/);
    expect((await mailsOf('report_decided'))[0]?.subject).toMatch(/^Nuestra decisión sobre tu denuncia R-/);
  });
});

describe('an address that is nothing of this installation', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//elsewhere.example/@ava/glow-lab',
    'https://elsewhere.example/@ava/glow-lab',
    'http://portal.example@elsewhere.example/@ava',
    'https://[',
    '/@ava/glow-lab/../../../s/',
    '/s/%00',
    '/s/%ff',
    "/@ava' or true--",
    '/@ＡＶＡ',
    'My neighbor’s shop',
  ])('%s is stored as it was typed, and can’t be opened or taken down', async (address) => {
    const id = await send({ ...abuse, address });
    expect(granted(await operator.call(readReport, of(id)))).toMatchObject({
      address,
      subject_kind: null,
      preview: null,
      owner: null,
    });
    const refused = await operator.call(takeDownReported, { ...of(id), body: decision });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ['address']]);
    expect(granted(await operator.call(readReport, of(id))).state).toBe('open');
  });
});

describe('a counter-notice', () => {
  test('is passed on whole, and the page is restored between the 10th and 14th business day', async () => {
    const id = await countered();
    expect(granted(await operator.call(readReport, of(id))).clock?.step).toBe('forward');
    granted(await operator.call(forwardCounterNotice, of(id)));
    const [mail] = await mailsOf('counter_notice');
    expect(mail?.recipient).toBe('rita@holder.test');
    for (const text of [counter.statement, counter.postal_address, counter.phone, 'December 5, 2026'])
      expect(mail?.text).toContain(text);
    expect(granted(await operator.call(readReport, of(id))).clock).toMatchObject({
      step: 'restore',
      not_before: '2026-12-05T00:00:00.000Z',
      due_at: '2026-12-11T00:00:00.000Z',
    });
    const restore = () => operator.call(restoreReported, { ...of(id), body: { reason: 'No court action was filed.' } });
    world.clock.set(new Date('2026-12-04T23:59:59Z'));
    operator = await world.signIn('operator@vitrine.test');
    expect((await restore()).problem).toMatchObject({
      code: 'restore_too_early',
      message: 'Not before 2026-12-05T00:00:00.000Z',
    });
    expect(await status('/@ava/glow-lab')).toBe(451);
    world.clock.advance(1_000);
    const restored = granted(await restore());
    expect(restored).toMatchObject({ state: 'restored', justified_notices: 0, clock: null });
    expect(await status('/@ava/glow-lab')).toBe(200);
  });

  test('doesn’t restore the page if the reporter goes to court', async () => {
    const id = await countered();
    const note = { note: 'Case 3:26-cv-1, N.D. Cal.' };
    expect(granted(await operator.call(recordCourtAction, { ...of(id), body: note }))).toMatchObject({
      state: 'in_court',
      justified_notices: 1,
    });
    world.clock.advance(30 * 86_400_000);
    operator = await world.signIn('operator@vitrine.test');
    const body = { reason: 'Time is over.' };
    expect((await operator.call(restoreReported, { ...of(id), body })).problem.code).toBe('report_in_court');
    expect(await status('/@ava/glow-lab')).toBe(451);
    granted(await operator.call(restoreReported, { ...of(id), body: { ...body, withdrawn: true } }));
    expect(await status('/@ava/glow-lab')).toBe(200);
  });

  test('is sent once, only by the owner, and only against a copyright notice', async () => {
    const id = await send();
    granted(await operator.call(takeDownReported, { ...of(id), body: decision }));
    const [own] = granted(await ava.call(listOwnTakedowns));
    const call = { params: { takedown_id: own?.id ?? '' }, body: counter };
    const noor = await world.signIn('noor@creators.test');
    expect((await noor.call(sendCounterNotice, call)).status).toBe(404);
    const answers = await Promise.all([ava.call(sendCounterNotice, call), ava.call(sendCounterNotice, call)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(granted(await ava.call(listOwnTakedowns))).toMatchObject([
      { can_counter: false, restore_from: '2026-12-05T00:00:00.000Z', restore_until: '2026-12-11T00:00:00.000Z' },
    ]);
    const other = await send({ ...abuse, address: '/@ava/maison-clair' });
    granted(await operator.call(takeDownReported, { ...of(other), body: { ...decision, category: 'scam' } }));
    const second = granted(await ava.call(listOwnTakedowns)).find(({ category }) => category === 'scam');
    const refused = await ava.call(sendCounterNotice, { params: { takedown_id: second?.id ?? '' }, body: counter });
    expect([second?.can_counter, refused.problem.code]).toEqual([false, 'counter_notice_refused']);
    expect((await ava.call(sendCounterNotice, call)).problem.code).toBe('counter_notice_sent');
  });

  test('has to come before a restore, unless the notice was withdrawn', async () => {
    const id = await send();
    granted(await operator.call(takeDownReported, { ...of(id), body: decision }));
    const body = { reason: 'It looks fine.' };
    const refused = await operator.call(restoreReported, { ...of(id), body });
    expect(refused.problem.code).toBe('counter_notice_missing');
    expect((await operator.call(forwardCounterNotice, of(id))).problem.code).toBe('counter_notice_missing');
    granted(await operator.call(restoreReported, { ...of(id), body: { ...body, withdrawn: true } }));
    expect(await status('/@ava/glow-lab')).toBe(200);
  });

  test('can’t be sent against a court’s order, which is restored at any time', async () => {
    const id = await send();
    granted(await operator.call(takeDownReported, { ...of(id), body: { ...decision, category: 'court_order' } }));
    const [own] = granted(await ava.call(listOwnTakedowns));
    expect(own?.can_counter).toBe(false);
    const [mail] = await mailsOf('takedown');
    expect(mail?.text).not.toContain('counter-notice');
    const refused = await ava.call(sendCounterNotice, { params: { takedown_id: own?.id ?? '' }, body: counter });
    expect(refused.problem.code).toBe('counter_notice_refused');
    granted(await operator.call(restoreReported, { ...of(id), body: { reason: 'The order was lifted.' } }));
    expect(await status('/@ava/glow-lab')).toBe(200);
  });
});

describe('the form', () => {
  const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/report',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  const filled = { ...abuse, address: '/@ava/glow-lab' };
  const stored = () =>
    world.ctx.database.as({ role: 'system' }, (tx) => tx.selectFrom('reports').selectAll().execute());

  test('is linked from the storefront with its address, and stores a report without JavaScript', async () => {
    const { body } = await world.app.inject('/@ava/glow-lab');
    expect(body).toContain('<a href="/report?address=%2F%40ava%2Fglow-lab">');
    const page = await world.app.inject('/report?address=%2F%40ava%2Fglow-lab');
    expect(page.body).toContain(`value="${world.ctx.config.publicUrl}/@ava/glow-lab"`);
    expect(page.body).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    const sent = await form(filled);
    expect([sent.statusCode, sent.body.includes('Thank you')]).toEqual([200, true]);
    expect(await stored()).toMatchObject([{ state: 'open', category: 'scam', reporter_email: 'rita@holder.test' }]);
  });

  test('stores a copyright notice with its statements, and refuses one without them', async () => {
    const { good_faith: _, accurate: __, ...texts } = notice;
    const fields = { kind: 'copyright', address: '/@ava', ...reporter, ...texts };
    const refused = await form(fields);
    expect(refused.statusCode).toBe(422);
    expect(refused.body.match(/Statement must be confirmed/g)).toHaveLength(2);
    expect(refused.body).toContain('My photo of a lighthouse');
    expect((await form({ ...fields, good_faith: 'yes', accurate: 'yes' })).statusCode).toBe(200);
    expect(await stored()).toMatchObject([{ kind: 'copyright', notice }]);
  });

  test('names each wrong field and keeps what was typed', async () => {
    const { statusCode, body } = await form({ ...filled, email: 'not an email', statement: 'short' });
    expect(statusCode).toBe(422);
    expect(body).toContain('Your email must be an email address, like name@example.test');
    expect(body).toContain('Description must have at least 10 characters');
    expect(body).toContain('value="not an email"');
    expect(await stored()).toEqual([]);
  });

  test('escapes a script in every field', async () => {
    const script = '"><script>alert(1)</script>';
    const names = ['address', 'name', 'email', 'category', 'statement', 'kind', 'work', 'signature'];
    for (const kind of ['abuse', 'copyright', script]) {
      const { statusCode, body } = await form({ ...Object.fromEntries(names.map((name) => [name, script])), kind });
      expect(statusCode).toBe(422);
      expect(body).not.toContain('<script');
    }
    const { body } = await world.app.inject(`/report?address=${encodeURIComponent(script)}&kind=${script}`);
    expect(body).not.toContain('<script');
  });

  test('refuses 100 KB and control characters', async () => {
    expect((await form({ ...filled, statement: 'x'.repeat(100_000) })).statusCode).toBe(413);
    expect((await form({ ...filled, statement: 'x'.repeat(5_000) })).statusCode).toBe(422);
    expect((await form({ ...filled, name: 'Rita\u0000\u202eHolder' })).statusCode).toBe(422);
    expect((await form({ ...filled, email: 'rita@holder.test\r\nBcc: all@creators.test' })).statusCode).toBe(422);
    expect(await stored()).toEqual([]);
  });

  test('a line break in the name is refused, and the sender’s text gets into no email', async () => {
    const statement = 'Click https://bad.example now';
    expect((await form({ ...filled, name: 'Rita\r\nBcc: all@creators.test', statement })).statusCode).toBe(422);
    expect(await mailsOf('report_received')).toEqual([]);
    await form({ ...filled, statement });
    const mails = await mailsOf('report_received');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^We received your report R-[0-9A-Z]{8}$/);
    expect(mails[0]?.text).not.toContain('bad.example');
  });

  test('a program that fills in the hidden field is thanked, and nothing is stored', async () => {
    expect((await form({ ...filled, website: 'https://bad.example' })).statusCode).toBe(200);
    expect(await stored()).toEqual([]);
  });

  test('takes at most fifty reports a day from one network under one email address', async () => {
    for (let count = 0; count < 50; count += 1) expect((await form(filled)).statusCode).toBe(200);
    const refused = await form(filled);
    expect([refused.statusCode, refused.body.includes('50 reports')]).toEqual([429, true]);
    expect((await stored()).length).toBe(50);
  });
});
