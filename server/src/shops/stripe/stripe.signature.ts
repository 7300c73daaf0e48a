import { createHmac, timingSafeEqual } from 'node:crypto';

/** Stripe's own default: an older delivery was recorded and sent again. */
const toleranceSeconds = 300;
/** While a secret is replaced, Stripe sends one signature for each secret. */
const mostSignatures = 10;

export function stripeSignature(secret: string, raw: Buffer, atSeconds: number): string {
  return createHmac('sha256', secret).update(`${atSeconds}.`).update(raw).digest('hex');
}

function partsOf(header: string): { atSeconds: number; signatures: string[] } | undefined {
  const pairs = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
  const [time, ...moreTimes] = valuesOf('t');
  if (time === undefined || moreTimes.length > 0 || !/^\d{1,12}$/.test(time)) return undefined;
  const signatures = valuesOf('v1').filter((value) => /^[0-9a-f]{64}$/.test(value));
  return { atSeconds: Number(time), signatures: signatures.slice(0, mostSignatures) };
}

/** Source: Stripe's documentation of webhook signatures. Only v1 counts: v0 is for Stripe's own tests. */
export function isStripeSignature(
  secret: string,
  raw: Buffer,
  header: string | string[] | undefined,
  at: Date,
): boolean {
  const parts = typeof header === 'string' ? partsOf(header) : undefined;
  // The signature is calculated for a header without a time too, so that every refusal takes as long.
  const expected = Buffer.from(stripeSignature(secret, raw, parts?.atSeconds ?? 0));
  const isRight = (parts?.signatures ?? [])
    .map((given) => timingSafeEqual(Buffer.from(given), expected))
    .includes(true);
  return isRight && Math.abs(at.getTime() / 1_000 - (parts?.atSeconds ?? 0)) <= toleranceSeconds;
}
