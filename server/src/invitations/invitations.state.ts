import type { InvitationState } from '@vitrine/contract/invitations.ts';

type Facts = { reusable: boolean; expires_at: Date; revoked_at: Date | null; isAccepted: boolean };

/** The state of an invitation. `used` comes first, because after that nothing else matters. */
export function stateOfInvitation(facts: Facts, now: Date): InvitationState {
  if (facts.isAccepted && !facts.reusable) return 'used';
  if (facts.revoked_at !== null) return 'revoked';
  return facts.expires_at <= now ? 'expired' : 'open';
}

/** `noor@creators.test` → `n•••@creators.test`: recognizable for its owner only. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
