import {
  listOwnRates,
  listOwnTerms,
  listTerms,
  previewTerms,
  publishTerms,
  searchTermsTargets,
} from '@vitrine/contract/terms.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { listRatesOf, listTermsOfCreator } from './own.rates.ts';
import { previewTermsFor } from './terms.preview.ts';
import { listTermsOf, publishTermsFor } from './terms.service.ts';
import { searchTargets } from './terms.targets.ts';

export function registerTerms(routes: Routes): void {
  serve(routes, listTerms, (call, ctx) => listTermsOf(ctx, call.actor, call.params.merchant));
  serve(routes, publishTerms, (call, ctx) => publishTermsFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, previewTerms, (call, ctx) =>
    previewTermsFor(ctx, call.actor, call.params.merchant, call.query, call.body),
  );
  serve(routes, searchTermsTargets, (call, ctx) => searchTargets(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, listOwnTerms, (call, ctx) => listTermsOfCreator(ctx, call.actor, call.params.merchant_account_id));
  serve(routes, listOwnRates, (call, ctx) => listRatesOf(ctx, call.actor, call.params.merchant_account_id));
}
