import type { ShopSource } from '@vitrine/contract/connections.ts';
import type { ShopKind } from './shop.ts';
import { shopify } from './shopify/shopify.kind.ts';
import { stripe } from './stripe/stripe.kind.ts';
import { woocommerce } from './woocommerce/woocommerce.kind.ts';

const kinds: Record<ShopSource, ShopKind> = { shopify, woocommerce, stripe };

/** The kind of a stored webhook. */
export function kindOf(source: string): ShopKind {
  const kind = Object.values(kinds).find((each) => each.source === source);
  if (!kind) throw new Error(`there is no kind of shop called ${source}`);
  return kind;
}
