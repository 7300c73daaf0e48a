import { listAllDeliveries, listDeliveries, readAnyDelivery, readDelivery } from '@vitrine/contract/deliveries.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { deliveryCounter } from './deliveries.metrics.ts';
import { listAllDeliveriesFor, listDeliveriesOf, readAnyDeliveryFor, readDeliveryOf } from './deliveries.service.ts';

export function registerDeliveries(routes: Routes): void {
  // Also before the first delivery, so that a dashboard shows 0.
  deliveryCounter(routes.ctx.metrics);
  serve(routes, listDeliveries, (call, ctx) => listDeliveriesOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, readDelivery, (call, ctx) =>
    readDeliveryOf(ctx, call.actor, call.params.merchant, call.params.delivery_id),
  );
  serve(routes, listAllDeliveries, (call, ctx) => listAllDeliveriesFor(ctx, call.actor, call.query));
  serve(routes, readAnyDelivery, (call, ctx) => readAnyDeliveryFor(ctx, call.actor, call.params.delivery_id));
}
