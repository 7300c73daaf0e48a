import { afterEach, beforeEach, expect, test } from 'vitest';
import { confirmApplication, listApplications, readOwnApplication } from '@vitrine/contract/applications.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { setUpApplying } from './applications.testing.ts';
import { askWaiting } from './turns.ts';

const params = { merchant: 'glow-lab' };
const hourMs = 3_600_000;
let world: World;
beforeEach(async () => {
  world = await openWorld({ limits: true });
  granted(await setUpApplying(await world.signIn('brand@glow.test')));
});
afterEach(() => world[Symbol.asyncDispose]());

/** Sends an application from an IP address; a moment later than the one before. */
async function apply(email: string, name: string, remoteAddress: string): Promise<number> {
  world.clock.advance(10);
  const answers = [{ question: 'why', answer: 'I test everything.' }];
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: '/api/v1/apply/glow-lab',
    payload: { name, email, answers, accepted: true },
    remoteAddress,
  });
  return statusCode;
}

const mailed = () =>
  world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('mails')
      .select(['recipient', 'created_at as at'])
      .where('kind', '=', 'application_confirm')
      .execute(),
  );

async function confirmLatest(email: string): Promise<number> {
  const mail = (await mailsAsSent(world.ctx, email)).findLast(({ kind }) => kind === 'application_confirm');
  const code = /\/apply\/glow-lab#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  return (await world.anonymous.call(confirmApplication, { params: { code } })).status;
}

/** Confirms as a person does who got several emails: the application in their own name. */
async function confirmOwn(email: string, own: string): Promise<number | undefined> {
  const mails = (await mailsAsSent(world.ctx, email)).filter(({ kind }) => kind === 'application_confirm');
  for (const { text } of mails) {
    const params = { code: /\/apply\/glow-lab#(\S+)/.exec(text)?.[1] ?? '' };
    const found = await world.anonymous.call(readOwnApplication, { params });
    if (found.status === 200 && found.data.name === own)
      return (await world.anonymous.call(confirmApplication, { params })).status;
  }
  return undefined;
}

const namesInList = async () => {
  const staff = await world.signIn('brand@glow.test');
  const { data } = await staff.call(listApplications, { params, query: { limit: 100 } });
  return data.map(({ name }) => name).toSorted();
};

/** The mailbox of each address in the test below, written down here and not read from the code. */
function mailboxIn(address: string): string {
  return address.startsWith('crowded') || /^c\.?r\.?o\.?w\.?d\.?e\.?d/.test(address)
    ? 'crowded at gmail'
    : address.replace('+spam', '');
}

test('of 1,000 hostile applications from 40 networks beside 20 honest ones, all honest ones go in, and no mailbox gets more than two emails a day', async () => {
  const networks = Array.from({ length: 40 }, (_, network) => `203.0.${network}.`);
  const spellings = ['crowded@gmail.com', 'c.r.o.w.d.e.d+a@gmail.com', 'CROWDED+b@googlemail.com'];
  const honest = Array.from({ length: 20 }, (_, place) => ({
    name: `Honest ${String(place).padStart(2, '0')}`,
    email: `honest${place}@people.test`,
    // Half of them share a network with the attacker.
    from: place < 10 ? `198.51.${place}.9` : `203.0.${place}.200`,
  }));
  const hostile = async (sent: number) => {
    const from = `${networks[sent % 40]}${1 + (sent % 7)}`;
    const [first, second] = [honest[0]?.email ?? '', honest[1]?.email ?? ''];
    const email = sent < 200 ? ([first, second, ...spellings][sent % 5] ?? '') : `stranger${sent}@elsewhere.test`;
    expect(await apply(email, `Hostile ${sent}`, from)).toBe(202);
  };
  for (let sent = 0; sent < 1_000; sent += 1) {
    await hostile(sent);
    const person = sent % 50 === 49 ? honest[(sent - 49) / 50] : undefined;
    if (person) expect(await apply(person.email, person.name, person.from), person.name).toBe(202);
  }
  for (let hour = 0; hour < 50; hour += 1) {
    world.clock.advance(hourMs);
    await askWaiting(world.ctx);
  }

  const times = Map.groupBy(await mailed(), ({ recipient }) => mailboxIn(recipient));
  for (const [mailbox, mails] of times) {
    const sorted = mails.map(({ at }) => at.getTime()).toSorted((one, other) => one - other);
    for (const [place, at] of sorted.entries())
      expect((sorted[place + 2] ?? Infinity) - at, mailbox).toBeGreaterThanOrEqual(24 * hourMs);
  }
  for (const { email, name } of honest) expect(await confirmOwn(email, name), name).toBe(200);
  expect(await namesInList()).toEqual(honest.map(({ name }) => name));
});

test('a network gets 20 emails sent in an hour, and what is beyond waits for the next', async () => {
  for (let sent = 0; sent < 25; sent += 1)
    expect(await apply(`a${sent}@people.test`, 'A', `203.0.113.${sent}`)).toBe(202);
  expect(await mailed()).toHaveLength(20);
  world.clock.advance(hourMs - 1_000);
  await askWaiting(world.ctx);
  expect(await mailed()).toHaveLength(20);
  world.clock.advance(2_000);
  expect(await askWaiting(world.ctx)).toBe(5);
  expect(await askWaiting(world.ctx)).toBe(0);
  expect(await mailed()).toHaveLength(25);
});

test('an application that waited has its days to confirm from the email on', async () => {
  for (let sent = 0; sent < 3; sent += 1) await apply('late@people.test', `Version ${sent}`, `203.0.${sent}.1`);
  world.clock.advance(24 * hourMs);
  expect(await askWaiting(world.ctx)).toBe(1);
  world.clock.advance(6.9 * 24 * hourMs);
  expect(await confirmLatest('late@people.test')).toBe(200);
  expect(await namesInList()).toEqual(['Version 2']);
});

test('who waits longest for a mailbox is next, however fast others send when it may get another email', async () => {
  for (let sent = 0; sent < 2; sent += 1) await apply('victim@people.test', 'Hostile', `203.0.${sent}.1`);
  await apply('victim@people.test', 'Victim', '198.51.100.1');
  world.clock.advance(24 * hourMs);
  for (let sent = 2; sent < 6; sent += 1) await apply('victim@people.test', 'Hostile', `203.0.${sent}.1`);
  expect(await askWaiting(world.ctx)).toBe(2);
  const asked = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('applications')
      .select('name')
      .where('mailed_at', 'is not', null)
      .orderBy('mailed_at')
      .orderBy('id')
      .execute(),
  );
  expect(asked.map(({ name }) => name)).toEqual(['Hostile', 'Hostile', 'Victim', 'Hostile']);
});

