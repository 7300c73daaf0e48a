import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { getMerchantList } from '@vitrine/contract/conversations.ts';
import { countNotifications } from '@vitrine/contract/notifications.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../calls.testing.ts';
import { glowLabAccount, show } from '../components.testing.tsx';
import { activateLocale, loadTexts } from '../locales/texts.ts';
import { Unread } from './Unread.tsx';
import { useOpenDrawer } from './drawers.ts';
import { usePortalState } from './use-portal-state.ts';

type News = { announcements: number; notifications: number };

function Page() {
  const drawer = useOpenDrawer();
  const { open_announcement: flag } = usePortalState();
  return (
    <>
      <Unread />
      <p>{`${drawer ?? 'no drawer'}, open_announcement ${flag}`}</p>
    </>
  );
}

/** The bell of a creator with this news. */
async function showBell({ announcements, notifications }: News): Promise<void> {
  answerCalls(countNotifications, () => ({ data: { unread_count: notifications } }));
  const { id, merchant_display_name, brand_logo, slug } = glowLabAccount;
  answerCalls(getMerchantList, () => ({
    data: [
      {
        merchant_account_id: id,
        merchant_account: { merchant_display_name, brand_logo, slug },
        unread_message_count: 0,
        unread_announcement_count: announcements,
        last_message: null,
      },
    ],
  }));
  const routeTree = createRootRoute({ component: Page });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  // `as`: RouterProvider's type knows only the portal's own router.
  await show(<RouterProvider router={router as never} />);
}

const bell = () => page.getByRole('button', { name: /^Notifi/ });
const shown = (state: string) => page.getByText(state, { exact: true });
const badge = () => document.querySelector('[data-count]')?.getAttribute('data-count') ?? null;
const dot = () => document.querySelector('[data-dot]') !== null;

describe('the bell of a creator (S08)', () => {
  test.each([
    [{ announcements: 2, notifications: 102 }, '2', true, '2 unread announcements, 102 unread notifications'],
    [{ announcements: 1, notifications: 0 }, '1', false, '1 unread announcement'],
    [{ announcements: 0, notifications: 3 }, null, true, '3 unread notifications'],
  ])('§43: shows the number of unread announcements, and a dot for other news: %o', async (news, count, more, name) => {
    await showBell(news);
    await expect.element(bell()).toHaveAccessibleName(`Notifications, ${name}`);
    expect([badge(), dot()]).toEqual([count, more]);
  });

  test('§43: shows nothing without news', async () => {
    await showBell({ announcements: 0, notifications: 0 });
    await expect.element(bell()).toHaveAccessibleName('Notifications');
    expect([badge(), dot()]).toEqual([null, false]);
  });

  test.each([
    [9, '9'],
    [10, '9+'],
    [1_894, '9+'],
  ])('§45: a count above 9 is shown as 9+: %i', async (announcements, count) => {
    await showBell({ announcements, notifications: 0 });
    await expect.element(bell()).toHaveAccessibleName(/unread/);
    expect(badge()).toBe(count);
  });

  test('§43 §127: says the number in Spanish, with grouped thousands', async () => {
    await activateLocale('es');
    await loadTexts('portal');
    await showBell({ announcements: 1_894, notifications: 0 });
    await expect.element(bell()).toHaveAccessibleName('Notificaciones, 1.894 anuncios sin leer');
  });

  test('§70: opens the announcements while one is unread, and open_announcement says so', async () => {
    await showBell({ announcements: 2, notifications: 3 });
    await expect.element(bell()).toHaveAccessibleName(/2 unread announcements/);
    await expect.element(shown('no drawer, open_announcement false')).toBeVisible();
    await bell().click();
    await expect.element(shown('announcements, open_announcement true')).toBeVisible();
  });

  test('§70: opens the notifications when no announcement is unread', async () => {
    await showBell({ announcements: 0, notifications: 3 });
    await expect.element(bell()).toHaveAccessibleName(/3 unread notifications/);
    await bell().click();
    await expect.element(shown('notifications, open_announcement false')).toBeVisible();
  });
});
