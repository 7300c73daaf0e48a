// Requests are signed as Standard Webhooks describes, by its own library. A secret is stored encrypted, because every
// request needs it.
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Sealer } from '../platform/seal.ts';

/** How long requests are signed with the previous secret as well after a rotation. */
export const overlapMs = 24 * 60 * 60_000;

/** 256 random bits in the form that the libraries of Standard Webhooks take. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

type KeptSecrets = { sealed: Buffer; previous_sealed: Buffer | null; previous_until: Date | null };

/** The secrets to sign with now, the current one first. */
export function secretsAt(sealer: Sealer, kept: KeptSecrets, now: Date): string[] {
  const { previous_sealed: previous, previous_until: until } = kept;
  return [kept.sealed, ...(previous && until && until > now ? [previous] : [])].map((sealed) => sealer.open(sealed));
}

/** The headers that prove to the receiver that the body is ours and when it was sent. */
export function signedHeaders(
  secrets: readonly string[],
  message: { id: string; at: Date; body: string },
): Record<string, string> {
  const { id, at, body } = message;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
