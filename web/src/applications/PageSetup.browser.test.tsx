import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { type ApplicationPageSettings, changeApplicationPage } from '@vitrine/contract/applications.ts';
import { listGroups } from '@vitrine/contract/groups.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { show } from '../components.testing.tsx';
import { PageSetup } from './PageSetup.tsx';

const closed: ApplicationPageSettings = {
  open: false,
  headline: 'Join us',
  body: '',
  group: null,
  picture: null,
  questions: [],
  rules: [],
  url: 'https://portal.test/apply/glow-lab',
  missing_step: null,
  waiting: 0,
  most_waiting: 1000,
};

async function openSettings(settings = closed) {
  answerCalls(listGroups, () => ({ data: [] }));
  const changes = answerCalls(changeApplicationPage, () => ({ data: settings }));
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  await show(
    <RouterContextProvider router={router}>
      <PageSetup merchant="glow-lab" page={settings} mayChange />
    </RouterContextProvider>,
  );
  return changes;
}

const headline = () => page.getByRole('textbox', { name: 'Headline' });
const openPage = () => page.getByRole('button', { name: 'Open page' });

test('a page with unsaved changes can be opened once they are saved', async () => {
  const changes = await openSettings();
  await expect.element(openPage()).toBeEnabled();
  await headline().fill('Join our program');
  await expect.element(openPage()).toBeDisabled();
  await expect.element(page.getByText('You have unsaved changes. Save the page before you open it.')).toBeVisible();
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect.element(openPage()).toBeEnabled();
  await expect.element(page.getByText(/unsaved changes/)).not.toBeInTheDocument();
  await openPage().click();
  await expect
    .poll(() => changes.map(({ body }) => body))
    .toMatchObject([{ headline: 'Join our program' }, { open: true }]);
});

test('changes that are taken back are no unsaved changes', async () => {
  await openSettings();
  await headline().fill('Join our program');
  await headline().fill('Join us');
  await expect.element(openPage()).toBeEnabled();
});

test('an open page says that creators don’t see unsaved changes yet, and can still be closed', async () => {
  await openSettings({ ...closed, open: true });
  await headline().fill('Join our program');
  await expect
    .element(page.getByText('You have unsaved changes. Creators see them once you save the page.'))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Close page' })).toBeEnabled();
});
