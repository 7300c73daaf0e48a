import { registerAccounts } from './accounts/accounts.routes.ts';
import { registerMerchants } from './merchants/merchants.routes.ts';
import type { Routes } from './platform/http/serve.ts';

/** Every domain with routes. */
export const domains: readonly ((routes: Routes) => void)[] = [registerAccounts, registerMerchants];
