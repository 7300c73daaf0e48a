import { declineCommission, listCommissions, releaseCommission } from '@vitrine/contract/commissions.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { declineCommissionOf, releaseCommissionOf } from './commissions.holds.ts';
import { listCommissionsOf } from './commissions.service.ts';

export function registerCommissions(routes: Routes): void {
  serve(routes, listCommissions, (call, ctx) => listCommissionsOf(ctx, call.actor, call.query));
  serve(routes, releaseCommission, (call, ctx) =>
    releaseCommissionOf(ctx, call.actor, call.params.merchant, call.params.commission_id, call.body?.reason),
  );
  serve(routes, declineCommission, (call, ctx) =>
    declineCommissionOf(ctx, call.actor, call.params.merchant, call.params.commission_id, call.body.reason),
  );
}
