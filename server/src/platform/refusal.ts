import { type RefusalCode, refusals } from '@vitrine/contract/refusals.ts';

/**
 * Ends a request with a declared refusal. `errors` names fields and what would be right; `message` adds detail;
 * `retryAfterSeconds` says when to try again.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: Record<string, string[]> | undefined;
  /** When the same call can succeed, for the header Retry-After. */
  readonly retryAfterSeconds: number | undefined;
  constructor(
    code: RefusalCode,
    details: { message?: string; errors?: Record<string, string[]>; retryAfterSeconds?: number } = {},
  ) {
    super(details.message ?? refusals[code].title);
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A 422 that names one field. */
export function invalid(field: string, reason: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [reason] } });
}
