import { listCommissions, releaseCommission } from '@vitrine/contract/commissions.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { listCommissionsOf, releaseCommissionOf } from './commissions.service.ts';

export function registerCommissions(routes: Routes): void {
  serve(routes, listCommissions, (call, ctx) => listCommissionsOf(ctx, call.actor, call.query));
  serve(routes, releaseCommission, (call, ctx) =>
    releaseCommissionOf(ctx, call.actor, call.params.merchant, call.params.commission_id),
  );
}
