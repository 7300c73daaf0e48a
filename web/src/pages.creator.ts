import { msg } from './heading.ts';
import type { PortalPage } from './page.ts';

/** Pages of a logged-in creator. */
const creator = { frame: 'creator' } as const;

export const creatorPages = {
  overview: {
    ...creator,
    path: '/',
    heading: msg`Overview`,
    code: 'overview/overview.route.tsx',
    early: { plainCalls: ['/overview?days=30'] },
  },
  manage: {
    ...creator,
    path: '/manage',
    heading: msg`Manage`,
    code: 'storefront/no-storefront.route.tsx',
    texts: 'storefront',
  },
  products: {
    ...creator,
    path: '/manage/$id/products',
    heading: msg`Manage`,
    code: 'storefront/products.route.tsx',
    texts: 'storefront',
    early: { accountCalls: ['/placements?limit=48', '/collections'], pictures: '/placements?limit=48' },
  },
  earnings: {
    ...creator,
    path: '/earnings',
    heading: msg`Earnings`,
    code: 'earnings/earnings.route.tsx',
    texts: 'earnings',
    early: { calls: ['/earnings'], plainCalls: ['/commissions'] },
  },
  messages: {
    ...creator,
    path: '/messages',
    heading: msg`Messages`,
    code: 'conversations/messages.route.tsx',
    texts: 'conversations',
  },
  thread: {
    ...creator,
    path: '/messages/$id',
    heading: msg`Messages`,
    code: 'conversations/thread.route.tsx',
    texts: 'conversations',
  },
  announcement: {
    ...creator,
    path: '/announcements/$announcement',
    heading: msg`Announcements`,
    code: 'announcements/announcement.route.tsx',
    texts: 'conversations',
  },
  noAnalytics: {
    ...creator,
    path: '/analytics-page',
    heading: msg`Analytics`,
    code: 'analytics/empty.route.tsx',
    texts: 'analytics',
  },
  analytics: {
    ...creator,
    path: '/analytics-page/$id/$type',
    heading: msg`Analytics`,
    code: 'analytics/analytics.route.tsx',
    texts: 'analytics',
  },
  socialInsights: {
    ...creator,
    path: '/social-insights',
    heading: msg`Social Insights`,
    code: 'social/social-insights.route.tsx',
    texts: 'social',
  },
  settings: {
    ...creator,
    path: '/settings',
    heading: msg`Account Settings`,
    code: 'settings/settings.route.tsx',
    texts: 'settings',
  },
  takedowns: {
    ...creator,
    path: '/takedowns',
    heading: msg`Taken down`,
    code: 'takedowns/takedowns.route.tsx',
    texts: 'takedowns',
  },
  suspensions: {
    ...creator,
    path: '/suspensions',
    heading: msg`Suspensions`,
    code: 'suspensions/suspensions.route.tsx',
    texts: 'suspensions',
  },
  collections: {
    ...creator,
    path: '/manage/$id/collections',
    heading: msg`Manage`,
    code: 'storefront/collections.route.tsx',
    texts: 'storefront',
  },
  links: {
    ...creator,
    path: '/manage/$id/links',
    heading: msg`Manage`,
    code: 'links/links.route.tsx',
    texts: 'storefront',
  },
  appearance: {
    ...creator,
    path: '/manage/$id/appearance',
    heading: msg`Manage`,
    code: 'storefront/appearance.route.tsx',
    texts: 'storefront',
  },
} as const satisfies Record<string, PortalPage>;
