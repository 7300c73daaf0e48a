import './ui/tokens.css';
import './ui/base.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode, Suspense } from 'react';
import type { MerchantAccount, User } from '@vitrine/contract/accounts.ts';
import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { userQuery } from './accounts/accounts.data.ts';
import { makeQueryClient } from './api/queries.ts';
import { activateLocale } from './locales/texts.ts';
import { Toasts } from './ui/Toasts.tsx';
import { dismissToast, toastStore } from './ui/toasts.ts';

// What surrounds a component in the app: styles, texts, queries, the logged-in user and the toasts.

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { id } of toastStore.read()) dismissToast(id);
  await page.viewport(1024, 768);
  await activateLocale('en');
});

export const glowLabAccount: MerchantAccount = {
  id: 'ma_1',
  merchant_id: 'm_1',
  merchant_display_name: 'Glow Lab',
  brand_logo: null,
  slug: 'glow-lab',
  currency: 'USD',
  storefront_url: '/@ava/glow-lab',
  pause: null,
  status: 'active',
  stop: null,
};

export const ava: User = {
  uid: 'u_1',
  motom_user_id: 'u_1',
  motom_user_unique_key: 'u_1',
  display_name: 'Ava Moreau',
  user_handle: 'ava',
  avatar: null,
  user_status: 100,
  was_active: true,
  suspended_since: null,
  merchant_accounts: [glowLabAccount],
  role: 'creator',
  email: 'ava@creators.test',
  locale: 'en',
  time_zone: 'America/New_York',
  theme: 'system',
  project: 'beauty',
  staff_of: [],
  chatroom_url: '/messages',
  impersonation: null,
  closing: null,
  link_handover: null,
};

/** Renders a part of the app for a user, by default a creator. */
export async function show(part: ReactNode, changed: Partial<User> = {}) {
  const queryClient = makeQueryClient();
  queryClient.setQueryData(userQuery().queryKey, { ...ava, ...changed });
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Suspense>{part}</Suspense>
        <Toasts />
      </QueryClientProvider>
    </I18nProvider>,
    { wrapper: StrictMode },
  );
}
