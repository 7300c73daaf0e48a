import { type RefusalCode, refusals } from '@vitrine/contract/refusals.ts';

/**
 * Thrown to end a request with a refusal of the contract. `errors` lists reasons by field; `message` replaces the title;
 * `retryAfterSeconds` says when to try again; `ticket` continues a login.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: Record<string, string[]> | undefined;
  /** For the Retry-After header. */
  readonly retryAfterSeconds: number | undefined;
  readonly ticket: string | undefined;
  constructor(
    code: RefusalCode,
    details: {
      message?: string;
      errors?: Record<string, string[]>;
      retryAfterSeconds?: number;
      ticket?: string;
    } = {},
  ) {
    super(details.message ?? refusals[code].title);
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.ticket = details.ticket;
  }
}

/** A 422 for one field. */
export function invalid(field: string, reason: string): Refusal {
  return new Refusal('validation_failed', { errors: { [field]: [reason] } });
}
