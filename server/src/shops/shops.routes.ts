import { shopifyDelivery } from '@vitrine/contract/shops.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { shopify } from './shopify/shopify.kind.ts';
import { takeWebhook } from './webhook.intake.ts';

export function registerShops(routes: Routes): void {
  serve(routes, shopifyDelivery, (call, ctx) => takeWebhook(ctx, shopify, call.params.merchant, call));
}
