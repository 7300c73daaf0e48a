import {
  connectShop,
  disconnectShop,
  listShopConnections,
  revokeConnectionSecret,
} from '@vitrine/contract/connections.ts';
import { importOrders } from '@vitrine/contract/order-files.ts';
import { shopifyDelivery } from '@vitrine/contract/shops.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import {
  connectShopFor,
  disconnectShopOf,
  listShopConnectionsOf,
  revokeConnectionSecretOf,
} from './connections.service.ts';
import { importOrdersFor } from './file/order-file.import.ts';
import { shopify } from './shopify/shopify.kind.ts';
import { takeWebhook } from './webhook.intake.ts';

export function registerShops(routes: Routes): void {
  serve(routes, listShopConnections, (call, ctx) => listShopConnectionsOf(ctx, call.actor, call.params.merchant));
  serve(routes, connectShop, (call, ctx) => connectShopFor(ctx, call.actor, call.params, call.body));
  serve(routes, revokeConnectionSecret, (call, ctx) => revokeConnectionSecretOf(ctx, call.actor, call.params));
  serve(routes, disconnectShop, (call, ctx) => disconnectShopOf(ctx, call.actor, call.params));
  serve(routes, importOrders, (call, ctx) => importOrdersFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, shopifyDelivery, (call, ctx) => takeWebhook(ctx, shopify, call.params.merchant, call));
}
