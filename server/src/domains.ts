import { registerAccounts } from './accounts/accounts.routes.ts';
import { registerCatalogue } from './catalogue/catalogue.routes.ts';
import { registerCommissions } from './commissions/commissions.routes.ts';
import { registerLedger } from './ledger/ledger.routes.ts';
import { registerMerchants } from './merchants/merchants.routes.ts';
import { registerOrders } from './orders/orders.routes.ts';
import { registerOverview } from './overview/overview.routes.ts';
import type { Routes } from './platform/http/serve.ts';
import { registerStorefrontPages } from './storefront/shopper.routes.ts';
import { registerStorefront } from './storefront/storefront.routes.ts';
import { registerTerms } from './terms/terms.routes.ts';

/** Every domain with routes. */
export const domains: readonly ((routes: Routes) => void)[] = [
  registerAccounts,
  registerMerchants,
  registerCatalogue,
  registerStorefront,
  registerStorefrontPages,
  registerTerms,
  registerOrders,
  registerCommissions,
  registerLedger,
  registerOverview,
];
