import type { FastifyReply } from 'fastify';
import {
  changeShopConnection,
  connectShop,
  disconnectShop,
  downloadWooCommercePlugin,
  listShopConnections,
  revokeConnectionSecret,
} from '@vitrine/contract/connections.ts';
import { importOrders } from '@vitrine/contract/order-files.ts';
import { answerPrivacyRequest, downloadShopperData, listPrivacyRequests } from '@vitrine/contract/privacy-requests.ts';
import {
  connectShopSync,
  disconnectShopSync,
  listAssignableCodes,
  readShopSync,
  startShopSync,
} from '@vitrine/contract/shop-sync.ts';
import { shopifyDelivery, stripeDelivery, woocommerceDelivery } from '@vitrine/contract/shops.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import {
  changeShopConnectionOf,
  connectShopFor,
  disconnectShopOf,
  listShopConnectionsOf,
  revokeConnectionSecretOf,
} from './connections.service.ts';
import { importOrdersFor } from './file/order-file.import.ts';
import { answerPrivacyRequestOf, listPrivacyRequestsOf, shopperDataFor } from './privacy/privacy.service.ts';
import { shopify } from './shopify/shopify.kind.ts';
import { stripe } from './stripe/stripe.kind.ts';
import {
  connectShopSyncFor,
  disconnectShopSyncOf,
  listAssignableCodesOf,
  readShopSyncOf,
  startShopSyncOf,
} from './sync/sync.service.ts';
import { takeWebhook } from './webhook.intake.ts';
import { openWebhookTurns } from './webhook.turns.ts';
import { pluginFor } from './woocommerce/woocommerce.plugin.ts';
import { isUnsignedPing, woocommerce } from './woocommerce/woocommerce.kind.ts';

/** Every address gets the same answer, whether its brand exists or not. It counts neither as a right nor as a wrong signature. */
function answerPing({ request }: FastifyReply): { received: true } {
  request.signatureAttempt?.cancel();
  delete request.signatureAttempt;
  return { received: true };
}

export function registerShops(routes: Routes): void {
  const turns = openWebhookTurns(routes.ctx);
  routes.app.addHook('onClose', () => turns.stop());
  serve(routes, listShopConnections, (call, ctx) => listShopConnectionsOf(ctx, call.actor, call.params.merchant));
  serve(routes, connectShop, (call, ctx) => connectShopFor(ctx, call.actor, call.params, call.body));
  serve(routes, changeShopConnection, (call, ctx) => changeShopConnectionOf(ctx, call.actor, call.params, call.body));
  serve(routes, revokeConnectionSecret, (call, ctx) => revokeConnectionSecretOf(ctx, call.actor, call.params));
  serve(routes, disconnectShop, (call, ctx) => disconnectShopOf(ctx, call.actor, call.params));
  serve(routes, readShopSync, (call, ctx) => readShopSyncOf(ctx, call.actor, call.params.merchant));
  serve(routes, connectShopSync, (call, ctx) => connectShopSyncFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, startShopSync, (call, ctx) => startShopSyncOf(ctx, call.actor, call.params.merchant));
  serve(routes, disconnectShopSync, (call, ctx) => disconnectShopSyncOf(ctx, call.actor, call.params.merchant));
  serve(routes, listAssignableCodes, (call, ctx) => listAssignableCodesOf(ctx, call.actor, call.params.merchant));
  serve(routes, importOrders, (call, ctx) => importOrdersFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, downloadWooCommercePlugin, (call, ctx) => pluginFor(ctx, call.actor, call.params.merchant));
  serve(routes, listPrivacyRequests, (call, ctx) =>
    listPrivacyRequestsOf(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, downloadShopperData, (call, ctx) => shopperDataFor(ctx, call.actor, call.params));
  serve(routes, answerPrivacyRequest, (call, ctx) => answerPrivacyRequestOf(ctx, call.actor, call.params));
  serve(routes, shopifyDelivery, (call, ctx) => takeWebhook(ctx, { kind: shopify, turns }, call.params.merchant, call));
  serve(routes, woocommerceDelivery, async (call, ctx) => {
    if (isUnsignedPing(call)) return answerPing(call.reply);
    return takeWebhook(ctx, { kind: woocommerce, turns }, call.params.merchant, call);
  });
  serve(routes, stripeDelivery, (call, ctx) => takeWebhook(ctx, { kind: stripe, turns }, call.params.merchant, call));
}
