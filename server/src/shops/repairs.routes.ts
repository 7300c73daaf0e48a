import {
  dismissDeliveries,
  dismissDelivery,
  fixDelivery,
  readDeliveryBody,
  replayDeliveries,
  replayIncomingDelivery,
} from '@vitrine/contract/repairs.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { readDeliveryBodyOf } from './repairs.body.ts';
import { fixDeliveryOf } from './repairs.fix.ts';
import { dismissDeliveriesOf, dismissDeliveryOf, replayDeliveriesOf, replayDeliveryOf } from './repairs.service.ts';

export function registerRepairs(routes: Routes): void {
  serve(routes, readDeliveryBody, ({ actor, params }, ctx) =>
    readDeliveryBodyOf(ctx, actor, params.merchant, params.delivery_id),
  );
  serve(routes, replayIncomingDelivery, ({ actor, params }, ctx) =>
    replayDeliveryOf(ctx, actor, params.merchant, params.delivery_id),
  );
  serve(routes, replayDeliveries, ({ actor, params, body }, ctx) =>
    replayDeliveriesOf(ctx, actor, params.merchant, body),
  );
  serve(routes, fixDelivery, ({ actor, params, body }, ctx) =>
    fixDeliveryOf(ctx, actor, params.merchant, params.delivery_id, body),
  );
  serve(routes, dismissDelivery, ({ actor, params, body }, ctx) =>
    dismissDeliveryOf(ctx, actor, params.merchant, params.delivery_id, body.reason),
  );
  serve(routes, dismissDeliveries, ({ actor, params, body }, ctx) =>
    dismissDeliveriesOf(ctx, actor, params.merchant, body),
  );
}
