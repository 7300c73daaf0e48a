import { t } from '@lingui/core/macro';
import type { ShopSync, SyncFault } from '@vitrine/contract/shop-sync.ts';

const sentences: Record<SyncFault, (detail: string) => string> = {
  domain_wrong: (domain) => t`There is no shop at ${domain}. Enter the address again.`,
  token_refused: () => t`Shopify refused the token. Enter the access again.`,
  not_installed: () => t`The app isn’t installed in your shop. Install it in Shopify.`,
  scope_missing: (scope) => t`The app lacks the permission ${scope}. Add it in Shopify and install the new version.`,
  currency_differs: (detail) => t`Your shop sells in another currency than the brand: ${detail}.`,
  shop_closed: () => t`Your shop is paused or closed at Shopify.`,
  brand_closed: () => t`The brand is closed.`,
  nothing_listed: () => t`Shopify listed no products, so we archived nothing.`,
  unreachable: () => t`Shopify didn’t answer. Check the shop’s address.`,
  unexpected: (detail) => t`Shopify answered with something that we can’t read: ${detail}`,
};

/** Why a sync can't go on, and what to do. */
export function syncFailure({ fault, detail }: NonNullable<ShopSync['failure']>): string {
  return sentences[fault](detail);
}
