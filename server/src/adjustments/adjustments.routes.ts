import * as contract from '@vitrine/contract/adjustments.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import {
  giveAdjustmentsOf,
  listAdjustmentsOf,
  listBrandAdjustmentsOf,
  previewAdjustmentsOf,
} from './adjustments.service.ts';

export function registerAdjustments(routes: Routes): void {
  serve(routes, contract.listAdjustments, (call, ctx) => listAdjustmentsOf(ctx, call.actor, call.query));
  serve(routes, contract.listBrandAdjustments, (call, ctx) =>
    listBrandAdjustmentsOf(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, contract.previewAdjustments, (call, ctx) =>
    previewAdjustmentsOf(ctx, call.actor, call.params.merchant, call.body),
  );
  serve(routes, contract.giveAdjustments, (call, ctx) =>
    giveAdjustmentsOf(ctx, call.actor, call.params.merchant, call.body),
  );
}
