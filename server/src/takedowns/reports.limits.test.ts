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
  const call = () => world.app.inject({ method: 'POST', url: '/api/v1/reports', payload: report });
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
    const statuses = (await Promise.all(Array.from({ length: 100 }, send))).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(5);
    expect(await countOf(world, 'reports')).toBeLessThanOrEqual(5 * (sent + 1));
  }
});

test('of a hundred reports at once with one email address, fifty are taken and three are confirmed', async () => {
  await using world = await openWorld();
  const { call } = sendersOf(world);
  const answers = await Promise.all(Array.from({ length: 100 }, call));
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(50);
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(50);
  expect([await countOf(world, 'reports'), await countOf(world, 'mails')]).toEqual([50, 3]);
});
