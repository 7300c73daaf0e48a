import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../world/world.ts';
import { anonymous } from './actor.ts';
import { audit } from './audit.ts';
import { record } from './events/record.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test('two changes of a brand that write the audit log and live events in opposite orders both succeed', async () => {
  const merchantId = world.people.merchants.glow;
  const write = (tx: Parameters<typeof audit>[1], id: string) =>
    audit(world.ctx, tx, anonymous, { action: 'test', merchantId, subject: { kind: 'order', id } });
  const tell = (tx: Parameters<typeof audit>[1], id: string) =>
    record(world.ctx, tx, { merchantId }, { kind: 'order-decided', order_id: id });
  const told = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  await Promise.all([
    world.ctx.database.as({ role: 'app', merchantId }, async (tx) => {
      await tell(tx, 'first');
      told.resolve();
      await written.promise;
      await write(tx, 'first');
    }),
    world.ctx.database.as({ role: 'app', merchantId }, async (tx) => {
      await told.promise;
      await write(tx, 'second');
      written.resolve();
      await tell(tx, 'second');
    }),
  ]);
  const entries = await world.ctx.database.as({ role: 'system' }, (tx) =>
    tx.selectFrom('audit_entries').select('subject_id').where('action', '=', 'test').orderBy('seq').execute(),
  );
  expect(entries.map((entry) => entry.subject_id)).toEqual(['first', 'second']);
});
