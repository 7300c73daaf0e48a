import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  disconnectGoogle,
  finishGoogle,
  finishGoogleConnection,
  startGoogle,
  startGoogleConnection,
} from '@vitrine/contract/google.ts';
import { stepUp } from '@vitrine/contract/passwords.ts';
import { readSecurityLog, readSettings } from '@vitrine/contract/settings.ts';
import type { Client } from '../../world/client.ts';
import { chooseAccount, type OpenIdServer, startOpenId } from '../../world/openid.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

const home = 'http://127.0.0.1:3000';

let provider: OpenIdServer;
let world: World;
let ava: Client;
let noor: Client;
beforeAll(async () => {
  provider = await startOpenId({ redirectUris: [`${home}/settings`, `${home}/login`] });
  const { clientId, clientSecret, url } = provider;
  world = await openWorld({ google: { clientId, clientSecret, baseUrl: url } });
  ava = await world.signIn('ava@creators.test');
  noor = await world.signIn('noor@creators.test');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await provider.stop();
});

const proofOf = async (who: Client) => granted(await who.call(stepUp, { body: { password: demoPassword } })).proof;

async function start(who: Client, email: string) {
  const { url, flow } = granted(await who.call(startGoogleConnection, { body: { proof: await proofOf(who) } }));
  const back = new URL(await chooseAccount(url, email));
  return { flow, back, query: back.search.slice(1) };
}

async function connect(who: Client, email: string) {
  const { flow, query } = await start(who, email);
  return who.call(finishGoogleConnection, { body: { flow, query } });
}

async function logInWith(email: string) {
  const { url, flow } = granted(await world.anonymous.call(startGoogle, { body: { intent: 'login' } }));
  const query = new URL(await chooseAccount(url, email)).search.slice(1);
  return granted(await world.anonymous.call(finishGoogle, { body: { flow, query } }));
}

const googleOf = async (who: Client) => granted(await who.call(readSettings)).google;
const actionsOf = async (who: Client) => granted(await who.call(readSecurityLog)).map(({ action }) => action);

async function kindsTo(recipient: string) {
  const mails = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('mails').select('kind').where('recipient', '=', recipient).execute(),
  );
  return mails.map(({ kind }) => kind);
}

test('a user with a password connects Google, logs in with it, and disconnects it (S26)', async () => {
  expect(await googleOf(ava)).toBeNull();
  expect((await logInWith('ava.private@mail.test')).outcome).toBe('ticket');
  const { flow, back, query } = await start(ava, 'ava.private@mail.test');
  expect(back.origin + back.pathname).toBe(`${home}/settings`);
  granted(await ava.call(finishGoogleConnection, { body: { flow, query } }));
  expect(await googleOf(ava)).toEqual({ connected_at: world.clock.now().toISOString() });
  expect(await logInWith('ava.private@mail.test')).toMatchObject({
    outcome: 'signed_in',
    user: { user_handle: 'ava' },
  });
  expect(await actionsOf(ava)).toContain('google.connected');

  const bare = await ava.call(disconnectGoogle, { body: { proof: 'none' } });
  expect([bare.status, bare.problem.code]).toEqual([403, 'step_up_needed']);
  granted(await ava.call(disconnectGoogle, { body: { proof: await proofOf(ava) } }));
  granted(await ava.call(disconnectGoogle, { body: { proof: await proofOf(ava) } }));
  expect(await googleOf(ava)).toBeNull();
  expect((await logInWith('ava.private@mail.test')).outcome).toBe('ticket');
  expect((await actionsOf(ava)).filter((action) => action === 'google.disconnected')).toHaveLength(1);
  expect((await kindsTo('ava@creators.test')).toSorted()).toEqual(['google_connected', 'google_disconnected']);
});

test('connecting Google requires the password', async () => {
  const answers = [
    await ava.call(startGoogleConnection, { body: { proof: 'none' } }),
    await ava.call(startGoogleConnection, { body: { proof: await proofOf(noor) } }),
  ];
  expect(answers.map((answer) => answer.problem.code)).toEqual(['step_up_needed', 'step_up_needed']);
});

test('a Google account belongs to one user, and a user has one', async () => {
  granted(await connect(noor, 'noor.private@mail.test'));
  expect((await connect(ava, 'noor.private@mail.test')).problem.code).toBe('google_taken');
  expect((await connect(noor, 'another@mail.test')).problem.code).toBe('google_taken');
  expect(await googleOf(ava)).toBeNull();
});

test('the callback works only for the session that started the flow, once, and only to connect', async () => {
  const own = await start(ava, 'ava.later@mail.test');
  const input = { flow: own.flow, query: own.query };
  expect((await noor.call(finishGoogleConnection, { body: input })).problem.code).toBe('sign_in_refused');
  expect((await ava.call(finishGoogleConnection, { body: input })).problem.code).toBe('sign_in_refused');

  const asLogin = await start(ava, 'ava.later@mail.test');
  const login = { flow: asLogin.flow, query: asLogin.query };
  expect((await world.anonymous.call(finishGoogle, { body: login })).problem.code).toBe('sign_in_refused');

  const { url, flow } = granted(await world.anonymous.call(startGoogle, { body: { intent: 'login' } }));
  const query = new URL(await chooseAccount(url, 'ava.later@mail.test')).search.slice(1);
  expect((await ava.call(finishGoogleConnection, { body: { flow, query } })).problem.code).toBe('sign_in_refused');
  expect(await googleOf(ava)).toBeNull();
});
