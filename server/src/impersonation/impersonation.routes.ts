import { loginAs, openLoginAsGrant } from '@vitrine/contract/impersonation.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { openGrant, redeemGrant } from './impersonation.service.ts';

export function registerImpersonation(routes: Routes): void {
  serve(routes, openLoginAsGrant, (call, ctx) =>
    openGrant(ctx, accessInstallation(call.actor), call.params.uid, call.body),
  );
  serve(routes, loginAs, (call, ctx) => redeemGrant(ctx, call.actor, call.params.uid, call.body.code));
}
