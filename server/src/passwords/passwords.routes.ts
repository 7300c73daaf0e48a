import { changePassword, forgotPassword, login, resetPassword, stepUp } from '@vitrine/contract/passwords.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { browserOf } from '../sessions/browser.ts';
import { changePasswordOf, signInByPassword } from './passwords.service.ts';
import { requestReset, changeByReset } from './reset.service.ts';
import { stepUpWith } from './step-up.ts';

export function registerPasswords(routes: Routes): void {
  serve(routes, login, (call, ctx) => signInByPassword(ctx, { ...call.body, ...browserOf(call, ctx) }));
  serve(routes, stepUp, (call, ctx) => stepUpWith(ctx, call.actor, call.body.password));
  serve(routes, changePassword, (call, ctx) => changePasswordOf(ctx, call.actor, call.body));
  serve(routes, forgotPassword, (call, ctx) => requestReset(ctx, call.body.email, call.address));
  serve(routes, resetPassword, (call, ctx) => changeByReset(ctx, call.body, browserOf(call, ctx)));
}
