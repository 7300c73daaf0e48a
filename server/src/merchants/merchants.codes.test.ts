import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscountCode, listDiscountCodes, readBrandOverview } from '@vitrine/contract/merchants.ts';
import type { Client } from '../../world/client.ts';
import { effectsOf } from '../../world/effects.ts';
import { granted } from '../../world/shelves.ts';
import { openWorld, type World } from '../../world/world.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn('brand@glow.test');
});
afterAll(() => world[Symbol.asyncDispose]());

const create = (code: string, creator = 'ava', merchant = 'glow-lab', by = staff) =>
  by.call(createDiscountCode, { params: { merchant }, body: { code, creator } });
const codes = async () =>
  granted(await staff.call(listDiscountCodes, { params: { merchant: 'glow-lab' }, query: { limit: 100 } })).map(
    (row) => row.code,
  );

describe('a discount code', () => {
  test('is stored in capitals for its creator, and is in the audit log', async () => {
    const { answer, audits } = await effectsOf(world, () => create('spring-5', 'AVA'));
    expect(granted(answer)).toEqual({
      code: 'SPRING-5',
      creator: 'ava',
      created_at: world.clock.now().toISOString(),
      ended_at: null,
    });
    expect(audits).toEqual([
      {
        action: 'discount_code.created',
        actor: world.people.users.glowStaff,
        subject: 'SPRING-5',
        details: { creator: 'ava' },
      },
    ]);
  });

  test.each(['TAKEN', 'taken', 'Taken'])('that is assigned is refused in any case: %s', async (typed) => {
    await create('taken');
    const { answer, audits } = await effectsOf(world, () => create(typed));
    expect(answer.problem).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'The code TAKEN is already assigned to a creator',
    });
    expect(audits).toEqual([]);
  });

  test('created by several requests at once is created once', async () => {
    const answers = await Promise.all(['race', 'RACE', 'Race', 'rAce'].map((typed) => create(typed)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.problem.code === 'conflict')).toHaveLength(3);
    expect((await codes()).filter((code) => code === 'RACE')).toHaveLength(1);
  });

  test('can be used by several brands', async () => {
    const maison = await world.signIn('brand@maison.test');
    granted(await create('SHARED'));
    expect((await create('SHARED', 'ava', 'maison-clair', maison)).status).toBe(201);
  });

  test.each(['noor', 'nobody', 'brand@glow.test'])("is for the brand's own creators, not for %s", async (creator) => {
    expect((await create('OTHERS', creator)).problem).toMatchObject({
      status: 422,
      errors: { creator: ['must be the handle of one of your creators'] },
    });
    expect(await codes()).not.toContain('OTHERS');
  });

  test.each([
    ['A', 422],
    ['A1', 201],
    ['B'.repeat(40), 201],
    ['B'.repeat(41), 422],
    ['TEN%', 422],
    ['TWO WORDS', 422],
    ['NIÑA', 422],
  ])('has 2 to 40 letters, numbers, hyphens or underscores: %s answers %i', async (code, status) => {
    expect((await create(code)).status).toBe(status);
  });
});

describe('a brand', () => {
  test('is found by its slug and by its id', async () => {
    for (const merchant of ['glow-lab', world.people.merchants.glow])
      expect((await staff.call(readBrandOverview, { params: { merchant } })).status).toBe(200);
  });

  test.each(['GLOW-LAB', 'glow_lab', 'maison-clair', '00000000-0000-0000-0000-000000000000'])(
    'looks as if it did not exist to others, and by a wrong name: %s',
    async (merchant) => {
      const answer = await staff.call(readBrandOverview, { params: { merchant } });
      expect(answer.problem).toMatchObject({ status: 404, code: 'not_found' });
    },
  );
});

test('the pages of the codes together are all codes, without a gap or a repetition while codes are added', async () => {
  for (const code of ['PAGE-A', 'PAGE-C', 'PAGE-E', 'PAGE-G']) granted(await create(code));
  const before = await codes();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor && { cursor }) };
    const page = await staff.call(listDiscountCodes, { params: { merchant: 'glow-lab' }, query });
    expect(granted(page).length).toBeLessThanOrEqual(2);
    seen.push(...page.data.map(({ code }) => code));
    await create(`0-${seen.length}`);
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(before);
});
