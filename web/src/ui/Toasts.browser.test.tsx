import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../components.testing.tsx';
import { showToast, showToastThenRun } from './toasts.ts';

const status = () => page.getByRole('status');

beforeEach(async () => {
  await show(null);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** Lets the time pass in which a toast is shown. */
const passTime = () => vi.advanceTimersByTime(12_000);

test('a message is announced politely, in a region that was there before', async () => {
  await expect.element(status()).toHaveAttribute('aria-live', 'polite');
  await expect.element(status()).toHaveTextContent('');
  showToast('Saved. It’s live.');
  await expect.element(status()).toHaveTextContent('Saved. It’s live.');
});

test('it goes away by itself', async () => {
  showToast('Saved. It’s live.');
  await expect.element(status()).toHaveTextContent('Saved. It’s live.');
  passTime();
  await expect.element(status()).toHaveTextContent('');
});

test('the newest three are shown', async () => {
  for (const text of ['one', 'two', 'three', 'four']) showToast(text);
  await expect.element(status()).toHaveTextContent('twothreefour');
});

test('undo runs once and takes the message away', async () => {
  const run = vi.fn<() => void>();
  showToast('Removed.', { label: 'Undo', run });
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(run).toHaveBeenCalledTimes(1);
  await expect.element(status()).toHaveTextContent('');
});

test('what can be undone happens when the time to undo is over, once', () => {
  const [undone, done] = [vi.fn<() => void>(), vi.fn<() => void>()];
  showToastThenRun('Removed.', { label: 'Undo', run: undone }, done);
  expect(done).not.toHaveBeenCalled();
  passTime();
  passTime();
  expect([done.mock.calls.length, undone.mock.calls.length]).toEqual([1, 0]);
});

test('what was undone never happens, not even when the page is left', async () => {
  const [undone, done] = [vi.fn<() => void>(), vi.fn<() => void>()];
  showToastThenRun('Removed.', { label: 'Undo', run: undone }, done);
  await page.getByRole('button', { name: 'Undo' }).click();
  passTime();
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect([done.mock.calls.length, undone.mock.calls.length]).toEqual([0, 1]);
});

test('leaving the page does at once what could still be undone', () => {
  const done = vi.fn<() => void>();
  showToastThenRun('Removed.', { label: 'Undo', run: () => undefined }, done);
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  passTime();
  expect(done).toHaveBeenCalledTimes(1);
});

test('what can be undone can also be done now', () => {
  const done = vi.fn<() => void>();
  const now = showToastThenRun('Removed.', { label: 'Undo', run: () => undefined }, done);
  now();
  now();
  expect(done).toHaveBeenCalledTimes(1);
});
