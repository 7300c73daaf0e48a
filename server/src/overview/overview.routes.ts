import { readOverview } from '@vitrine/contract/overview.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { readCreatorOverview } from './overview.service.ts';

export function registerOverview(routes: Routes): void {
  serve(routes, readOverview, (call, ctx) => readCreatorOverview(ctx, call.actor, call.query));
}
