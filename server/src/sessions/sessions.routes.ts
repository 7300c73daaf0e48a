import { endOtherSessions, endSession, listSessions, logout, me } from '@vitrine/contract/sessions.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { markOf } from './browser.ts';
import { endOwnSession } from './sessions.end.ts';
import { endOtherSessionsOf, endSessionOf, listSessionsOf, readMe } from './sessions.service.ts';

export function registerSessions(routes: Routes): void {
  serve(routes, logout, (call, ctx) => endOwnSession(ctx, call.actor));
  serve(routes, me, (call, ctx) => readMe(ctx, call.actor, markOf(call, ctx)));
  serve(routes, listSessions, (call, ctx) => listSessionsOf(ctx, call.actor));
  serve(routes, endSession, (call, ctx) => endSessionOf(ctx, call.actor, call.params.session_id));
  serve(routes, endOtherSessions, (call, ctx) => endOtherSessionsOf(ctx, call.actor));
}
