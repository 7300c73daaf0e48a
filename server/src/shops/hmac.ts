import { createHmac, timingSafeEqual } from 'node:crypto';

/** Base64 of an HMAC-SHA256 over the raw body, as Shopify and WooCommerce send it. */
export function sign(secret: string, raw: Buffer): string {
  return createHmac('sha256', secret).update(raw).digest('base64');
}

/** The header must have the signature's exact text: base64 has many spellings of the same bytes, and only one is sent. */
export function isSignature(secret: string, raw: Buffer, given: string | string[] | undefined): boolean {
  const expected = Buffer.from(sign(secret, raw));
  const received = Buffer.from(typeof given === 'string' ? given : '');
  return received.length === expected.length && timingSafeEqual(received, expected);
}