test('nobody is asked to confirm again what the brand already has', async () => {
  for (let sent = 0; sent < 3; sent += 1) await apply('again@people.test', `Version ${sent}`, `203.0.${sent}.1`);
  expect(await confirmLatest('again@people.test')).toBe(200);
  world.clock.advance(24 * hourMs);
  expect(await askWaiting(world.ctx)).toBe(0);
});

test('a full list of a brand takes no more of the networks that filled it, and still those of others', async () => {
  const { glow } = world.people.merchants;
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    const earlier = new Date(world.clock.now().getTime() - 2 * hourMs);
    await tx
      .insertInto('applications')
      .values(
        Array.from({ length: 1_000 }, (_, place) => ({
          merchant_id: glow,
          id: `01a200a3-96ec-7195-afcb-${String(place).padStart(12, '0')}`,
          code_hash: Buffer.from(`code ${place}`.padEnd(32)),
          email: `full${place}@people.test`,
          name: 'Full',
          answers: '[]',
          locale: 'en',
          state: 'waiting',
          created_at: earlier,
          confirmed_at: earlier,
          mailed_at: earlier,
          network: '203.0.113.0/24',
        })),
      )
      .execute();
  });
  await apply('crowd@people.test', 'Crowd', '203.0.113.7');
  await apply('other@people.test', 'Other', '198.51.100.7');
  expect(await confirmLatest('crowd@people.test')).toBe(429);
  expect(await confirmLatest('other@people.test')).toBe(200);
});
