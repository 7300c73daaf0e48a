import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OrderSource, ShopSource } from '@vitrine/contract/connections.ts';
import type { Translate } from '../locales/translate.ts';

/** Names of products aren't translated. */
export const shopNames: Record<ShopSource, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  stripe: 'Stripe',
};

/** The ways in which orders can come, as the page offers them. */
export function wayName(way: OrderSource, t: Translate): string {
  if (way === 'api') return t(msg`Own code`);
  return way === 'file' ? t(msg`File`) : shopNames[way];
}

export function isOrderSource(way: string | undefined): way is OrderSource {
  return way === 'api' || way === 'file' || (way !== undefined && Object.hasOwn(shopNames, way));
}

/** Where a shop shows the secret with which it signs. */
export const secretPlaces: Record<ShopSource, MessageDescriptor> = {
  woocommerce: msg`In WordPress, under WooCommerce, Vitrine. Without the plugin, choose one yourself.`,
  shopify: msg`In Shopify, below the list of webhooks, after “Your webhooks will be signed with”.`,
  stripe: msg`In Stripe, on the page of the webhook endpoint. It begins with whsec_.`,
};
