import { expect, test } from 'vitest';
import { brandRole, rolesWith } from '@vitrine/contract/values/brand-roles.ts';
import { endpoints } from '@vitrine/contract/endpoints.ts';
import { judgeCallers, judgeMixedIds, openMatrix } from './authorization.matrix.testing.ts';

// The team of a brand: owners of two brands, and one of every other role.

const matrix = openMatrix();

judgeCallers(matrix, 'brand');
judgeMixedIds(matrix, 'brand');

test('there is somebody of every role, and every call of the console says which right it needs', () => {
  expect(new Set(matrix.callers.flatMap(({ role }) => role ?? []))).toEqual(
    new Set(brandRole.options.filter((role) => role !== 'owner')),
  );
  const withoutRight = [...endpoints].filter(
    ([, { access, scope, right }]) => access.includes('brand') && scope === 'own_merchant' && right === undefined,
  );
  expect(withoutRight.map(([name]) => name)).toEqual([]);
});

test('only owners and finance move money, only owners change the team, and only who answers creators reads messages', () => {
  expect(rolesWith('payouts')).toEqual(['owner', 'finance']);
  expect(rolesWith('staff')).toEqual(['owner']);
  expect(rolesWith('messages')).toEqual(['owner', 'manager', 'support']);
  const needs = (name: string) => endpoints.get(name)?.right;
  expect(['approvePayouts', 'sendPayout', 'payPayout', 'failPayout', 'exportPayouts'].map(needs)).toEqual(
    Array.from({ length: 5 }, () => 'payouts'),
  );
  expect(['getThread', 'listThreads', 'listThreadMessages', 'sendThreadMessage', 'markThreadRead'].map(needs)).toEqual(
    Array.from({ length: 5 }, () => 'messages'),
  );
});
