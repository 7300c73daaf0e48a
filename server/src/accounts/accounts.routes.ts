import { randomBytes } from 'node:crypto';
import { login, logout, me } from '@vitrine/contract/accounts.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { browserMarkCookie, readBrowserMark } from '../platform/browser.mark.ts';
import { type Call, type Routes, serve } from '../platform/http/serve.ts';
import { readMe, signIn, signOut } from './accounts.service.ts';

/** The browser keeps its mark for as long as a creator's session may live. */
const markSeconds = 90 * 86_400;

/** The mark of the calling browser, given to it now if it has none. */
function markOf<E extends Endpoint>(call: Call<E>, ctx: Context): string {
  const mark = readBrowserMark(call.headers.cookie) ?? randomBytes(16).toString('base64url');
  const secure = ctx.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = `${browserMarkCookie}=${mark}; Path=/; Max-Age=${markSeconds}; HttpOnly; SameSite=Lax${secure}`;
  void call.reply.header('Set-Cookie', cookie);
  return mark;
}

export function registerAccounts(routes: Routes): void {
  serve(routes, login, (call, ctx) =>
    signIn(ctx, { ...call.body, device: call.headers['user-agent'] ?? '', mark: markOf(call, ctx) }),
  );
  serve(routes, logout, (call, ctx) => signOut(ctx, call.actor));
  serve(routes, me, (call, ctx) => readMe(ctx, call.actor, markOf(call, ctx)));
}
