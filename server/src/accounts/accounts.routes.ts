import { confirmLinkHandovers, readHandle, readPortal } from '@vitrine/contract/accounts.ts';
import { finishGoogle, startGoogle } from '@vitrine/contract/google.ts';
import { forgotPassword, login, resetPassword, stepUp } from '@vitrine/contract/passwords.ts';
import { logout, me } from '@vitrine/contract/sessions.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { readMe, signIn, signOut } from './accounts.service.ts';
import { browserOf, markOf } from './browser.ts';
import { finishGoogleFlow, startGoogleFlow } from './google.service.ts';
import { confirmHandovers } from './handover.service.ts';
import { readHandleState } from './handles.service.ts';
import { askForReset, changeByReset } from './reset.service.ts';
import { stepUpWith } from './step-up.ts';

export function registerAccounts(routes: Routes): void {
  serve(routes, readPortal, async (_call, { config }) => ({
    google: config.google !== undefined,
    support_form_url: config.supportFormUrl ?? null,
  }));
  serve(routes, login, (call, ctx) => signIn(ctx, { ...call.body, ...browserOf(call, ctx) }));
  serve(routes, stepUp, (call, ctx) => stepUpWith(ctx, call.actor, call.body.password));
  serve(routes, logout, (call, ctx) => signOut(ctx, call.actor));
  serve(routes, me, (call, ctx) => readMe(ctx, call.actor, markOf(call, ctx)));
  serve(routes, confirmLinkHandovers, (call, ctx) => confirmHandovers(ctx, call.actor));
  serve(routes, readHandle, (call, ctx) => readHandleState(ctx, call.params.handle));
  serve(routes, forgotPassword, (call, ctx) => askForReset(ctx, call.body.email, call.address));
  serve(routes, resetPassword, (call, ctx) => changeByReset(ctx, call.body));
  serve(routes, startGoogle, (call, ctx) => startGoogleFlow(ctx, call.body, call.home));
  serve(routes, finishGoogle, (call, ctx) => finishGoogleFlow(ctx, call.body, browserOf(call, ctx)));
}
