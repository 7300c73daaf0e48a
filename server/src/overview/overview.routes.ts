import { readOverview } from '@vitrine/contract/overview.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { readOverviewOf } from './overview.service.ts';

export function registerOverview(routes: Routes): void {
  serve(routes, readOverview, (call, ctx) => readOverviewOf(ctx, call.actor, call.query));
}
