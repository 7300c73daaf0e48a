import type { MerchantAccount, User } from '@vitrine/contract/accounts.ts';

let remembered: string | undefined;

/** The storefront of the page that was looked at last; Manage and Analytics open with it. */
export function rememberStorefront(slug: string): void {
  remembered = slug;
}

/** The storefront that is worked on now: the one looked at last, else the first. */
export function nowStorefront(user: User): MerchantAccount | undefined {
  return user.merchant_accounts.find((account) => account.slug === remembered) ?? user.merchant_accounts[0];
}
