import { forgetNode } from '@vitrine/contract/nodes.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { forgetNodeFor } from './nodes.service.ts';

export function registerNodes(routes: Routes): void {
  serve(routes, forgetNode, (call, ctx) => forgetNodeFor(ctx, call.actor, call.params.node_id));
}
