import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listOutgoingDeliveries,
  listWebhookEndpoints,
  readOutgoingDelivery,
  replayFailedDeliveries,
  replayOutgoingDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from '@vitrine/contract/webhooks.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { attemptCounter } from './webhooks.metrics.ts';
import {
  changeEndpointOf,
  createEndpointFor,
  deleteEndpointOf,
  listEndpointsOf,
  listOutgoingOf,
  readOutgoingOf,
  replayFailedOf,
  replayOutgoingOf,
  rotateSecretOf,
  testEndpointOf,
} from './webhooks.service.ts';

type Params = { merchant: string; endpoint_id: string };
const endpointAt = ({ merchant, endpoint_id: endpointId }: Params) => ({ merchant, endpointId });
const deliveryAt = ({ outgoing_id: deliveryId, ...params }: Params & { outgoing_id: string }) => ({
  ...endpointAt(params),
  deliveryId,
});

export function registerWebhooks(routes: Routes): void {
  // Also before the first attempt, so that a dashboard shows 0.
  attemptCounter(routes.ctx.metrics);
  serve(routes, listWebhookEndpoints, (call, ctx) => listEndpointsOf(ctx, call.actor, call.params.merchant));
  serve(routes, createWebhookEndpoint, (call, ctx) =>
    createEndpointFor(ctx, call.actor, call.params.merchant, call.body),
  );
  serve(routes, changeWebhookEndpoint, (call, ctx) =>
    changeEndpointOf(ctx, call.actor, endpointAt(call.params), call.body),
  );
  serve(routes, deleteWebhookEndpoint, (call, ctx) => deleteEndpointOf(ctx, call.actor, endpointAt(call.params)));
  serve(routes, rotateWebhookSecret, (call, ctx) => rotateSecretOf(ctx, call.actor, endpointAt(call.params)));
  serve(routes, testWebhookEndpoint, (call, ctx) => testEndpointOf(ctx, call.actor, endpointAt(call.params)));
  serve(routes, listOutgoingDeliveries, (call, ctx) =>
    listOutgoingOf(ctx, call.actor, endpointAt(call.params), call.query),
  );
  serve(routes, readOutgoingDelivery, (call, ctx) => readOutgoingOf(ctx, call.actor, deliveryAt(call.params)));
  serve(routes, replayOutgoingDelivery, (call, ctx) => replayOutgoingOf(ctx, call.actor, deliveryAt(call.params)));
  serve(routes, replayFailedDeliveries, (call, ctx) =>
    replayFailedOf(ctx, call.actor, endpointAt(call.params), call.body),
  );
}
