// The header with which email programs turn one kind of emails off, without a login (RFC 8058). Its address names the user
// and the kind, and is signed, so that nobody can turn off what others get.
import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { type NotificationName, notificationNames } from '@vitrine/contract/values/preferences.ts';
import type { Context } from '../../context.ts';
import { isId } from '../ids.ts';
import { createMac } from '../mac.ts';

type Configured = { config: Pick<Context['config'], 'secretKey'> };
/** Which kind of emails to which user. */
export type MailSubscription = { userId: string; topic: NotificationName };

function signatureOf({ config }: Configured, { userId, topic }: MailSubscription): string {
  const key = Buffer.from(hkdfSync('sha256', config.secretKey, 'vitrine', 'unsubscribe', 32));
  return createMac(key)(Buffer.from(`${userId}.${topic}`)).slice(0, 32);
}

export function unsubscribePath(ctx: Configured, of: MailSubscription): string {
  return `/unsubscribe/${of.userId}.${of.topic}.${signatureOf(ctx, of)}`;
}

/** What the last part of such an address names; undefined if it is not one of ours. */
export function readUnsubscribe(ctx: Configured, token: string): MailSubscription | undefined {
  const [userId = '', name, signature = '', ...more] = token.split('.');
  const topic = notificationNames.find((each) => each === name);
  if (!isId(userId) || topic === undefined || more.length > 0) return undefined;
  const expected = Buffer.from(signatureOf(ctx, { userId, topic }));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, topic } : undefined;
}

/** The headers of an email that can be turned off at this address. */
export function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
