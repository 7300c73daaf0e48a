import { randomBytes } from 'node:crypto';
import { login, logout, me } from '@vitrine/contract/accounts.ts';
import { browserMarkCookie, readBrowserMark } from '../platform/browser.mark.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { readMe, signIn, signOut } from './accounts.service.ts';

/** The browser keeps its mark for as long as a creator's session may live. */
const markSeconds = 90 * 86_400;

export function registerAccounts(routes: Routes): void {
  serve(routes, login, (call, ctx) => signIn(ctx, { ...call.body, device: call.headers['user-agent'] ?? '' }));
  serve(routes, logout, (call, ctx) => signOut(ctx, call.actor));
  serve(routes, me, async (call, ctx) => {
    const mark = readBrowserMark(call.headers.cookie) ?? randomBytes(16).toString('base64url');
    const secure = ctx.config.publicUrl.startsWith('https:') ? '; Secure' : '';
    void call.reply.header(
      'Set-Cookie',
      `${browserMarkCookie}=${mark}; Path=/; Max-Age=${markSeconds}; HttpOnly; SameSite=Lax${secure}`,
    );
    return readMe(ctx, call.actor, mark);
  });
}
