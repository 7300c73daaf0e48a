import { readInstallation } from '@vitrine/contract/installation.ts';
import { createBrand } from '@vitrine/contract/operators.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, saved } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { BrandSheet } from './BrandSheet.tsx';

const rules = Promise.withResolvers<void>();
/** Parts of the app that are asked for meanwhile wait for it. */
const held = vi.hoisted(() => ({ until: Promise.resolve() }));
vi.mock('../api/chunk.ts', () => ({ loadChunk: <T,>(load: () => Promise<T>) => held.until.then(load) }));

test('a sheet that is closed while the rules of its form are loaded closes at once, and its brand is created', async () => {
  answerCalls(readInstallation, () => ({
    data: { name: null, public_url: '', mail: { server: null, sender: '' }, set_up_at: null, variants: [] },
  }));
  const calls = answerCalls(createBrand, saved);
  const onClose = vi.fn<() => void>();
  await show(<BrandSheet onClose={onClose} />);
  held.until = rules.promise;
  await page.getByLabelText('Brand name').fill('Salt');
  await page.getByLabelText('Shop address').fill('https://salt.example');
  await page.getByLabelText('Owner’s name').fill('Odile Renn');
  await page.getByLabelText('Owner’s email').fill('odile@salt.test');
  const create = page.getByRole('button', { name: 'Create brand' });
  await create.click();
  await expect.element(create).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  rules.resolve();
  await expect.poll(() => calls.map(({ body }) => body.display_name)).toEqual(['Salt']);
});
