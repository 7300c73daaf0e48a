import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RefusalCode } from '@vitrine/contract/refusals.ts';
import { ChunkLoadError } from '../api/chunk.ts';
import { ApiProblem } from '../api/problem.ts';

/** The refusal codes of the contract; `offline` is added here for a call without an answer. */
export type FailureCode = RefusalCode | 'offline';

const texts = {
  validation_failed: msg`Some fields need fixing. Please check them and try again.`,
  unauthenticated: msg`You’ve been logged out. Please log in again.`,
  wrong_credentials: msg`Wrong email or password.`,
  forbidden: msg`This account isn’t allowed to do that.`,
  view_only: msg`This session is view only. Nothing was changed.`,
  owner_only: msg`Only the account’s owner can do this. Nothing was changed.`,
  not_found: msg`We couldn’t find this, or you don’t have access to it.`,
  method_not_allowed: msg`Something went wrong. Please reload the page.`,
  conflict: msg`Someone else has changed this. Reload the page to see the latest version.`,
  order_cancelled: msg`This order was cancelled, so it can no longer change.`,
  order_conflict: msg`This order was already reported with different details.`,
  delivery_closed: msg`This delivery was already applied, fixed or dismissed. Reload the page to see it.`,
  delivery_without_body: msg`The body of this delivery isn’t stored, so it can’t be replayed. Enter it by hand or dismiss it.`,
  refund_conflict: msg`This refund was already reported with different details.`,
  idempotency_conflict: msg`This was already sent with different details.`,
  ambiguous_headers: msg`Your browser or network sent a request that we can’t read. Please try again.`,
  answer_not_kept: msg`This was already done. Reload the page to see the result.`,
  two_factor_needed: msg`Please enter a code or use your passkey.`,
  two_factor_required: msg`Turn on two-factor login first.`,
  login_expired: msg`That took too long. Please start again.`,
  step_up_needed: msg`Please enter your password again.`,
  account_paused: msg`The brand has paused your account.`,
  account_suspended: msg`Your account is suspended, so you can’t do this.`,
  account_ended: msg`Your work with this brand has ended.`,
  brand_paused: msg`This brand is paused right now, so nothing new can be added.`,
  brand_closed: msg`This brand is closed, so nothing new can be added.`,
  second_factor_off: msg`Turn on two-factor login first.`,
  second_factor_needed: msg`Please enter a code or use your passkey.`,
  payout_in_the_way: msg`This payout can’t be requested right now. Reload the page to see why.`,
  payout_moved_on: msg`This payout’s status has changed. Reload the page to see it.`,
  closure_in_the_way: msg`This account can’t be closed yet. Reload the page to see why.`,
  commission_not_held: msg`This commission is no longer on hold.`,
  already_taken_down: msg`This was already taken down. Decline other reports about it and say so.`,
  takedown_of_report: msg`This was taken down with a report. Restore it in the report.`,
  restore_too_early: msg`It’s too early to restore this, unless the notice was withdrawn or the take-down was a mistake.`,
  report_in_court: msg`The reporter has gone to court. Restore this only if the notice was withdrawn or the take-down was a mistake.`,
  counter_notice_missing: msg`There’s no counter-notice. Restore this only if the notice was withdrawn or the take-down was a mistake.`,
  counter_notice_sent: msg`A counter-notice was already sent for this.`,
  counter_notice_refused: msg`A counter-notice can only answer a copyright notice. Write to us under Feedback/support instead.`,
  import_too_old: msg`This import can no longer be undone. You can undo the latest 20 imports from the last 30 days.`,
  terms_missing: msg`Set your commission rates first. Then you can send invitations.`,
  applications_closed: msg`This brand takes no applications right now.`,
  host_missing: msg`Add your shop’s host under Settings first. Then you can invite creators.`,
  invitation_used: msg`This invitation has already been accepted.`,
  invitation_expired: msg`This invitation has expired.`,
  invitation_revoked: msg`The brand revoked this invitation.`,
  invitation_foreign: msg`This invitation is for another email address.`,
  reset_link_dead: msg`This link has been used or has expired. Request a new one; it works for one hour.`,
  setup_code_dead: msg`This setup link has been used or has expired. Restart the server to get a new one.`,
  setup_done: msg`Someone else set up this installation just now. If that was you, log in.`,
  google_taken: msg`This Google account is already connected to another account here. Please choose a different one.`,
  sign_in_refused: msg`We couldn’t complete that sign-in. Please try again.`,
  social_not_available: msg`You can’t connect this platform here. You can enter its figures manually.`,
  social_link_invalid: msg`That took too long or was started in another browser. Please start again.`,
  social_refused: msg`The platform didn’t give permission, so nothing was connected. You can try again.`,
  link_expired: msg`This link has been used or has expired. Request a new one.`,
  range_too_long: msg`This period is too long to filter. Choose at most 92 days.`,
  clicks_not_kept: msg`Clicks from the start of this period are no longer stored one by one. Choose a later start date.`,
  too_large: msg`That’s too large to send.`,
  unsupported_media_type: msg`Something went wrong. Please reload the page.`,
  malformed_body: msg`Something went wrong. Please reload the page.`,
  picture_quota: msg`You’ve uploaded 100 pictures, the most we take in 24 hours. You can upload more 24 hours after the first of them.`,
  rate_limited: msg`Too many requests. Please wait a minute and try again.`,
  signature_invalid: msg`The signature isn’t valid.`,
  busy: msg`We’re busy right now. Please try again shortly.`,
  internal: msg`Something went wrong on our side. We’ve logged it. Please try again.`,
  offline: msg`We can’t reach the server. Check your connection and try again.`,
} satisfies Record<FailureCode, MessageDescriptor>;

/** The text for a refusal code; a code that this build doesn't know reads as a fault of ours. */
export function refusalText(code: string): MessageDescriptor {
  return new Map<string, MessageDescriptor>(Object.entries(texts)).get(code) ?? texts.internal;
}

/** Something that failed in the browser itself, with its own text. */
export class LocalFailure extends Error {
  readonly text: MessageDescriptor;
  constructor(text: MessageDescriptor, cause?: unknown) {
    super(text.message ?? text.id, { cause });
    this.name = 'LocalFailure';
    this.text = text;
  }
}

/** The text for any error of a call; anything but a refusal reads as a fault of ours. */
export function failureText(failure: unknown): MessageDescriptor {
  if (failure instanceof ChunkLoadError) return texts.offline;
  if (failure instanceof LocalFailure) return failure.text;
  return refusalText(failure instanceof ApiProblem ? failure.code : 'internal');
}
