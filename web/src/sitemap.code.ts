import type { AnyRoute, LazyRoute } from '@tanstack/react-router';
import { loadChunk } from './api/chunk.ts';
import { loadPart } from './locales/texts.ts';
import type { PortalPage } from './page.ts';

export type CodeFiles = Record<string, () => Promise<LazyRoute<AnyRoute>>>;

// Written out, because `*` would put the names of all console pages into the app's first file. Theirs are in
// sitemap.consoles.code.ts.
const files: CodeFiles = import.meta.glob<LazyRoute<AnyRoute>>(
  [
    './analytics/analytics.route.tsx',
    './analytics/empty.route.tsx',
    './announcements/announcement.route.tsx',
    './applications/apply.route.tsx',
    './conversations/messages.route.tsx',
    './conversations/thread.route.tsx',
    './earnings/earnings.route.tsx',
    './impersonation/login-as.route.tsx',
    './installation/setup.route.tsx',
    './invitations/register.route.tsx',
    './invitations/start-invite.route.tsx',
    './legal/page.route.tsx',
    './links/links.route.tsx',
    './overview/overview.route.tsx',
    './passwords/forgot.route.tsx',
    './passwords/reset.route.tsx',
    './sessions/login.route.tsx',
    './settings/settings.route.tsx',
    './social/social-insights.route.tsx',
    './storefront/appearance.route.tsx',
    './storefront/collections.route.tsx',
    './storefront/no-storefront.route.tsx',
    './storefront/products.route.tsx',
    './suspensions/suspensions.route.tsx',
    './takedowns/takedowns.route.tsx',
  ],
  { import: 'default' },
);

/** Loads a page's code together with its texts. */
export function pageCode({ code, texts }: PortalPage, within = files): () => Promise<LazyRoute<AnyRoute>> {
  const load = within[`./${code}`];
  if (!load) throw new Error(`there is no page ${code}`);
  return () => (texts ? loadPart(texts, load) : loadChunk(load));
}
