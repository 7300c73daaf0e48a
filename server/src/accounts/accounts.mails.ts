import type { MailSecrets } from '../platform/mail/mail.ts';

// Shared parts of emails about an account. They can't be turned off.

/** A link that gives access to an account: `url` ends in `token`. */
export type AccessLink = { url: string; token: string; expiresAt: Date; userId: string };

export function secretsOf({ token, expiresAt, userId }: AccessLink): MailSecrets {
  return { values: [token], expireAt: expiresAt, subjectUser: userId };
}
