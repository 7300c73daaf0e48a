import { randomBytes } from 'node:crypto';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { browserMarkCookie, readBrowserMark } from '../platform/browser.mark.ts';
import type { Call } from '../platform/http/serve.ts';
import type { Browser } from './accounts.service.ts';
import { deviceKeyOf } from './known.devices.ts';

/** The browser keeps its mark for as long as a creator's session may live. */
const markSeconds = 90 * 86_400;

/** The mark of the calling browser, given to it now if it has none. */
export function markOf<E extends Endpoint>(call: Call<E>, ctx: Context): string {
  const mark = readBrowserMark(call.headers.cookie) ?? randomBytes(16).toString('base64url');
  const secure = ctx.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = `${browserMarkCookie}=${mark}; Path=/; Max-Age=${markSeconds}; HttpOnly; SameSite=Lax${secure}`;
  void call.reply.header('Set-Cookie', cookie);
  return mark;
}

export function browserOf<E extends Endpoint>(call: Call<E>, ctx: Context): Browser {
  const { key, cookie } = deviceKeyOf(call.headers.cookie, ctx.config.publicUrl.startsWith('https:'));
  void call.reply.header('Set-Cookie', cookie);
  return { device: call.headers['user-agent'] ?? '', deviceKey: key, mark: markOf(call, ctx), address: call.address };
}
