import { readHealth, retryJob } from '@vitrine/contract/monitoring.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { readHealthFor, retryJobFor } from './monitoring.service.ts';

export function registerMonitoringRoutes(routes: Routes): void {
  serve(routes, readHealth, (call, ctx) => readHealthFor(ctx, call.actor));
  serve(routes, retryJob, (call, ctx) => retryJobFor(ctx, call.actor, call.params.job_id));
}
