import { downloadBrandAnalytics, readBrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { brandAnalyticsFile } from './brand-analytics.csv.ts';
import { readBrandAnalyticsOf } from './brand-analytics.service.ts';

export function registerBrandAnalytics(routes: Routes): void {
  serve(routes, readBrandAnalytics, (call, ctx) =>
    readBrandAnalyticsOf(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, downloadBrandAnalytics, (call, ctx) =>
    brandAnalyticsFile(ctx, call.actor, call.params.merchant, call.query),
  );
}
