import { createHmac } from 'node:crypto';
import { stripeSignature } from './stripe/stripe.signature.ts';
import type { FinalOrder } from './histories.model.testing.ts';

/** Where a history happens: a brand with its secrets, and the creator whom its orders are credited to. */
export type Stall = {
  slug: string;
  merchantId: string;
  apiKey: string;
  secrets: { shopify: string; woocommerce: string; stripe: string };
  merchantAccountId: string;
  creatorId: string;
  code: string;
};

/** What a history is told with: a number of its own, what leads to its creator if anything, and when it begins. */
export type Telling = { number: number; stall: Stall; clickId: string | null; code: string | null; startAt: Date };

export type ShopRequest = { method: 'POST' | 'PUT'; url: string; headers: Record<string, string>; payload: string };

/** Something that a shop sends, the same each time it is repeated. `mayBeRefused`: nothing may be left of the order. */
export type ShopDelivery = { about: string; request: (now: Date) => ShopRequest; mayBeRefused?: boolean };

/** A history as its shop sends it, and what finally holds of its orders. */
export type Told = { deliveries: ShopDelivery[]; orders: FinalOrder[] };

export const currencies = ['USD', 'USD', 'EUR', 'JPY', 'KWD'] as const;
const decimals: Readonly<Record<string, number>> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };

/** An amount in minor units as shop software writes it: 1250 US cents are 12.50. */
export function asDecimal(amount: bigint, currency: string): string {
  const places = decimals[currency] ?? 2;
  const digits = (amount < 0n ? -amount : amount).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const sign = amount < 0n ? '-' : '';
  return places === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-places)}`;
}

/** Does anything lead to a creator? */
export function isCredited({ clickId, code }: Telling): boolean {
  return clickId !== null || code !== null;
}

/** The minute of the history's nth event. */
export function minuteOf({ startAt }: Telling, event: number): Date {
  return new Date(startAt.getTime() + event * 60_000);
}

/** So many hundredths of an amount, rounded down. */
export function shareOf(amount: bigint, hundredths: number): bigint {
  return (amount * BigInt(hundredths)) / 100n;
}

export function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function signed(secret: string, raw: string): string {
  return createHmac('sha256', secret).update(raw).digest('base64');
}

function webhook(url: string, headers: Record<string, string>, payload: string): ShopRequest {
  return { method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload };
}

export function shopifySends({ stall }: Telling, topic: string, id: string, body: unknown): ShopDelivery {
  const raw = JSON.stringify(body);
  const headers = {
    'x-shopify-topic': topic,
    'x-shopify-webhook-id': id,
    'x-shopify-hmac-sha256': signed(stall.secrets.shopify, raw),
  };
  return {
    about: `${topic} ${id}`,
    request: () => webhook(`/api/v1/integrations/shopify/${stall.slug}`, headers, raw),
  };
}

export function wooSends({ stall }: Telling, topic: string, id: string, body: unknown): ShopDelivery {
  const raw = JSON.stringify(body);
  const headers = {
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-delivery-id': id,
    'x-wc-webhook-signature': signed(stall.secrets.woocommerce, raw),
  };
  return {
    about: `${topic} ${id}`,
    request: () => webhook(`/api/v1/integrations/woocommerce/${stall.slug}`, headers, raw),
  };
}

export function stripeSends({ stall }: Telling, type: string, id: string, object: unknown): ShopDelivery {
  const raw = JSON.stringify({ id, object: 'event', type, livemode: true, data: { object } });
  return {
    about: `${type} ${id}`,
    // Each repetition has a new signature with its own time.
    request: (now) => {
      const at = Math.floor(now.getTime() / 1_000);
      const signature = `t=${at},v1=${stripeSignature(stall.secrets.stripe, Buffer.from(raw), at)}`;
      return webhook(`/api/v1/integrations/stripe/${stall.slug}`, { 'stripe-signature': signature }, raw);
    },
  };
}

export function apiSends({ stall }: Telling, method: 'POST' | 'PUT', path: string, body?: object): ShopDelivery {
  const headers = {
    authorization: `Bearer ${stall.apiKey}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  return {
    about: `${method} ${path}`,
    request: () => ({ method, url: `/api/v1${path}`, headers, payload: body ? JSON.stringify(body) : '' }),
  };
}
