import { registerAccounts } from './accounts/accounts.routes.ts';
import { registerAdjustments } from './adjustments/adjustments.routes.ts';
import { registerApplications } from './applications/applications.routes.ts';
import { registerCatalogue } from './catalogue/catalogue.routes.ts';
import { registerClaims } from './claims/claims.routes.ts';
import { registerClosures } from './closures/closures.routes.ts';
import { registerCommissions } from './commissions/commissions.routes.ts';
import { registerDeliveries } from './deliveries/deliveries.routes.ts';
import { registerGoogle } from './google/google.routes.ts';
import { registerGroups } from './groups/groups.routes.ts';
import { registerImpersonation } from './impersonation/impersonation.routes.ts';
import { registerInstallation } from './installation/installation.routes.ts';
import { registerInvitations } from './invitations/invitations.routes.ts';
import { registerLedger } from './ledger/ledger.routes.ts';
import { registerLinks } from './links/links.routes.ts';
import { registerBrandSettings } from './brand-settings/brand-settings.routes.ts';
import { registerRoster } from './roster/roster.routes.ts';
import { registerTeam } from './team/team.routes.ts';
import { registerMerchants } from './merchants/merchants.routes.ts';
import { registerOrders } from './orders/orders.routes.ts';
import { registerOverview } from './overview/overview.routes.ts';
import { completeAnnouncements } from './announcements/announcements.live.ts';
import { registerAnnouncements } from './announcements/announcements.routes.ts';
import { completeConversations } from './conversations/conversations.live.ts';
import { registerConversations } from './conversations/conversations.routes.ts';
import { registerAnalytics } from './analytics/analytics.routes.ts';
import { registerBrandAnalytics } from './brand-analytics/brand-analytics.routes.ts';
import { registerPasswords } from './passwords/passwords.routes.ts';
import { registerPayouts } from './payouts/payouts.routes.ts';
import { registerSessions } from './sessions/sessions.routes.ts';
import { registerSettings } from './settings/settings.routes.ts';
import { registerRepairs } from './shops/repairs.routes.ts';
import { registerShops } from './shops/shops.routes.ts';
import { registerSnippet } from './snippet/snippet.routes.ts';
import { registerSocial } from './social/social.routes.ts';
import { registerSupport } from './support/support.routes.ts';
import { registerMonitoringRoutes } from './monitoring/monitoring.routes.ts';
import { registerNodes } from './nodes/nodes.routes.ts';
import { registerNotifications } from './notifications/notifications.routes.ts';
import { registerObjections } from './objections/objections.routes.ts';
import { registerOperators } from './operators/operators.routes.ts';
import { registerPictures } from './pictures/pictures.routes.ts';
import type { Completion } from './platform/events/stream.reads.ts';
import type { Routes } from './platform/http/serve.ts';
import { registerStorefrontPages } from './storefront/shopper.routes.ts';
import { registerStorefront } from './storefront/storefront.routes.ts';
import { registerSuspensions } from './suspensions/suspensions.routes.ts';
import { registerTakedowns } from './takedowns/takedowns.routes.ts';
import { registerTerms } from './terms/terms.routes.ts';
import { registerTwoFactor } from './two-factor/two-factor.routes.ts';
import { registerWebhooks } from './webhooks/webhooks.routes.ts';
import { registerDataExport } from './data-export.ts';

/** Every domain with routes. */
export const domains: readonly ((routes: Routes) => void)[] = [
  registerAccounts,
  registerSessions,
  registerPasswords,
  registerGoogle,
  registerSettings,
  registerClosures,
  registerGroups,
  registerApplications,
  registerInvitations,
  registerMerchants,
  registerBrandSettings,
  registerTeam,
  registerRoster,
  registerCatalogue,
  registerStorefront,
  registerLinks,
  registerStorefrontPages,
  registerTerms,
  registerOrders,
  registerDeliveries,
  registerShops,
  registerSnippet,
  registerWebhooks,
  registerRepairs,
  registerCommissions,
  registerLedger,
  registerOverview,
  registerAnalytics,
  registerBrandAnalytics,
  registerAdjustments,
  registerObjections,
  registerClaims,
  registerPayouts,
  registerConversations,
  registerAnnouncements,
  registerSocial,
  registerSupport,
  registerSuspensions,
  registerTakedowns,
  registerPictures,
  registerOperators,
  registerMonitoringRoutes,
  registerNodes,
  registerNotifications,
  registerInstallation,
  registerImpersonation,
  registerTwoFactor,
  registerDataExport,
];

/** What domains add to their live events when these are sent. */
export const completions: readonly Completion[] = [completeConversations, completeAnnouncements];
