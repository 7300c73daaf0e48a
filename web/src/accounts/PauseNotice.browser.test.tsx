import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { PauseNotice } from './PauseNotice.tsx';

const pause = { brand: 'Glow Lab', status: 'paused', since: '2026-11-20T12:00:00Z', reason: 'The shop moves' } as const;
const owe = () => page.getByText(/You still owe/);

test('staff read what their creators are owed', async () => {
  await show(<PauseNotice pause={{ ...pause, owed: [{ amount: '1200', currency: 'USD' }] }} reader="staff" />);
  await expect.element(owe()).toHaveTextContent('You still owe your creators $12.00.');
});

test('staff whose creators owe them a refund of a paid order aren’t told that they owe less than nothing', async () => {
  await show(<PauseNotice pause={{ ...pause, owed: [{ amount: '-107', currency: 'USD' }] }} reader="staff" />);
  await expect.element(page.getByText('Reason: “The shop moves”')).toBeVisible();
  expect(owe().elements()).toEqual([]);
});
