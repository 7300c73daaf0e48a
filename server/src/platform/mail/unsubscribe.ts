// The header with which email programs turn emails of a kind off, without a login (RFC 8058). Its address names the user
// and the kind, or the kinds of an email about several, and is signed, so that nobody can turn off what others get.
import { hkdfSync, timingSafeEqual } from 'node:crypto';
import { type NotificationName, notificationNames } from '@vitrine/contract/values/preferences.ts';
import type { Context } from '../../context.ts';
import { isId } from '../ids.ts';
import { createMac } from '../mac.ts';

type Configured = { config: Pick<Context['config'], 'secretKey'> };
/** Which kind of emails to which user. */
export type MailSubscription = { userId: string; topics: readonly NotificationName[] };

export function topicsText(topics: readonly NotificationName[]): string {
  return topics.join('-');
}

/** Undefined if one of them is not known. */
export function topicsIn(text: string): NotificationName[] | undefined {
  const topics = text.split('-').map((part) => notificationNames.find((name) => name === part));
  return topics.every((name) => name !== undefined) ? topics : undefined;
}

function signatureOf({ config }: Configured, { userId, topics }: MailSubscription): string {
  const key = Buffer.from(hkdfSync('sha256', config.secretKey, 'vitrine', 'unsubscribe', 32));
  return createMac(key)(Buffer.from(`${userId}.${topicsText(topics)}`)).slice(0, 32);
}

export function unsubscribePath(ctx: Configured, of: MailSubscription): string {
  return `/unsubscribe/${of.userId}.${topicsText(of.topics)}.${signatureOf(ctx, of)}`;
}

/** What the last part of such an address names; undefined if it is not one of ours. */
export function readUnsubscribe(ctx: Configured, token: string): MailSubscription | undefined {
  const [userId = '', name = '', signature = '', ...more] = token.split('.');
  const topics = topicsIn(name);
  if (!isId(userId) || topics === undefined || more.length > 0) return undefined;
  const expected = Buffer.from(signatureOf(ctx, { userId, topics }));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, topics } : undefined;
}

/** The headers of an email that can be turned off at this address. */
export function unsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
