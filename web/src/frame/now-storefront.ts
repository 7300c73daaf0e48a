import type { MerchantAccount, User } from '@vitrine/contract/accounts.ts';

let remembered: string | undefined;

/** Remembers the storefront viewed last; Manage and Analytics open with it. */
export function rememberStorefront(slug: string): void {
  remembered = slug;
}

/** The storefront viewed last, otherwise the first. */
export function nowStorefront(user: User): MerchantAccount | undefined {
  return user.merchant_accounts.find((account) => account.slug === remembered) ?? user.merchant_accounts[0];
}
