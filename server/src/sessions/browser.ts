import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { hashBrowserMark, setBrowserMark, signInMarkSeconds } from '../platform/browser.mark.ts';
import type { Call } from '../platform/http/serve.ts';
import { deviceKeyOf } from './known.devices.ts';
import { rememberBrowser } from './sessions.queries.ts';

/** The browser of a login and its network. */
export type Browser = { device: string; deviceKey: string; mark: string; address: string };

/** The id of the browser's mark, which is renewed here. A browser without a valid mark gets a new one. */
export function markOf<E extends Endpoint>(call: Call<E>, ctx: Context): string {
  const { browserMarks } = ctx;
  const now = ctx.clock.now().getTime();
  const sent = browserMarks.read(call.headers.cookie, now);
  const given = sent?.isTrusted
    ? browserMarks.renew(sent, now, signInMarkSeconds)
    : browserMarks.create(now, signInMarkSeconds);
  void call.reply.header('Set-Cookie', setBrowserMark(given, ctx.config.publicUrl.startsWith('https:')));
  return given.id;
}

export function browserOf<E extends Endpoint>(call: Call<E>, ctx: Context): Browser {
  const { key, cookie } = deviceKeyOf(call.headers.cookie, ctx.config.publicUrl.startsWith('https:'));
  void call.reply.header('Set-Cookie', cookie);
  return { device: call.headers['user-agent'] ?? '', deviceKey: key, mark: markOf(call, ctx), address: call.address };
}

/** Remembers that this browser belongs to a creator, so that their own clicks aren't counted. */
export async function noteBrowser(ctx: Context, userId: string, mark: string): Promise<void> {
  await ctx.database.as({ role: 'system' }, (tx) =>
    rememberBrowser(tx, userId, Buffer.from(hashBrowserMark(mark), 'hex'), ctx.clock.now()),
  );
}
