import { msg } from './heading.ts';
import type { PortalPage } from './page.ts';

/** Pages of brand staff. */
const brand = { frame: 'brand', texts: 'brand' } as const;
/** Pages of operators. */
const operator = { frame: 'operator', texts: 'operator' } as const;

export const consolePages = {
  brandHome: { ...brand, path: '/brand/$merchant', heading: msg`Overview`, code: 'brand/home.route.tsx' },
  brandAnalytics: {
    ...brand,
    path: '/brand/$merchant/analytics',
    heading: msg`Analytics`,
    code: 'brand-analytics/brand-analytics.route.tsx',
    // The range, its names and the chart are those of the analytics.
    texts: 'analytics',
  },
  invitations: {
    ...brand,
    path: '/brand/$merchant/invitations',
    heading: msg`Invitations`,
    code: 'invitations/invitations.route.tsx',
  },
  applications: {
    ...brand,
    path: '/brand/$merchant/applications',
    heading: msg`Applications`,
    code: 'applications/applications.route.tsx',
  },
  applicationPage: {
    ...brand,
    path: '/brand/$merchant/application-page',
    heading: msg`Application page`,
    code: 'applications/application-page.route.tsx',
  },
  groups: { ...brand, path: '/brand/$merchant/groups', heading: msg`Groups`, code: 'groups/groups.route.tsx' },
  inbox: { ...brand, path: '/brand/$merchant/messages', heading: msg`Messages`, code: 'conversations/inbox.route.tsx' },
  inboxThread: {
    ...brand,
    path: '/brand/$merchant/messages/$account',
    heading: msg`Messages`,
    code: 'conversations/inbox-thread.route.tsx',
  },
  announcements: {
    ...brand,
    path: '/brand/$merchant/announcements',
    heading: msg`Announcements`,
    code: 'announcements/announcements.route.tsx',
  },
  announcementDraft: {
    ...brand,
    path: '/brand/$merchant/announcements/drafts/$draft',
    heading: msg`Announcements`,
    code: 'announcements/draft.route.tsx',
  },
  publishedAnnouncement: {
    ...brand,
    path: '/brand/$merchant/announcements/$announcement',
    heading: msg`Announcements`,
    code: 'announcements/published.route.tsx',
  },
  catalogue: {
    ...brand,
    path: '/brand/$merchant/catalogue',
    heading: msg`Catalog`,
    code: 'catalogue/catalogue.route.tsx',
  },
  product: {
    ...brand,
    path: '/brand/$merchant/catalogue/$product',
    heading: msg`Product`,
    code: 'catalogue/product.route.tsx',
    // The range and its names are those of the analytics.
    texts: 'analytics',
  },
  orders: { ...brand, path: '/brand/$merchant/orders', heading: msg`Orders`, code: 'orders/orders.route.tsx' },
  terms: { ...brand, path: '/brand/$merchant/terms', heading: msg`Terms`, code: 'terms/terms.route.tsx' },
  brandPayouts: {
    ...brand,
    path: '/brand/$merchant/payouts',
    heading: msg`Payouts`,
    code: 'payouts/brand-payouts.route.tsx',
  },
  roster: {
    ...brand,
    path: '/brand/$merchant/creators',
    heading: msg`Creators`,
    code: 'roster/creators.route.tsx',
    // The range and its names are those of the analytics.
    texts: 'analytics',
  },
  creator: {
    ...brand,
    path: '/brand/$merchant/creators/$account',
    heading: msg`Creators`,
    code: 'roster/creator.route.tsx',
    texts: 'analytics',
  },
  objections: {
    ...brand,
    path: '/brand/$merchant/objections',
    heading: msg`Objections`,
    code: 'objections/objections.route.tsx',
  },
  claims: { ...brand, path: '/brand/$merchant/claims', heading: msg`Claims`, code: 'claims/claims.route.tsx' },
  adjustments: {
    ...brand,
    path: '/brand/$merchant/adjustments',
    heading: msg`Bonuses`,
    code: 'adjustments/adjustments.route.tsx',
  },
  team: { ...brand, path: '/brand/$merchant/team', heading: msg`Team`, code: 'team/team.route.tsx' },
  brandSettings: {
    ...brand,
    path: '/brand/$merchant/settings',
    heading: msg`Settings`,
    code: 'merchants/merchant-settings.route.tsx',
  },
  brandShop: {
    ...brand,
    path: '/brand/$merchant/settings/shop',
    heading: msg`Shop`,
    code: 'shops/shop.route.tsx',
    texts: 'deliveries',
  },
  brandWebhooks: {
    ...brand,
    path: '/brand/$merchant/settings/webhooks',
    heading: msg`Webhooks`,
    code: 'webhooks/webhooks.route.tsx',
    texts: 'webhooks',
  },
  brandDeliveries: {
    ...brand,
    path: '/brand/$merchant/settings/deliveries',
    heading: msg`Deliveries`,
    code: 'deliveries/brand-deliveries.route.tsx',
    texts: 'deliveries',
  },
  brandTakedowns: {
    ...brand,
    path: '/brand/$merchant/takedowns',
    heading: msg`Taken down`,
    code: 'takedowns/brand-takedowns.route.tsx',
    texts: 'takedowns',
  },
  staffAccount: {
    ...brand,
    path: '/staff/account',
    heading: msg`Your account`,
    code: 'settings/staff-account.route.tsx',
    texts: 'settings',
  },
  operatorAccount: {
    ...operator,
    path: '/operator/account',
    heading: msg`Your account`,
    code: 'settings/operator-account.route.tsx',
    texts: 'settings',
  },
  users: { ...operator, path: '/operator/users', heading: msg`Users`, code: 'operators/users.route.tsx' },
  brands: { ...operator, path: '/operator/brands', heading: msg`Brands`, code: 'operators/brands.route.tsx' },
  brandReviews: {
    ...operator,
    path: '/operator/brand-reviews',
    heading: msg`Names and hosts`,
    code: 'operators/brand-reviews.route.tsx',
  },
  mails: { ...operator, path: '/operator/mails', heading: msg`Emails`, code: 'operators/mails.route.tsx' },
  deliveries: {
    ...operator,
    path: '/operator/deliveries',
    heading: msg`Deliveries`,
    code: 'deliveries/deliveries.route.tsx',
    texts: 'deliveries',
  },
  tickets: { ...operator, path: '/operator/tickets', heading: msg`Tickets`, code: 'support/tickets.route.tsx' },
  suspensions: {
    ...operator,
    path: '/operator/suspensions',
    heading: msg`Suspensions`,
    code: 'suspensions/operator-suspensions.route.tsx',
  },
  reports: { ...operator, path: '/operator/reports', heading: msg`Reports`, code: 'takedowns/reports.route.tsx' },
  health: { ...operator, path: '/operator/health', heading: msg`Health`, code: 'monitoring/health.route.tsx' },
  operatorSetup: {
    ...operator,
    path: '/operator/setup',
    heading: msg`Setup`,
    code: 'installation/operator-setup.route.tsx',
  },
  operatorSettings: {
    ...operator,
    path: '/operator/settings',
    heading: msg`Settings`,
    code: 'installation/operator-settings.route.tsx',
  },
  audit: { ...operator, path: '/operator/audit', heading: msg`Audit log`, code: 'operators/audit.route.tsx' },
} as const satisfies Record<string, PortalPage>;
