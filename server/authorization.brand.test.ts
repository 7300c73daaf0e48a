import { expect, test } from 'vitest';
import { callAs, judgeCallers, judgedCalls, judgeMixedIds, openMatrix } from './authorization.matrix.testing.ts';
import { missing } from './authorization.callers.testing.ts';

// The team of a brand: owners of two brands, and a member of the staff who is not an owner.

const matrix = openMatrix();

judgeCallers(matrix, 'brand');
judgeMixedIds(matrix, 'brand');

test('staff who are not owners can’t move money, and learn nothing about another brand', async () => {
  const [staff, ...others] = matrix.callers.filter(({ exempt }) => exempt.size > 0);
  if (!staff) throw new Error('There is no staff without ownership');
  expect(others).toEqual([]);
  const owners = judgedCalls.filter(([name]) => staff.exempt.has(name));
  expect(owners).toHaveLength(staff.exempt.size);
  const before = await matrix.fingerprint();
  for (const call of owners) {
    const [own, foreign, nowhere] = await Promise.all(
      [staff.own, staff.foreign, missing].map((ids) => callAs(matrix, call, staff, ids)),
    );
    expect([own?.status, own?.problem.code], call[0]).toEqual([403, 'forbidden']);
    expect([foreign?.status, nowhere?.status], call[0]).toEqual([404, 404]);
  }
  expect(await matrix.fingerprint()).toBe(before);
});
