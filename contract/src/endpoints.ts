import type * as z from 'zod/mini';
import * as accounts from './accounts.ts';
import * as adjustments from './adjustments.ts';
import * as analytics from './analytics.ts';
import * as announcements from './announcements.ts';
import * as announcementDrafts from './announcements.drafts.ts';
import * as appearance from './appearance.ts';
import * as applications from './applications.ts';
import * as brandReviews from './brand-reviews.ts';
import * as brandSettings from './brand-settings.ts';
import * as team from './team.ts';
import * as catalogue from './catalogue.ts';
import * as claims from './claims.ts';
import * as closures from './closures.ts';
import * as commissions from './commissions.ts';
import * as connections from './connections.ts';
import * as conversations from './conversations.ts';
import * as decisions from './decisions.ts';
import * as deliveries from './deliveries.ts';
import * as calls from './endpoint.ts';
import * as events from './events.ts';
import * as groups from './groups.ts';
import * as google from './google.ts';
import * as impersonation from './impersonation.ts';
import * as installation from './installation.ts';
import * as invitations from './invitations.ts';
import * as links from './links.ts';
import * as merchants from './merchants.ts';
import * as monitoring from './monitoring.ts';
import * as nodes from './nodes.ts';
import * as notificationSettings from './notifications.settings.ts';
import * as notifications from './notifications.ts';
import * as objections from './objections.ts';
import * as operators from './operators.ts';
import * as orderFiles from './order-files.ts';
import * as orders from './orders.ts';
import * as overview from './overview.ts';
import * as passwords from './passwords.ts';
import * as payouts from './payouts.ts';
import * as pictures from './pictures.ts';
import * as products from './catalogue.products.ts';
import * as productFeeds from './catalogue.feeds.ts';
import * as privacyRequests from './privacy-requests.ts';
import * as pushDevices from './notifications.push.ts';
import * as repairs from './repairs.ts';
import * as brandAnalytics from './brand-analytics.ts';
import * as roster from './roster.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as shopSyncs from './shop-sync.ts';
import * as shops from './shops.ts';
import * as snippet from './snippet.ts';
import * as social from './social.ts';
import * as storefront from './storefront.ts';
import * as support from './support.ts';
import * as suspensions from './suspensions.ts';
import * as takedowns from './takedowns.ts';
import * as terms from './terms.ts';
import * as twoFactor from './two-factor.ts';
import * as twoFactorPasskeys from './two-factor.passkeys.ts';
import * as twoFactorProofs from './two-factor.proofs.ts';
import * as webhookEvents from './webhooks.events.ts';
import * as webhooks from './webhooks.ts';
import * as fields from './values/fields.ts';
import * as money from './values/money.ts';
import * as rates from './values/rates.ts';

function isEndpoint(value: unknown): value is calls.Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

const domains = [
  accounts,
  adjustments,
  analytics,
  announcements,
  announcementDrafts,
  appearance,
  applications,
  brandReviews,
  brandSettings,
  team,
  catalogue,
  claims,
  closures,
  commissions,
  connections,
  conversations,
  decisions,
  deliveries,
  events,
  google,
  groups,
  impersonation,
  installation,
  invitations,
  links,
  merchants,
  monitoring,
  nodes,
  notificationSettings,
  notifications,
  objections,
  operators,
  orderFiles,
  orders,
  overview,
  passwords,
  payouts,
  pictures,
  productFeeds,
  products,
  privacyRequests,
  pushDevices,
  repairs,
  brandAnalytics,
  roster,
  sessions,
  settings,
  shopSyncs,
  shops,
  snippet,
  social,
  storefront,
  support,
  suspensions,
  takedowns,
  terms,
  twoFactor,
  twoFactorPasskeys,
  twoFactorProofs,
  webhooks,
];

/** Every call by its name. The server serves all of them, and the OpenAPI document lists them. */
export const endpoints: ReadonlyMap<string, calls.Endpoint> = new Map(
  domains
    .flatMap((domain) => Object.entries(domain))
    .flatMap(([name, value]) => (isEndpoint(value) ? [[name, value] as const] : [])),
);

/** Schemas of single texts and numbers are repeated where they are used; a name would say less than their limits. */
const named = new Set(['object', 'union', 'enum']);

function isNamedSchema(value: unknown): value is z.ZodMiniType {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false;
  return named.has((value as z.ZodMiniType)._zod.def.type);
}

/** The exported schemas of objects and choices by their names, which the OpenAPI document uses, too. */
export const namedSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map(
  [...domains, webhookEvents, calls, fields, money, rates]
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, value]) => (isNamedSchema(value) ? [[name, value] as const] : [])),
);
