/**
 * Every refusal code with its HTTP status and title. Screens translate the code; `message` carries the detail. Wire
 * shape: RFC 9457 problem document (`application/problem+json`).
 */
export const refusals = {
  validation_failed: { status: 422, title: 'Some fields are not valid' },
  unauthenticated: { status: 401, title: 'Not logged in' },
  wrong_credentials: { status: 401, title: 'Wrong email or password' },
  forbidden: { status: 403, title: 'Not allowed' },
  view_only: { status: 403, title: 'This session is view only' },
  owner_only: { status: 403, title: 'Only the account owner can do this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflicts with the current data' },
  order_conflict: { status: 409, title: 'This order_id was already sent with a different body' },
  order_cancelled: { status: 409, title: 'The order was cancelled, so its lines can no longer change' },
  delivery_closed: { status: 409, title: 'This delivery is not an open problem (any more)' },
  delivery_without_body: { status: 409, title: 'The body of this delivery is not stored' },
  refund_conflict: { status: 409, title: 'This refund_id was already sent with a different body' },
  idempotency_conflict: { status: 409, title: 'This Idempotency-Key was already used for a different request' },
  answer_not_kept: { status: 409, title: 'This request already succeeded, and its response was not stored' },
  two_factor_needed: { status: 403, title: 'Enter a code, or use your passkey' },
  two_factor_required: { status: 403, title: 'Turn on two-factor login to continue' },
  login_expired: { status: 410, title: 'This login took too long; start again' },
  step_up_needed: { status: 403, title: 'Enter your password again' },
  second_factor_needed: { status: 403, title: 'Enter a code, or use your passkey, to continue' },
  brand_paused: { status: 409, title: 'This brand is paused, so nothing new can be created' },
  brand_closed: { status: 409, title: 'This brand is closed, so nothing new can be created' },
  account_paused: { status: 409, title: 'The brand has paused this account, so it can’t be changed' },
  account_suspended: { status: 403, title: 'This account is suspended, so it can’t be changed' },
  account_ended: { status: 409, title: 'This account has ended, so it can’t be changed' },
  second_factor_off: { status: 403, title: 'Turn on two-factor login to manage payouts' },
  payout_in_the_way: { status: 409, title: 'This payout can’t be requested' },
  payout_moved_on: { status: 409, title: 'This payout has already changed state' },
  closure_in_the_way: { status: 409, title: 'This account can’t be closed yet' },
  commission_not_held: { status: 409, title: 'This commission is not on hold' },
  already_taken_down: { status: 409, title: 'This was already taken down' },
  takedown_of_report: { status: 409, title: 'This was taken down with a report; restore it there' },
  restore_too_early: { status: 409, title: 'The 10 business days after the counter-notice are not over' },
  report_in_court: { status: 409, title: 'The reporter has gone to court' },
  counter_notice_missing: { status: 409, title: 'There is no counter-notice to this report' },
  counter_notice_sent: { status: 409, title: 'A counter-notice was already sent for this' },
  counter_notice_refused: { status: 409, title: 'A counter-notice can only answer a copyright notice' },
  import_too_old: {
    status: 409,
    title: 'This import can no longer be undone; only the newest 20 of the last 30 days can',
  },
  terms_missing: { status: 409, title: 'Set your commission rates before you send invitations' },
  applications_closed: { status: 409, title: 'This brand takes no applications right now' },
  host_missing: { status: 409, title: 'Add the host of your shop before you invite creators' },
  invitation_used: { status: 410, title: 'This invitation was already accepted' },
  invitation_expired: { status: 410, title: 'This invitation has expired' },
  invitation_revoked: { status: 410, title: 'This invitation was revoked' },
  invitation_foreign: { status: 403, title: 'This invitation is for someone else' },
  reset_link_dead: { status: 410, title: 'This link was already used or has expired' },
  setup_code_dead: { status: 410, title: 'This setup link was already used or has expired' },
  setup_done: { status: 409, title: 'This installation was set up just now' },
  google_taken: { status: 409, title: 'This Google account, or another one, is already connected' },
  sign_in_refused: { status: 400, title: 'We couldn’t verify this sign-in' },
  social_not_available: { status: 409, title: 'This platform can’t be connected on this installation' },
  social_link_invalid: { status: 409, title: 'This connection wasn’t started here, or it took too long' },
  social_refused: { status: 409, title: 'The platform didn’t grant permission' },
  link_expired: { status: 409, title: 'This link was already used or has expired' },
  range_too_long: { status: 422, title: 'This range is too long to be filtered here' },
  clicks_not_kept: { status: 422, title: 'The clicks of this range are no longer kept one by one' },
  too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'This media type isn’t supported here' },
  ambiguous_headers: { status: 400, title: 'The request headers are ambiguous' },
  malformed_body: { status: 400, title: 'The request body can’t be read' },
  picture_quota: { status: 429, title: 'Too many pictures in 24 hours' },
  rate_limited: { status: 429, title: 'Too many requests' },
  signature_invalid: { status: 401, title: 'The signature doesn’t match the body' },
  busy: { status: 503, title: 'The server is busy; try again shortly' },
  internal: { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; title: string }>;

export type RefusalCode = keyof typeof refusals;

/** The fixed message for a missing or invalid token (specification, section 8). */
export const unauthenticatedMessage = 'AuthenticationException with message Unauthenticated.';
/** The older of the two messages that end a session; clients handle both. */
export const notLoggedInMessage = 'System Error User is not logged in.';

/** The body of every response that is not 2xx. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: RefusalCode;
  message: string;
  detail: string;
  instance: string;
  request_id: string;
  /** Reasons by field, like `lines.0.quantity`; only with 422. */
  errors?: Record<string, string[]>;
  /** Only with `two_factor_needed`: what `POST /login/second-factor` takes. */
  ticket?: string;
};
