import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { creatorSide, type TestSide } from './conversations.testing.ts';

let world: World;
let creator: TestSide;
beforeAll(async () => {
  world = await openWorld({ limits: true });
  creator = creatorSide(await world.signIn('ava@creators.test'), world.people.accounts.avaGlow);
});
afterAll(() => world[Symbol.asyncDispose]());

test('30 messages a minute are accepted and no more; a resent one does not count', async () => {
  const clientId = randomUUID();
  await creator.send('First', clientId);
  for (let number = 2; number <= 30; number += 1) expect((await creator.send(`${number}`)).status).toBe(201);
  const refused = await creator.send('31');
  expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([
    429,
    'rate_limited',
    'You can send at most 30 messages a minute and 500 a day. Try again later.',
  ]);
  expect((await creator.send('First', clientId)).data.seq).toBe(1);
  world.clock.advance(61_000);
  expect((await creator.send('A minute later')).data.seq).toBe(31);
});

test('500 messages a day are accepted and no more', async () => {
  const thread = world.people.accounts.avaGlow;
  const { last_seq: sent } = (await creator.read()).meta;
  // Messages of earlier today; sending 500 would only take longer.
  await world.ctx.database.as({ role: 'system' }, async (tx) => {
    await sql`insert into messages (merchant_id, thread_id, seq, creator_id, side, sender_id, client_id, body, created_at)
      select merchant_id, id, last_seq + n, creator_id, 'creator', creator_id, 'earlier-' || n, 'Said', ${world.clock.now()}
      from threads cross join generate_series(1, ${499 - sent}::int) n where id = ${thread}::uuid`.execute(tx);
    await sql`update threads set last_seq = 499 where id = ${thread}::uuid`.execute(tx);
  });
  world.clock.advance(61_000);
  expect((await creator.send('The 500th')).data.seq).toBe(500);
  expect((await creator.send('One too many')).status).toBe(429);
  world.clock.advance(86_400_000);
  creator = creatorSide(await world.signIn('ava@creators.test'), thread);
  expect((await creator.send('The next day')).status).toBe(201);
});
