import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';
import { isConfirmedByCode } from './step-up.ts';

/**
 * Refuses someone of a brand that demands two-factor login for its payouts, unless they have it and used it: for the
 * given proof, or without one for any proof of their session in the last hour. A session without a code, however old, is
 * not enough.
 */
export async function requireSecondFactor(
  ctx: Context,
  actor: Actor,
  brand: { displayName: string },
  proof?: string,
): Promise<void> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  if (!actor.hasSecondFactor)
    throw new Refusal('second_factor_off', {
      message: `${brand.displayName} requires two-factor login for payouts. Turn it on in your account, at ${ctx.config.publicUrl}/settings#sign-in, and try again.`,
    });
  if (!(await isConfirmedByCode(ctx, actor, proof)))
    throw new Refusal('payout_code_needed', {
      message: `${brand.displayName} requires two-factor login for payouts. Enter your password, and a code from your authenticator app or your passkey.`,
    });
}
