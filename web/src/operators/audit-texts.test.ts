import { expect, test } from 'vitest';
import { shortId, detailTexts } from './audit-texts.ts';

const formatters = {
  moment: (at: string) => `on ${at.slice(0, 10)}`,
  nameOf: (key: string) => (key === 'pinned' ? 'fijado' : undefined),
};
const invitation = '01a200a3-96ec-7195-afcb-8b1dd6ef5f60';

test('an amount in minor units is shown as money', () => {
  expect(detailTexts({ amount: '25713', currency: 'USD', reference: 'GL-1' }, formatters)).toEqual([
    '$257.13',
    'reference: GL-1',
  ]);
});

test('identifiers are shortened, times become moments, and false details are left out', () => {
  expect(
    detailTexts(
      { invitation_id: invitation, ends_at: '2026-11-22T10:00:00.000Z', reusable: false, pinned: true },
      formatters,
    ),
  ).toEqual(['invitation: 01a200a3…', 'ends: on 2026-11-22', 'fijado']);
});

test('what an operator wrote is shown unchanged', () => {
  expect(detailTexts({ reason: 'asked_for in a ticket' }, formatters)).toEqual(['reason: asked_for in a ticket']);
});

test('short identifiers are shown in full', () => {
  expect([shortId('GL-2181'), shortId(invitation)]).toEqual(['GL-2181', '01a200a3…']);
});

test('a change of status names both, the earlier one first', () => {
  const statusOf = (status: number) => (status === 100 ? 'Active' : 'Suspended');
  expect(detailTexts({ after: 50, before: 100 }, { ...formatters, statusOf })).toEqual([
    'before: Active',
    'after: Suspended',
  ]);
  expect(detailTexts({ after: 'paused', before: 'active' }, formatters)).toEqual(['before: active', 'after: paused']);
});
