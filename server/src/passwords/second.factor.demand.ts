import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';

/**
 * Refuses someone without two-factor login at a brand that demands it for its payouts. That they used it is checked
 * with the proof of the call.
 */
export function requireSecondFactor(ctx: Context, actor: Actor, brand: { displayName: string }): void {
  if (actor.kind === 'person' && actor.hasSecondFactor) return;
  throw new Refusal('second_factor_off', {
    message: `${brand.displayName} requires two-factor login for payouts. Turn it on in your account, at ${ctx.config.publicUrl}/settings#sign-in, and try again.`,
  });
}
