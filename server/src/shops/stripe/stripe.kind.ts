import * as z from 'zod/mini';
import { readJson } from '../../platform/http/body.ts';
import { sha256 } from '../../platform/ids.ts';
import { type SentWebhook, type ShopKind, Unreadable } from '../shop.ts';
import { stripeReaders } from './stripe.events.ts';
import { storedEvent } from './stripe.privacy.ts';
import { isStripeSignature } from './stripe.signature.ts';

const name = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/));
const names = z.object({ id: name, type: name });

/** Stripe names an event in its body only. */
function namesOf({ raw }: SentWebhook): { topic: string; webhookId: string } {
  let body: unknown;
  try {
    body = readJson(raw.toString('utf8'));
  } catch {
    body = undefined;
  }
  const named = names.safeParse(body);
  if (named.success) return { topic: named.data.type, webhookId: named.data.id };
  return { topic: 'unknown', webhookId: sha256(raw).toString('hex') };
}

const mode = z.object({ livemode: z.boolean() });

/** In Stripe's test mode nothing is paid. */
function isTestEvent(body: unknown): boolean {
  const read = mode.safeParse(body);
  if (!read.success) throw new Unreadable('livemode');
  return !read.data.livemode;
}

const about = z.object({ data: z.object({ object: z.record(z.string(), z.unknown()) }) });

/** An invoice is an order itself; everything else names a payment, or the invoice that it belongs to. */
function orderNamed(_topic: string, body: unknown): string | null {
  const read = about.safeParse(body);
  if (!read.success) return null;
  const { object } = read.data.data;
  const candidates =
    object['object'] === 'invoice' ? [object['id']] : [object['invoice'], object['payment_intent'], object['id']];
  return candidates.find((id): id is string => typeof id === 'string' && name.safeParse(id).success) ?? null;
}

/** Source: Stripe's documentation of webhooks and of the types of events. */
export const stripe: ShopKind = {
  source: 'stripe',
  isSigned: (secret, { headers, raw }, at) => isStripeSignature(secret, raw, headers['stripe-signature'], at),
  namesOf,
  parse: (raw) => (raw.length === 0 ? null : readJson(new TextDecoder().decode(raw))),
  storedBody: storedEvent,
  orderNamed,
  modeOf: (_topic, body) => (mode.safeParse(body).data?.livemode === false ? 'test' : 'live'),
  eventsIn: async (topic, body, origin) => {
    const read = Object.hasOwn(stripeReaders, topic) ? stripeReaders[topic] : undefined;
    if (!read) return [];
    return read(body, { ...origin, isTest: isTestEvent(body) });
  },
};
