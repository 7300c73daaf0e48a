import { expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';

const report = {
  kind: 'abuse',
  address: '/@ava/glow-lab',
  name: 'Rita Holder',
  email: 'rita@holder.test',
  category: 'scam',
  statement: 'It sells things that never arrive.',
};

function sendersOf(world: World) {
  const call = (remoteAddress = '127.0.0.1', more: Partial<typeof report> = {}) =>
    world.app.inject({ method: 'POST', url: '/api/v1/reports', payload: { ...report, ...more }, remoteAddress });
  const form = () =>
    world.app.inject({
      method: 'POST',
      url: '/report',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(report).toString(),
    });
  return { call, form };
}

function countOf(world: World, table: 'reports' | 'mails'): Promise<number> {
  return world.ctx.database.as({ role: 'system' }, async (tx) => {
    const rows = tx.selectFrom(table).select('id');
    return (await (table === 'mails' ? rows.where('kind', '=', 'report_received') : rows).execute()).length;
  });
}

test('each network sends a few reports a minute', async () => {
  await using world = await openWorld({ limits: true });
  for (const send of Object.values(sendersOf(world))) {
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await send()).statusCode);
    expect(statuses.filter((status) => status < 300)).toHaveLength(5);
    expect(statuses.at(-1)).toBe(429);
  }
});

test('of a hundred reports at once from one network, the call and the form take no more than five each', async () => {
  await using world = await openWorld({ limits: true });
  for (const [sent, send] of Object.values(sendersOf(world)).entries()) {
    const statuses = (await Promise.all(Array.from({ length: 100 }, () => send()))).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(5);
    expect(await countOf(world, 'reports')).toBeLessThanOrEqual(5 * (sent + 1));
  }
});

test('of a hundred reports at once from one network with one email address, fifty are taken', async () => {
  await using world = await openWorld();
  const { call } = sendersOf(world);
  const answers = await Promise.all(Array.from({ length: 100 }, () => call()));
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(50);
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(50);
  expect(await countOf(world, 'reports')).toBe(50);
});

test('what others report in somebody’s name leaves room for their own, and sends them two emails a day', async () => {
  await using world = await openWorld({ limits: true });
  const { call } = sendersOf(world);
  const spellings = ['rita.holder@gmail.com', 'ritaholder+1@gmail.com', 'RitaHolder@googlemail.com'];
  for (let sent = 0; sent < 300; sent += 1) {
    if (sent % 5 === 0) world.clock.advance(60_000);
    await call(`203.0.${113 + (sent % 60)}.${1 + Math.floor(sent / 60)}`, { email: spellings[sent % 3] ?? '' });
  }
  const own = await call('198.51.100.9', { email: 'rita.holder@gmail.com' });
  expect(own.statusCode).toBe(201);
  expect(await countOf(world, 'mails')).toBe(2);
});
