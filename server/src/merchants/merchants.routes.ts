import {
  changeOrderRules,
  createApiKey,
  createDiscountCode,
  createShopCode,
  endShopCode,
  listShopCodes,
  listApiKeys,
  listDiscountCodes,
  readBrandOverview,
  readOrderRules,
  revokeApiKey,
} from '@vitrine/contract/merchants.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import {
  createApiKeyFor,
  createDiscountCodeFor,
  createShopCodeFor,
  endShopCodeOf,
  listShopCodesOf,
  listApiKeysOf,
  listDiscountCodesOf,
  readBrandOverviewOf,
  revokeApiKeyOf,
} from './merchants.service.ts';
import { changeOrderRulesOf, readOrderRulesOf } from './order.rules.ts';

export function registerMerchants(routes: Routes): void {
  serve(routes, readOrderRules, (call, ctx) => readOrderRulesOf(ctx, call.actor, call.params.merchant));
  serve(routes, changeOrderRules, (call, ctx) => changeOrderRulesOf(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, readBrandOverview, (call, ctx) => readBrandOverviewOf(ctx, call.actor, call.params.merchant));
  serve(routes, listApiKeys, (call, ctx) => listApiKeysOf(ctx, call.actor, call.params.merchant));
  serve(routes, createApiKey, (call, ctx) => createApiKeyFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, revokeApiKey, (call, ctx) =>
    revokeApiKeyOf(ctx, call.actor, call.params.merchant, call.params.api_key_id),
  );
  serve(routes, listDiscountCodes, (call, ctx) =>
    listDiscountCodesOf(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, listShopCodes, (call, ctx) => listShopCodesOf(ctx, call.actor, call.query));
  serve(routes, createShopCode, (call, ctx) => createShopCodeFor(ctx, call.actor, call.body));
  serve(routes, endShopCode, (call, ctx) => endShopCodeOf(ctx, call.actor, call.params.code));
  serve(routes, createDiscountCode, (call, ctx) =>
    createDiscountCodeFor(ctx, call.actor, call.params.merchant, call.body),
  );
}
