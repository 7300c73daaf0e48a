import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClosure, requestClosure } from '@vitrine/contract/closures.ts';
import { addBrandOwner, listAuditEntries, listBrands } from '@vitrine/contract/operators.ts';
import { login, resetPassword, stepUp } from '@vitrine/contract/passwords.ts';
import { me } from '@vitrine/contract/sessions.ts';
import { type Client, client } from '../../world/client.ts';
import { mailsAsSent } from '../../world/mails.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { newId } from '../platform/ids.ts';

const reason = 'Mira leaves the company this month';
let world: World;
let operator: Client;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.signIn('operator@vitrine.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const add = (email: string, of = world.people.merchants.glow) =>
  operator.call(addBrandOwner, {
    params: { merchant_id: of },
    body: { owner: { display_name: 'Nora Berg', email }, reason },
  });
const staffOf = async (slug: string) =>
  granted(await operator.call(listBrands))
    .find((brand) => brand.slug === slug)
    ?.staff.map(({ email, role }) => `${email} ${role}`);
const mailsTo = async (email: string) =>
  (await mailsAsSent(world.ctx, email)).filter(({ kind }) => kind === 'brand_owner_added');

test('the only owner of a brand can close their account once an operator added another owner', async () => {
  const mira = await world.signIn('brand@glow.test');
  const { proof } = granted(await mira.call(stepUp, { body: { password: demoPassword } }));
  const close = () => mira.call(requestClosure, { body: { proof, give_up_money: false } });
  const refused = await close();
  expect([refused.problem.code, refused.problem.message]).toEqual([
    'closure_in_the_way',
    'Glow Lab has no other owner. Ask an operator to add one, or to close the brand.',
  ]);

  const brand = granted(await add('nora@glow.test'));
  expect(brand.staff).toMatchObject([
    { email: 'brand@glow.test', role: 'owner' },
    { display_name: 'Nora Berg', email: 'nora@glow.test', role: 'owner' },
  ]);
  expect(granted(await mira.call(readClosure)).obstacles).toEqual([]);
  expect((await close()).status).toBe(200);
});

test('a new owner sets a password with the link and sees the brand', async () => {
  const link = granted(await add('nils@northwind.test', world.people.merchants.northwind)).owner_link?.url ?? '';
  const [token, password] = [new URL(link).hash.slice(1), 'seven grey herons'];
  expect((await world.anonymous.call(resetPassword, { body: { token, password } })).status).toBe(202);
  const { data } = await world.anonymous.call(login, { body: { email: 'nils@northwind.test', password } });
  const nils = client(world.app, data.token);
  expect((await nils.call(me)).data).toMatchObject({ staff_of: [{ slug: 'northwind-outfitters', role: 'owner' }] });
});

test('the new and the other owners get the reason by email, and the audit log names both', async () => {
  granted(await add('noa@maison.test', world.people.merchants.maison));
  const [welcome] = await mailsTo('noa@maison.test');
  expect(welcome?.subject).toBe('You’re now an owner of Maison Clair');
  expect(welcome?.text).toContain(reason);
  expect(welcome?.text).toContain('/reset-password#vtr_');
  const [notice] = await mailsTo('brand@maison.test');
  expect(notice?.subject).toBe('Nora Berg is now an owner of Maison Clair');
  expect(notice?.text).toContain(reason);
  const [entry] = granted(await operator.call(listAuditEntries, { query: { action: 'brand.owner_added', limit: 1 } }));
  expect(entry).toMatchObject({
    actor: { display_name: 'Vitrine Operator' },
    subject: { kind: 'merchant', id: world.people.merchants.maison },
    details: { owner: 'Nora Berg', owner_is_new: true, link_shown: true, reason },
  });
});

test('someone who has an account gets no link, and staff become owners', async () => {
  const { northwind } = world.people.merchants;
  const answer = granted(await add('brand@maison.test', northwind));
  expect(answer.owner_link).toBeNull();
  const [mail] = await mailsTo('brand@maison.test');
  expect(mail?.text).toContain('Open your brand');
  const again = await add('brand@maison.test', northwind);
  expect([again.status, again.problem.message]).toEqual([
    409,
    'brand@maison.test is already an owner of Northwind Outfitters',
  ]);
  await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('merchant_staff')
      .set({ role: 'manager' })
      .where('user_id', '=', world.people.users.maisonStaff)
      .execute(),
  );
  granted(await add('brand@maison.test', northwind));
  expect(await staffOf('northwind-outfitters')).toContain('brand@maison.test owner');
});

test('two operators who add the same new person at once add them once', async () => {
  const answers = await Promise.all([1, 2].map(() => add('twin@northwind.test')));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
});

test.each([
  ['a creator', 'ava@creators.test', 'belongs to a user who is not a brand user; use another address'],
  [
    'an account that is being closed',
    'brand@glow.test',
    'belongs to an account that is being closed; use another address',
  ],
])('%s can’t become an owner', async (_who, email, message) => {
  const { status, problem } = await add(email, world.people.merchants.northwind);
  expect([status, problem.errors]).toEqual([422, { 'owner.email': [message] }]);
});

test('an unknown brand is not found, and no user is created for it', async () => {
  expect((await add('ghost@nowhere.test', newId(world.clock.now()))).status).toBe(404);
  const user = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('users').select('id').where('email', '=', 'ghost@nowhere.test').executeTakeFirst(),
  );
  expect(user).toBeUndefined();
});
