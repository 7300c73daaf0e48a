import type { RefusalCode } from '@vitrine/contract/refusals.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem } from '../api/problem.ts';
import { show } from '../components.testing.tsx';
import { FailedArea } from './FailedArea.tsx';

const problem = (status: number, code: RefusalCode) =>
  new ApiProblem({ code, status, message: code, requestId: '7c1b6f0e-3d5a' });

test('a failure of the server shows the number of the request, for support', async () => {
  await show(<FailedArea title="No orders" error={problem(500, 'internal')} retry={() => undefined} />);
  await expect.element(page.getByText(/include this number: 7c1b6f0e-3d5a/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('what isn’t there can’t be tried again', async () => {
  await show(<FailedArea title="No order" error={problem(404, 'not_found')} retry={() => undefined} />);
  await expect.element(page.getByText(/^We couldn’t find this/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await expect.element(page.getByText(/include this number/)).not.toBeInTheDocument();
});
