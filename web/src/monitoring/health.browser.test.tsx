import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { type FailedJob, type Health, retryJob } from '@vitrine/contract/monitoring.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { FailedTasks } from './FailedTasks.tsx';
import { Machine } from './Machine.tsx';
import { Queues } from './Queues.tsx';
import { Retention } from './Retention.tsx';

const none = { waiting: 0, oldest_at: null };
const health: Health = {
  at: '2026-11-20T12:00:00.000Z',
  nodes: [],
  orders: none,
  deliveries: none,
  webhooks: none,
  delivery_problems: 0,
  emails: none,
  emails_failed: 0,
  holds: 0,
  reports: { open: 0, overdue: 0 },
  jobs: [],
  verifications: { ledger: null, clicks: null },
  product: { version: '0.1.0', commit: null, schema: '0045_verifications' },
  backup: null,
  retention: null,
  database: { version: '18.1', bytes: 1_000_000 },
  replica: null,
  figures: null,
  disk: { free_bytes: 1, total_bytes: 2 },
};

/** Counts lead to the pages that list what they count. */
function Waiting({ health: shown }: { health: Health }) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return (
    <RouterContextProvider router={router}>
      <Queues health={shown} />
    </RouterContextProvider>
  );
}

test('if nothing waits, the heading says so; holds alone are no delay', async () => {
  await show(<Waiting health={{ ...health, holds: 3 }} />);
  await expect.element(page.getByRole('heading', { name: 'Nothing is delayed' })).toBeVisible();
  await expect.element(page.getByText('commissions for their brands to review')).toBeVisible();
});

test('what waits has its number, its kind and since when', async () => {
  const orders = { waiting: 1, oldest_at: '2026-01-05T15:30:00.000Z' };
  await show(<Waiting health={{ ...health, orders }} />);
  await expect.element(page.getByRole('heading', { name: 'Waiting' })).toBeVisible();
  await expect.element(page.getByText('order waiting for its click')).toBeVisible();
  await expect.element(page.getByText('Oldest since 01/05/2026 10:30 AM')).toBeVisible();
});

test('a count leads to the list of what it counts', async () => {
  await show(
    <Waiting health={{ ...health, delivery_problems: 2, emails_failed: 1, reports: { open: 3, overdue: 0 } }} />,
  );
  const hrefOf = (name: RegExp) => page.getByRole('link', { name }).element().getAttribute('href');
  expect(hrefOf(/2 shop deliveries with problems/)).toBe('/operator/deliveries?outcome=problem');
  expect(hrefOf(/1 email failed in the last 24 hours/)).toBe('/operator/mails?status=failed');
  expect(hrefOf(/3 open reports/)).toBe('/operator/reports');
});

const job = (changed: Partial<FailedJob>): FailedJob => ({
  id: '7',
  task: 'deliver_mails',
  attempts: 3,
  error: 'the mail server refused',
  next_attempt_at: '2026-01-05T15:30:00.000Z',
  ...changed,
});

test('a task that failed can be run again, which a toast confirms', async () => {
  const calls = answerCalls(retryJob, () => ({ data: { task: 'deliver_mails' } }));
  await show(<FailedTasks jobs={[job({})]} />, { role: 'operator' });
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect.element(page.getByText('“Send emails” runs again now')).toBeVisible();
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/operator/jobs/7/retry']);
});

test('a task that is done meanwhile is explained', async () => {
  answerCalls(retryJob, () => refusal('not_found'));
  await show(<FailedTasks jobs={[job({})]} />, { role: 'operator' });
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('a task that was given up says so, and one of another release is shown as its code', async () => {
  await show(<FailedTasks jobs={[job({ task: 'of_another_release', next_attempt_at: null })]} />);
  await expect.element(page.getByText('of_another_release')).toBeVisible();
  await expect.element(page.getByText('None, given up')).toBeVisible();
});

test('the last deletion of old data names each table, and why it is incomplete', async () => {
  const retention = {
    ended_at: '2026-01-05T15:30:00.000Z',
    complete: false,
    note: 'hits_2025_08 is in use by a long transaction. It is dropped when that has ended.',
    seconds: 480,
    deleted: [
      { table: 'mails (content)', rows: 1 },
      { table: 'events', rows: 12_345 },
    ],
  };
  await show(<Retention retention={retention} />);
  await expect.element(page.getByText('Incomplete, 01/05/2026 10:30 AM')).toBeVisible();
  await expect.element(page.getByText(retention.note)).toBeVisible();
  await expect.element(page.getByText('8 minutes')).toBeVisible();
  const rows = page.getByText(/ rows?$/).elements();
  expect(rows.map(({ textContent }) => textContent)).toEqual(['12,345 rows', '1 row']);
});

test.each([
  { state: 'close', lag_seconds: 0, shown: 'Up to date', isFine: true },
  { state: 'behind', lag_seconds: 1.2, shown: '2 seconds behind', isFine: false },
  { state: 'away', lag_seconds: null, shown: 'Doesn’t respond', isFine: false },
  { state: 'promoted', lag_seconds: null, shown: 'Not a replica any more', isFine: false },
] as const)('a replica that is $state is shown as “$shown”', async ({ state, lag_seconds, shown, isFine }) => {
  await show(<Machine health={{ ...health, replica: { state, lag_seconds } }} />);
  await expect.element(page.getByText(shown)).toBeVisible();
  expect(page.getByText(/^The primary answers/).elements()).toHaveLength(isFine ? 0 : 1);
});

const figures: NonNullable<Health['figures']> = {
  fault: null,
  state: 'complete',
  fed_at: '2026-01-05T15:30:00.000Z',
  months_left: 0,
  waiting_since: null,
  questions: { counted: 12, behind: 0, failed: 0 },
};

test.each([
  [{}, 'Complete, 01/05/2026 10:30 AM', 0],
  [{ state: 'filling', months_left: 1, fed_at: null }, '1 month left to send', 0],
  [{ state: 'attaching', fed_at: null }, 'Nothing sent yet', 0],
  [{ state: 'behind', waiting_since: '2026-01-05T15:30:00.000Z' }, 'Behind since 01/05/2026 10:30 AM', 1],
  [{ fault: 'connect ECONNREFUSED' }, 'Doesn’t respond', 1],
] as const)('ClickHouse with %j is shown as “%s”', async (changed, shown, warnings) => {
  await show(<Machine health={{ ...health, figures: { ...figures, ...changed } }} />);
  await expect.element(page.getByText(shown)).toBeVisible();
  expect(page.getByText(/PostgreSQL counts long ranges/).elements()).toHaveLength(warnings);
});

test('how often PostgreSQL counted instead, and why, is shown', async () => {
  await show(
    <Machine health={{ ...health, figures: { ...figures, questions: { counted: 12, behind: 3, failed: 1 } } }} />,
  );
  await expect
    .element(
      page.getByText(
        'Long ranges since this node started: ClickHouse counted 12. PostgreSQL counted 3 because ClickHouse was behind, and 1 because it failed.',
      ),
    )
    .toBeVisible();
});

test('without a replica and ClickHouse, neither is shown', async () => {
  await show(<Machine health={health} />);
  await expect.element(page.getByText(/^PostgreSQL 18.1/)).toBeVisible();
  expect(page.getByText(/Replica|ClickHouse/).elements()).toHaveLength(0);
});
