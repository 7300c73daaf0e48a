import {
  downloadAnalytics,
  readAnalyticsLinks,
  readAnalyticsOverview,
  readAnalyticsProducts,
  readAnalyticsTraffic,
  readFilteredAnalytics,
} from '@vitrine/contract/analytics.ts';
import { listProductCreators, readProductFigures } from '@vitrine/contract/catalogue.products.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { analyticsFile } from './analytics.csv.ts';
import { readFilteredOf } from './analytics.filters.ts';
import { listProductCreatorsOf, readProductFiguresOf } from './products.service.ts';
import { readLinksOf, readAnalyticsOverviewOf, readProductsOf, readTrafficOf } from './analytics.service.ts';

export function registerAnalytics(routes: Routes): void {
  serve(routes, readAnalyticsOverview, (call, ctx) =>
    readAnalyticsOverviewOf(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, readAnalyticsProducts, (call, ctx) =>
    readProductsOf(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, readAnalyticsLinks, (call, ctx) =>
    readLinksOf(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, readAnalyticsTraffic, (call, ctx) =>
    readTrafficOf(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, readFilteredAnalytics, (call, ctx) =>
    readFilteredOf(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, readProductFigures, (call, ctx) => readProductFiguresOf(ctx, call.actor, call.params, call.query));
  serve(routes, listProductCreators, (call, ctx) => listProductCreatorsOf(ctx, call.actor, call.params, call.query));
  serve(routes, downloadAnalytics, async (call, ctx) => {
    const { name, text } = await analyticsFile(ctx, call.actor, call.params, call.query);
    return { name, bytes: Buffer.from(text) };
  });
}
