import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeHandle, readHandle } from '@vitrine/contract/accounts.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { demoPassword } from '../../world/people.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';
import { impersonateAva } from '../impersonation/impersonation.testing.ts';
import { asOwner } from '../ledger/ledger.testing.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { lockUser } from './handles.queries.ts';

const day = 86_400_000;
const start = new Date('2026-11-20T12:00:00Z');
let world: World;
let creator: Client;
let id: string;
let handle: string;
let users = 0;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(start);
  ({ creator, id, handle } = await newCreator());
});

async function newCreator(given?: string) {
  users += 1;
  const email = `maker${users}@creators.test`;
  const own = given ?? `maker${users}`;
  const user = { email, password: demoPassword, role: 'creator', displayName: 'Maker', handle: own } as const;
  return { id: await createUser(world.ctx, user), creator: await world.signIn(email), handle: own };
}

const change = (to: string, by = creator) => by.call(changeHandle, { body: { handle: to } });
const waitingForLocks = () =>
  asOwner(world.ctx.database.url, async (owner) => {
    const { rowCount } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount;
  });

const read = async (wanted: string) => granted(await world.anonymous.call(readHandle, { params: { handle: wanted } }));

describe('changing a handle', () => {
  test('is recorded with both names and refreshes open tabs', async () => {
    const { audits, events } = await effectsOf(world, () => change(`${handle}_new`));
    expect(audits).toEqual([
      { action: 'handle.changed', actor: id, subject: id, details: { about: `@${handle} → @${handle}_new` } },
    ]);
    expect(events).toEqual([{ kind: 'user-update', to: id }]);
  });

  test('to the same handle, however it is typed, changes and records nothing', async () => {
    const { answer, audits, events } = await effectsOf(world, () => change(` @${handle.toUpperCase()} `));
    expect(granted(answer).user_handle).toBe(handle);
    expect([audits, events]).toEqual([[], []]);
    expect(granted(await change(`${handle}_x`)).user_handle).toBe(`${handle}_x`);
  });

  test('is possible again after exactly seven days', async () => {
    granted(await change(`${handle}_a`));
    world.clock.set(new Date(start.getTime() + 7 * day - 1));
    expect((await change(`${handle}_b`)).problem).toMatchObject({
      status: 422,
      errors: { handle: ['can be changed again on 2026-11-27'] },
    });
    world.clock.set(new Date(start.getTime() + 7 * day));
    expect((await change(`${handle}_b`)).status).toBe(200);
  });

  test('twice at once changes it once', async () => {
    const answers = await world.ctx.database.as({ role: 'system' }, async (tx) => {
      await lockUser(tx, id);
      const changes = Promise.all([change(`${handle}_one`), change(`${handle}_two`)]);
      await expect.poll(() => waitingForLocks()).toBe(2);
      return { changes };
    });
    const statuses = (await answers.changes).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses).toContain(422);
  });

  test.each([
    ['x', 422],
    ['ab', 200],
    ['a'.repeat(30), 200],
    ['a'.repeat(31), 422],
  ])('takes 2 to 30 characters: %s answers %i', async (wanted, status) => {
    expect((await change(wanted)).status).toBe(status);
  });

  test('is for the owner, not for an impersonating operator', async () => {
    const operated = await impersonateAva(world, 'assist', 'Helping with a link');
    expect((await change('helped', operated)).status).toBe(403);
  });
});

describe('asking for a handle', () => {
  test('that was given up is taken, also for others who change theirs', async () => {
    granted(await change(`${handle}_new`));
    expect(await read(handle)).toEqual({
      handle,
      state: 'taken',
      reason: 'is already taken; choose another handle',
      suggestion: `${handle}2`,
    });
  });

  test('that is taken suggests the first free one with a digit, within 30 characters', async () => {
    const long = 'b'.repeat(30);
    await newCreator(long);
    expect((await read(long)).suggestion).toBe(`${'b'.repeat(29)}2`);
    await newCreator('crowd');
    for (const digit of [2, 3, 4, 5, 6, 7, 8]) await newCreator(`crowd${digit}`);
    expect((await read('crowd')).suggestion).toBe('crowd9');
    await newCreator('crowd9');
    expect((await read('crowd')).suggestion).toBeNull();
  });

  test.each([
    ['Support', 'support', 'is reserved; choose another handle'],
    ['_s_u_p_p_o_r_t', '_s_u_p_p_o_r_t', 'is reserved; choose another handle'],
    ['___', '___', 'is reserved; choose another handle'],
    ['x', 'x', 'must have at least 2 characters'],
    ['y'.repeat(31), 'y'.repeat(31), 'must have at most 30 characters'],
    ['mara.b', 'mara.b', 'must have only lowercase letters, numbers and underscores'],
  ])('%s is not allowed, with the reason and without a suggestion', async (wanted, shown, reason) => {
    expect(await read(wanted)).toEqual({ handle: shown, state: 'not_allowed', reason, suggestion: null });
  });
});
