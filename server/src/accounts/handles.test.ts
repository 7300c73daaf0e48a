import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeHandle } from '@vitrine/contract/accounts.ts';
import { readSettings } from '@vitrine/contract/settings.ts';
import type { Client } from '../../world/client.ts';
import { openWorld, type World } from '../../world/world.ts';

const day = 86_400_000;

let world: World;
let ava: Client;
let noor: Client;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  ava = await world.signIn('ava@creators.test');
  noor = await world.signIn('noor@creators.test');
});

describe('the handle (S14, S27)', () => {
  const change = async (who: Client, handle: string) => who.call(changeHandle, { body: { handle } });

  test('can be changed once in seven days, and the old one stays reserved for its owner', async () => {
    expect((await change(noor, ' @Noor_Outdoors ')).data.user_handle).toBe('noor_outdoors');
    expect((await noor.call(readSettings)).data).toMatchObject({
      former_handles: ['noor'],
      handle_locked_until: new Date(world.clock.now().getTime() + 7 * day).toISOString(),
    });
    expect((await change(noor, 'noor_again')).problem.errors?.['handle']?.[0]).toMatch(/^can be changed again on 2026/);
    expect((await change(ava, 'noor')).problem.errors).toEqual({ handle: ['is already taken; choose another handle'] });
    expect((await change(ava, 'noor_outdoors')).problem.errors).toEqual({
      handle: ['is already taken; choose another handle'],
    });
    world.clock.advance(7 * day);
    noor = await world.signIn('noor@creators.test');
    expect((await change(noor, 'noor')).data.user_handle).toBe('noor');
    expect((await noor.call(readSettings)).data.former_handles).toEqual(['noor_outdoors']);
  });

  test.each([
    ['a', 'must have 2 to 30 characters: a–z, 0–9 and _'],
    ['två ord', 'must have 2 to 30 characters: a–z, 0–9 and _'],
    ['../admin', 'must have 2 to 30 characters: a–z, 0–9 and _'],
    ['admin', 'is reserved; choose another handle'],
    ['a_d_m_i_n', 'is reserved; choose another handle'],
    ['vitrine_', 'is reserved; choose another handle'],
  ])('%s is refused', async (handle, reason) => {
    expect((await change(ava, handle)).problem.errors).toEqual({ handle: [reason] });
  });

  test('wanted by two users at once goes to one of them', async () => {
    world.clock.advance(8 * day);
    ava = await world.signIn('ava@creators.test');
    noor = await world.signIn('noor@creators.test');
    const answers = await Promise.all([change(ava, 'wanted'), change(noor, 'wanted')]);
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    const holders = await world.ctx.database.as({ role: 'system' }, (tx) =>
      tx.selectFrom('users').select('id').where('user_handle', '=', 'wanted').execute(),
    );
    expect(holders).toHaveLength(1);
  });
});
