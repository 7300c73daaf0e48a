import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
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

/** Something that a shop sends, the same each time it is repeated. `mayBeRefused`: there may be nothing left of the order. */
export type Delivery = {
  mayBeRefused?: boolean;
  about: string;
  send: (app: FastifyInstance, now: Date) => Promise<{ statusCode: number; body: string }>;
};

/** A history as its shop sends it, and what finally holds of its orders. */
export type Told = { deliveries: Delivery[]; orders: FinalOrder[] };

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

export function shopifyDelivery({ stall }: Telling, topic: string, id: string, body: unknown): Delivery {
  const raw = JSON.stringify(body);
  return {
    about: `${topic} ${id}`,
    send: (app) =>
      app.inject({
        method: 'POST',
        url: `/api/v1/integrations/shopify/${stall.slug}`,
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': topic,
          'x-shopify-webhook-id': id,
          'x-shopify-hmac-sha256': signed(stall.secrets.shopify, raw),
        },
        payload: raw,
      }),
  };
}

export function wooDelivery({ stall }: Telling, topic: string, id: string, body: unknown): Delivery {
  const raw = JSON.stringify(body);
  return {
    about: `${topic} ${id}`,
    send: (app) =>
      app.inject({
        method: 'POST',
        url: `/api/v1/integrations/woocommerce/${stall.slug}`,
        headers: {
          'content-type': 'application/json',
          'x-wc-webhook-topic': topic,
          'x-wc-webhook-delivery-id': id,
          'x-wc-webhook-signature': signed(stall.secrets.woocommerce, raw),
        },
        payload: raw,
      }),
  };
}

export function stripeDelivery({ stall }: Telling, type: string, id: string, object: unknown): Delivery {
  const raw = JSON.stringify({ id, object: 'event', type, livemode: true, data: { object } });
  return {
    about: `${type} ${id}`,
    // Each repetition is signed anew, with its own time.
    send: (app, now) => {
      const at = Math.floor(now.getTime() / 1_000);
      return app.inject({
        method: 'POST',
        url: `/api/v1/integrations/stripe/${stall.slug}`,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': `t=${at},v1=${stripeSignature(stall.secrets.stripe, Buffer.from(raw), at)}`,
        },
        payload: raw,
      });
    },
  };
}

export function apiDelivery({ stall }: Telling, method: 'POST' | 'PUT', path: string, body?: object): Delivery {
  return {
    about: `${method} ${path}`,
    send: (app) =>
      app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${stall.apiKey}` },
        ...(body && { payload: body }),
      }),
  };
}
