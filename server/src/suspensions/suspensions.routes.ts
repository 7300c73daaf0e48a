import * as contract from '@vitrine/contract/suspensions.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { listPauseObjectionsOf, upholdPauseOf } from './suspensions.pauses.ts';
import {
  liftSuspensionFor,
  listOwnSuspensionsOf,
  listSuspensionsFor,
  objectToSuspensionOf,
  suspendUserFor,
  upholdSuspensionFor,
} from './suspensions.service.ts';

export function registerSuspensions(routes: Routes): void {
  serve(routes, contract.listOwnSuspensions, (call, ctx) => listOwnSuspensionsOf(ctx, call.actor));
  serve(routes, contract.objectToSuspension, ({ actor, params, body }, ctx) =>
    objectToSuspensionOf(ctx, actor, params.suspension_id, body.text),
  );
  serve(routes, contract.suspendUser, ({ actor, params, body }, ctx) => suspendUserFor(ctx, actor, params.uid, body));
  serve(routes, contract.liftSuspension, ({ actor, params, body }, ctx) =>
    liftSuspensionFor(ctx, actor, params.suspension_id, body.reason),
  );
  serve(routes, contract.upholdSuspension, ({ actor, params, body }, ctx) =>
    upholdSuspensionFor(ctx, actor, params.suspension_id, body.answer),
  );
  serve(routes, contract.listSuspensions, (call, ctx) => listSuspensionsFor(ctx, call.actor, call.query));
  serve(routes, contract.listPauseObjections, (call, ctx) =>
    listPauseObjectionsOf(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, contract.upholdPause, ({ actor, params, body }, ctx) => upholdPauseOf(ctx, actor, params, body.answer));
}
