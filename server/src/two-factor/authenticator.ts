// Codes of authenticator apps, by RFC 6238: six digits from a shared secret and the time, a new one every 30 seconds. These
// values and SHA-1 are what every app takes; many apps ignore others that an address names.
import { Secret, TOTP } from 'otpauth';

const periodMs = 30_000;
/** The codes before and after the current one are accepted too, because clocks differ (RFC 6238, 5.2). */
const window = 1;

/** 160 random bits in base 32, as RFC 4226 recommends. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address in the QR code. The app shows the issuer and the label. */
export function authenticatorAddress(secret: string, name: { issuer: string; label: string }): string {
  return new TOTP({ ...name, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step of a right code; nothing if it is wrong. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = app.validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? undefined : Math.floor(now.getTime() / periodMs) + delta;
}
