import * as contract from '@vitrine/contract/objections.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import {
  acceptObjectionOf,
  listDeclinedOf,
  listObjectionsOf,
  rejectObjectionOf,
  sendObjectionOf,
} from './objections.service.ts';

export function registerObjections(routes: Routes): void {
  serve(routes, contract.listDeclined, (call, ctx) =>
    listDeclinedOf(ctx, call.actor, call.params.merchant_account_id, call.query.order_id),
  );
  serve(routes, contract.sendObjection, (call, ctx) =>
    sendObjectionOf(ctx, call.actor, call.params.commission_id, call.body.text),
  );
  serve(routes, contract.listObjections, (call, ctx) =>
    listObjectionsOf(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, contract.acceptObjection, ({ params, body, actor }, ctx) =>
    acceptObjectionOf(ctx, actor, { merchant: params.merchant, objectionId: params.objection_id }, body?.answer),
  );
  serve(routes, contract.rejectObjection, ({ params, body, actor }, ctx) =>
    rejectObjectionOf(ctx, actor, { merchant: params.merchant, objectionId: params.objection_id }, body),
  );
}
