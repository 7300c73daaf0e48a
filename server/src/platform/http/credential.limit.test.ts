import { afterEach, expect, test, vi } from 'vitest';
import { openWorld, type World } from '../../../world/world.ts';
import { Refusal } from '../refusal.ts';

afterEach(() => void vi.restoreAllMocks());

function request(world: World, token: string, from: string, path = '/api/v1/me') {
  return world.app.inject({ url: path, headers: { authorization: `Bearer ${token}` }, remoteAddress: from });
}

test('a client that sends wrong tokens is refused before they cost a transaction', async () => {
  await using world = await openWorld({ limits: true });
  const noor = await world.token('noor@creators.test');
  expect((await request(world, noor, '203.0.113.7')).statusCode).toBe(200);
  const transactions = vi.spyOn(world.ctx.database, 'alone');
  const paths = ['/api/v1/me', '/api/v1/overview', '/api/v1/events', '/api/v1/nothing'];
  const answers = [];
  for (let n = 0; n < 300; n += 1)
    answers.push(await request(world, `vtp_wrong-token-${n}`, '203.0.113.7', paths[n % paths.length]));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(180);
  expect(transactions).toHaveBeenCalledTimes(120);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused[0]?.json<{ message: string }>().message).toContain('token');
  // Clients elsewhere, and users logged in at this address, don't have to wait.
  expect((await request(world, 'vtp_wrong-token', '203.0.113.8')).statusCode).toBe(401);
  expect((await request(world, noor, '203.0.113.7')).statusCode).toBe(200);
  world.clock.advance(60_000);
  expect((await request(world, 'vtp_wrong-token', '203.0.113.7')).statusCode).toBe(401);
});

test('an ended session counts as a wrong token from then on', async () => {
  await using world = await openWorld({ limits: true });
  const noor = await world.token('noor@creators.test');
  await request(world, noor, '203.0.113.7');
  await world.app.inject({
    method: 'POST',
    url: '/api/v1/logout',
    headers: { authorization: `Bearer ${noor}` },
  });
  const statuses = [];
  for (let n = 0; n < 130; n += 1) statuses.push((await request(world, noor, '203.0.113.7')).statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9);
});

test('all addresses of one IPv6 network are one client', async () => {
  await using world = await openWorld({ limits: true });
  const statuses = [];
  for (let n = 0; n < 130; n += 1)
    statuses.push((await request(world, `vtp_wrong-token-${n}`, `2001:db8:1:2::${n.toString(16)}`)).statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await request(world, 'vtp_wrong-token', '2001:db8:1:3::1')).statusCode).toBe(401);
});

test('concurrent requests with one new token count once, whether it is right or wrong', async () => {
  await using world = await openWorld({ limits: true });
  const noor = await world.token('noor@creators.test');
  const requestAtOnce = (token: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => request(world, token, '203.0.113.7')));
  const right = await requestAtOnce(noor, 150);
  expect(new Set(right.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const transactions = vi.spyOn(world.ctx.database, 'alone');
  const wrong = await requestAtOnce('vtp_wrong-token', 150);
  expect(new Set(wrong.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  expect(transactions).toHaveBeenCalledTimes(1);
});

test('a token that is not ours, and one that could not be checked, are not counted', async () => {
  await using world = await openWorld({ limits: true });
  const outage = vi.spyOn(world.ctx.database, 'alone').mockRejectedValue(new Refusal('busy'));
  for (let n = 0; n < 130; n += 1) await request(world, `vtp_wrong-token-${n}`, '203.0.113.7');
  outage.mockRestore();
  for (let n = 0; n < 130; n += 1) await request(world, 'meant-for-a-proxy', '203.0.113.7');
  expect((await request(world, 'vtp_wrong-token', '203.0.113.7')).statusCode).toBe(401);
});

test('calls without a token count if the call needs one', async () => {
  await using world = await openWorld({ limits: true });
  const statuses = [];
  for (let n = 0; n < 305; n += 1)
    statuses.push((await world.app.inject({ url: '/api/v1/me', remoteAddress: '203.0.113.7' })).statusCode);
  expect(statuses.slice(0, 300).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(300)).toEqual([429, 429, 429, 429, 429]);
});
