import { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { listTermsOf, publishTermsFor } from './terms.service.ts';

export function registerTerms(routes: Routes): void {
  serve(routes, listTerms, (call, ctx) => listTermsOf(ctx, call.actor, call.params.merchant));
  serve(routes, publishTerms, (call, ctx) => publishTermsFor(ctx, call.actor, call.params.merchant, call.body));
}
