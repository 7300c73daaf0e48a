import * as contract from '@vitrine/contract/claims.ts';
import { clientNetwork } from '../platform/http/client.network.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { createRate } from '../platform/rate.ts';
import { Refusal } from '../platform/refusal.ts';
import {
  creditClaimOf,
  listBrandClaimsOf,
  listClaimsOf,
  makeClaimOf,
  rejectClaimOf,
  sendClaimOf,
} from './claims.service.ts';

/** The most claims of one network in an hour, whoever makes them, so that guessing numbers is slow. */
const mostPerHour = 60;

export function registerClaims(routes: Routes): void {
  const { ctx: context } = routes;
  const shared = context.counts && { exchange: context.counts, name: 'claims', now: () => performance.now() };
  const rate = createRate({ perSecond: mostPerHour / 3_600, burst: mostPerHour, shared });
  serve(routes, contract.makeClaim, (call, ctx) => {
    if (ctx.config.limits && !rate.take(clientNetwork(call.address), performance.now()))
      throw new Refusal('rate_limited');
    return makeClaimOf(ctx, call.actor, call.params.merchant_account_id, call.body);
  });
  serve(routes, contract.listClaims, (call, ctx) =>
    listClaimsOf(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, contract.sendClaim, ({ actor, params, body }, ctx) =>
    sendClaimOf(ctx, actor, { account: params.merchant_account_id, claimId: params.claim_id }, body.note),
  );
  serve(routes, contract.listBrandClaims, (call, ctx) =>
    listBrandClaimsOf(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, contract.creditClaim, ({ actor, params, body }, ctx) =>
    creditClaimOf(ctx, actor, { merchant: params.merchant, claimId: params.claim_id }, body),
  );
  serve(routes, contract.rejectClaim, ({ actor, params, body }, ctx) =>
    rejectClaimOf(ctx, actor, { merchant: params.merchant, claimId: params.claim_id }, body.reply),
  );
}
