import { forgetNode, type InstallationNode } from '@vitrine/contract/nodes.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { Nodes } from './Nodes.tsx';

const node = (changed: Partial<InstallationNode> = {}): InstallationNode => ({
  id: changed.name ?? 'node-1',
  name: 'node-1',
  roles: ['api', 'redirect', 'worker'],
  version: '0.1.0',
  host: 'host-1',
  process_id: 7,
  started_at: '2026-01-05T12:00:00.000Z',
  last_seen_at: '2026-01-05T15:30:00.000Z',
  state: 'running',
  is_duplicate: false,
  held: { hits: 0, bytes: 0, oldest_at: null },
  ...changed,
});
const silent = node({ name: 'node-2', state: 'silent', held: { hits: 7, bytes: 900, oldest_at: null } });

test('one node is listed without anything to do', async () => {
  await show(<Nodes nodes={[node()]} />);
  await expect.element(page.getByText('Running')).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

test('six nodes are six rows', async () => {
  const names = ['api-1', 'api-2', 'redirect-1', 'redirect-2', 'worker-1', 'worker-2'];
  await show(<Nodes nodes={names.map((name) => node({ name, held: null }))} />);
  await expect.element(page.getByText('worker-2')).toBeVisible();
  expect(page.getByRole('row').elements()).toHaveLength(names.length + 1);
});

test('a silent node is named with what it holds, and forgotten after a confirmation', async () => {
  const calls = answerCalls(forgetNode, () => ({ data: { name: 'node-2' } }));
  await show(<Nodes nodes={[silent, node()]} />, { role: 'operator' });
  await expect.element(page.getByText(/^node-2 on host-1 has been silent since 01\/05\/2026/)).toBeVisible();
  await expect.element(page.getByText(/it holds 7 clicks/)).toBeVisible();
  await page.getByRole('button', { name: 'Forget this node' }).click();
  expect(calls).toHaveLength(0);
  await expect.element(page.getByText(/give up 7 clicks/)).toBeVisible();
  await page.getByRole('button', { name: 'Forget node-2' }).click();
  await expect.element(page.getByText('node-2 is off the list')).toBeVisible();
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/operator/nodes/node-2/forget']);
});

test('a forgotten node that runs again is explained', async () => {
  answerCalls(forgetNode, () => refusal('conflict'));
  await show(<Nodes nodes={[silent]} />, { role: 'operator' });
  await page.getByRole('button', { name: 'Forget this node' }).click();
  await page.getByRole('button', { name: 'Forget node-2' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('a node that stopped with clicks is named, and one that stopped without is only listed', async () => {
  const held = { hits: 1, bytes: 90, oldest_at: null };
  await show(<Nodes nodes={[node({ name: 'node-3', state: 'stopped', held }), node({ state: 'stopped' })]} />);
  await expect.element(page.getByText(/^node-3 on host-1 stopped at .* it holds 1 click\./)).toBeVisible();
  expect(page.getByRole('button', { name: 'Forget this node' }).elements()).toHaveLength(1);
});

test('two processes with one name are named with their machines', async () => {
  const twins = [
    node({ id: 'a', is_duplicate: true }),
    node({ id: 'b', is_duplicate: true, host: 'host-2', process_id: 9 }),
  ];
  await show(<Nodes nodes={twins} />);
  await expect.element(page.getByText(/runs more than once: host-1 \(7\), host-2 \(9\)/)).toBeVisible();
});

test('before the first report, it says so', async () => {
  await show(<Nodes nodes={[]} />);
  await expect.element(page.getByText('No node has reported yet.')).toBeVisible();
});
