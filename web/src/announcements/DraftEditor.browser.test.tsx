import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { listAnnouncementAudiences } from '@vitrine/contract/announcements.drafts.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { DraftEditor } from './DraftEditor.tsx';

async function showEditor() {
  answerCalls(listAnnouncementAudiences, () => ({ data: { creators: 3, groups: [], tags: [] } }));
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  await show(
    <RouterContextProvider router={router}>
      <DraftEditor merchant="glow-lab" draft={undefined} />
    </RouterContextProvider>,
    { role: 'brand', merchant_accounts: [] },
  );
}

const title = () => page.getByRole('textbox', { name: 'Title' });
const text = () => page.getByRole('textbox', { name: 'Text', exact: true });
const publish = () => page.getByRole('button', { name: 'Publish now' });

test('publishing an empty announcement says what is missing, at the first field', async () => {
  await showEditor();
  await publish().click();
  await expect.element(title()).toHaveFocus();
  await expect.element(title()).toHaveAccessibleDescription('Please enter a title.');
  await expect.element(text()).toHaveAccessibleDescription(/^Please enter a text\./);
  await title().fill('Spring drop');
  await expect.element(title()).not.toHaveAttribute('aria-invalid');
  await publish().click();
  await expect.element(text()).toHaveFocus();
});

test('products and audience are groups without a border of their own', async () => {
  await showEditor();
  for (const name of ['Products (optional)', 'Audience']) {
    const group = page.getByRole('group', { name }).first().element();
    expect(getComputedStyle(group).borderTopWidth, name).toBe('0px');
  }
});
