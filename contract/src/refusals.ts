/**
 * Every code with which a call can be refused, its HTTP status and its title. The code is the key of the text a
 * person reads; `message` carries the detail. Wire shape: RFC 9457 problem document (`application/problem+json`).
 */
export const refusals = {
  validation_failed: { status: 422, title: 'Some fields are not right' },
  unauthenticated: { status: 401, title: 'Not signed in' },
  wrong_credentials: { status: 401, title: 'E-mail or password is wrong' },
  forbidden: { status: 403, title: 'Not allowed' },
  view_only: { status: 403, title: 'This session may only look' },
  owner_only: { status: 403, title: 'Only the person themself may do this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflicts with what is stored' },
  order_conflict: { status: 409, title: 'This order_id was sent before with another body' },
  refund_conflict: { status: 409, title: 'This refund_id was sent before with another body' },
  idempotency_conflict: { status: 409, title: 'This Idempotency-Key was used for another request' },
  answer_not_kept: { status: 409, title: 'This call succeeded before, and its answer is not kept' },
  step_up_needed: { status: 403, title: 'Give your password again' },
  payout_in_the_way: { status: 409, title: 'Something stands in the way of this payout' },
  payout_moved_on: { status: 409, title: 'This payout has moved on' },
  commission_not_held: { status: 409, title: 'This commission is not on hold' },
  import_too_old: {
    status: 409,
    title: 'This import can no longer be undone: only the newest 20 of the last 30 days can',
  },
  terms_missing: { status: 409, title: 'Set your commission rates first, then send invitations' },
  invitation_used: { status: 410, title: 'This invitation has been accepted already' },
  invitation_expired: { status: 410, title: 'This invitation has run out' },
  invitation_revoked: { status: 410, title: 'This invitation was taken back' },
  invitation_foreign: { status: 403, title: 'This invitation is for somebody else' },
  reset_link_dead: { status: 410, title: 'This link was used before, or its hour has passed' },
  google_taken: { status: 409, title: 'This Google account, or another one, is connected already' },
  sign_in_refused: { status: 400, title: 'The sign-in did not come back as it went out' },
  social_not_available: { status: 409, title: 'This platform cannot be linked in this installation' },
  social_link_invalid: { status: 409, title: 'This link-up was not begun here, or it took too long' },
  social_refused: { status: 409, title: 'The platform did not give its permission' },
  link_expired: { status: 409, title: 'This link was used before, or has expired' },
  too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'Send JSON' },
  ambiguous_headers: { status: 400, title: 'The headers can be read in two ways' },
  malformed_body: { status: 400, title: 'The body cannot be read' },
  picture_quota: { status: 429, title: 'Too many pictures in 24 hours' },
  rate_limited: { status: 429, title: 'Too many requests' },
  signature_invalid: { status: 401, title: 'The signature does not fit the body' },
  busy: { status: 503, title: 'Busy, try again shortly' },
  internal: { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; title: string }>;

export type RefusalCode = keyof typeof refusals;

/** The wire's fixed words for a missing or dead token (specification, section 8). */
export const unauthenticatedMessage = 'AuthenticationException with message Unauthenticated.';
/** The older of the two messages that end a session; clients honour both. */
export const notLoggedInMessage = 'System Error User is not logged in.';

/** An answer that is not 2xx. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: RefusalCode;
  message: string;
  detail: string;
  instance: string;
  request_id: string;
  /** By field, `lines.0.quantity` style; only with 422. */
  errors?: Record<string, string[]>;
};
