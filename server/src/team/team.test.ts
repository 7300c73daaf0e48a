import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeStaff, inviteStaff, listStaff, removeStaff } from '@vitrine/contract/team.ts';
import { readBrandOverview } from '@vitrine/contract/merchants.ts';
import { login, resetPassword } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { listThreads } from '@vitrine/contract/conversations.ts';
import type { BrandRole } from '@vitrine/contract/values/brand-roles.ts';
import { type Client, client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

const params = { merchant: 'glow-lab' };
const password = 'seven grey herons';
let world: World;
let owner: Client;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

let count = 0;
const invite = (role: BrandRole, email = `colleague${(count += 1)}@glow.test`) =>
  owner.call(inviteStaff, { params, body: { email, display_name: 'Nora Berg', role } });

/** A colleague who set a password with the link, and their client. */
async function join(role: BrandRole): Promise<{ uid: string; email: string; of: Client }> {
  const { member, link } = granted(await invite(role));
  const token = new URL(link?.url ?? '').hash.slice(1);
  const set = await world.anonymous.call(resetPassword, { body: { token, password } });
  expect([set.status, set.data], 'a colleague had no password before').toEqual([
    202,
    { changed: true, is_first: true },
  ]);
  const { data } = await world.anonymous.call(login, { body: { email: member.email, password } });
  return { uid: member.uid, email: member.email, of: client(world.app, data.token) };
}

test('a colleague is invited by email, sets a password and sees the brand in their role', async () => {
  const { email, of } = await join('analyst');
  expect((await mailsAsSent(world.ctx, email)).map(({ kind }) => kind)).toContain('staff_added');
  expect((await of.call(me)).data.staff_of).toMatchObject([{ slug: 'glow-lab', role: 'analyst' }]);
  expect((await of.call(readBrandOverview, { params })).status).toBe(200);
  const refused = await of.call(listThreads, { params });
  expect([refused.status, refused.problem.message]).toEqual([
    403,
    'Your role at this brand, analyst, can’t do this. It needs the role owner, manager, or support; an owner can change yours.',
  ]);
  const listed = granted(await of.call(listStaff, { params }));
  expect(listed.find((person) => person.you)).toMatchObject({
    email,
    role: 'analyst',
    last_seen_at: expect.any(String),
  });
});

test('a new role counts from the next call on', async () => {
  const { uid, of } = await join('analyst');
  expect(granted(await owner.call(changeStaff, { params: { ...params, uid }, body: { role: 'support' } })).role).toBe(
    'support',
  );
  expect((await of.call(listThreads, { params })).status).toBe(200);
});

test('the last owner stays, nobody changes their own role, and nobody is added twice', async () => {
  const mira = granted(await owner.call(listStaff, { params })).find((person) => person.you);
  const own = { ...params, uid: mira?.uid ?? '' };
  const removed = await owner.call(removeStaff, { params: own });
  expect([removed.status, removed.problem.message]).toEqual([409, expect.stringContaining('needs an owner')]);
  const changed = await owner.call(changeStaff, { params: own, body: { role: 'analyst' } });
  expect([changed.status, changed.problem.message]).toEqual([409, expect.stringContaining('your own role')]);
  const twice = await invite('manager', 'brand@glow.test');
  expect([twice.status, twice.problem.message]).toEqual([409, expect.stringContaining('already on the team')]);
  const creator = await invite('manager', 'ava@creators.test');
  expect([creator.status, Object.keys(creator.problem.errors ?? {})]).toEqual([422, ['email']]);
});

test('somebody who was removed is logged out at once; an owner can leave once there is another', async () => {
  const { uid, of } = await join('owner');
  granted(await of.call(readBrandOverview, { params }));
  granted(await owner.call(removeStaff, { params: { ...params, uid } }));
  expect((await of.call(me)).status).toBe(401);
  expect((await owner.call(removeStaff, { params: { ...params, uid } })).status).toBe(404);
});

test('of two owners who remove each other at once, one stays', async () => {
  const other = await join('owner');
  const mira = granted(await owner.call(listStaff, { params })).find((person) => person.you);
  const answers = await Promise.all([
    owner.call(removeStaff, { params: { ...params, uid: other.uid } }),
    other.of.call(removeStaff, { params: { ...params, uid: mira?.uid ?? '' } }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
