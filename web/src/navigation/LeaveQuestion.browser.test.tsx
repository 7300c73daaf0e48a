import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { forgetToken, keepToken } from '../api/token.ts';
import { show } from '../components.testing.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';

const home = window.location.href;
let leave: (to: string) => Promise<void>;

beforeEach(() => keepToken(`vtp_${'a'.repeat(43)}`));
afterEach(() => window.history.replaceState(null, '', home));

/** A page whose form has unsaved changes or not, and another page. */
async function openForm({ isUnsaved }: { isUnsaved: boolean }) {
  window.history.replaceState(null, '', '/form');
  const root = createRootRoute();
  const form = createRoute({
    getParentRoute: () => root,
    path: '/form',
    component: () => (
      <>
        <h1>Form</h1>
        <LeaveQuestion isUnsaved={isUnsaved} />
      </>
    ),
  });
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: () => <h1>Other</h1> });
  const history = createBrowserHistory();
  const router = createRouter({ routeTree: root.addChildren([form, other]), history });
  leave = (to) => router.navigate({ to });
  // `as`: RouterProvider's type knows only the portal's own router.
  await show(<RouterProvider router={router as never} />);
  await expect.element(heading('Form')).toBeVisible();
  return history;
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, includeHidden: true });
const question = () => page.getByRole('alertdialog', { name: 'Discard what you typed?' });

/** Whether the browser asks before it closes the tab. */
function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('a page with unsaved changes stays until the question is answered', async () => {
  const history = await openForm({ isUnsaved: true });
  void leave('/other');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(heading('Form')).toBeVisible();
  void leave('/other');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.element(heading('Other')).toBeVisible();
  history.destroy();
});

test('a page without unsaved changes is left at once', async () => {
  const history = await openForm({ isUnsaved: false });
  await leave('/other');
  await expect.element(heading('Other')).toBeVisible();
  history.destroy();
});

test.each([true, false])(
  'the browser asks before a reload only if there are unsaved changes: %s',
  async (isUnsaved) => {
    const history = await openForm({ isUnsaved });
    await expect.poll(asksBeforeUnload).toBe(isUnsaved);
    history.destroy();
  },
);

test('a session that ended leads to the login page without asking', async () => {
  const history = await openForm({ isUnsaved: true });
  forgetToken();
  await leave('/other');
  await expect.element(heading('Other')).toBeVisible();
  history.destroy();
});
