import {
  disconnectGoogle,
  finishGoogle,
  finishGoogleConnection,
  startGoogle,
  startGoogleConnection,
} from '@vitrine/contract/google.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { browserOf } from '../sessions/browser.ts';
import { disconnectIdentity, finishIdentityConnection, startIdentityConnection } from './google.connection.ts';
import { finishGoogleFlow, startGoogleFlow } from './google.service.ts';

export function registerGoogle(routes: Routes): void {
  serve(routes, startGoogle, (call, ctx) => startGoogleFlow(ctx, call.body, call.home));
  serve(routes, finishGoogle, (call, ctx) => finishGoogleFlow(ctx, call.body, browserOf(call, ctx)));
  serve(routes, startGoogleConnection, (call, ctx) => startIdentityConnection(ctx, call.actor, call.home));
  serve(routes, finishGoogleConnection, (call, ctx) => finishIdentityConnection(ctx, call.actor, call.body));
  serve(routes, disconnectGoogle, (call, ctx) => disconnectIdentity(ctx, call.actor));
}
