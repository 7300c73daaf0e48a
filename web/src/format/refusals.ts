import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RefusalCode } from '@vitrine/contract/refusals.ts';
import { ChunkLoadError } from '../api/chunk.ts';
import { ApiProblem } from '../api/problem.ts';

/** Codes that are answers; `offline` is ours, for a call that never came back. */
export type Failure = RefusalCode | 'offline';

const texts = {
  validation_failed: msg`Some fields are not right yet. Please look at them again.`,
  unauthenticated: msg`You have been signed out. Please sign in again.`,
  wrong_credentials: msg`That e-mail and password do not belong together.`,
  forbidden: msg`This account may not do that.`,
  view_only: msg`This session may only look, so nothing was changed.`,
  owner_only: msg`Only the person themself may do this, so nothing was changed.`,
  not_found: msg`This is not here, or not yours to see.`,
  method_not_allowed: msg`Something is out of step. Please load the page again.`,
  conflict: msg`Somebody changed this meanwhile. Load it again and look.`,
  order_conflict: msg`This order was reported before, with other contents.`,
  refund_conflict: msg`This refund was reported before, with other contents.`,
  idempotency_conflict: msg`This was sent before, with other contents.`,
  ambiguous_headers: msg`Your browser or network sent a request that we can’t read. Please try again.`,
  answer_not_kept: msg`This was already done. Load the page again to see the result.`,
  step_up_needed: msg`Please give your password again.`,
  payout_in_the_way: msg`Something stands in the way of this payout. Load the page again and look.`,
  payout_moved_on: msg`This payout has moved on meanwhile. Load the page again and look.`,
  commission_not_held: msg`This commission is not on hold any more.`,
  import_too_old: msg`This import can no longer be undone. Only the newest 20 imports of the last 30 days can.`,
  terms_missing: msg`Set your commission rates first. Then you can send invitations.`,
  invitation_used: msg`This invitation has been accepted already.`,
  invitation_expired: msg`This invitation has run out.`,
  invitation_revoked: msg`This invitation was taken back by the brand.`,
  invitation_foreign: msg`This invitation is for another e-mail address.`,
  reset_link_dead: msg`This link was used before, or its hour has passed.`,
  google_taken: msg`This Google account is connected to an account here already. Please choose another one.`,
  sign_in_refused: msg`That sign-in could not be finished. Please start it again.`,
  social_not_available: msg`This platform cannot be linked here. You can enter its figures by hand.`,
  social_link_invalid: msg`That took too long, or was begun in another browser. Please begin again.`,
  social_refused: msg`The platform did not give its permission, so nothing was linked. You can try again.`,
  link_expired: msg`This link was used before, or has expired. Ask for a new one.`,
  too_large: msg`That is too large to be sent.`,
  unsupported_media_type: msg`Something is out of step. Please load the page again.`,
  malformed_body: msg`Something is out of step. Please load the page again.`,
  picture_quota: msg`You’ve uploaded 100 pictures, the most we take in 24 hours. You can upload more 24 hours after the first of them.`,
  rate_limited: msg`That was a lot at once. Please wait a minute and try again.`,
  signature_invalid: msg`The signature does not fit.`,
  busy: msg`We are busy at the moment. Please try again shortly.`,
  internal: msg`Something went wrong on our side. It has been noted; please try again.`,
  offline: msg`We cannot be reached. Please check your connection and try again.`,
} satisfies Record<Failure, MessageDescriptor>;

/** What a person reads for a refusal; a code this build does not know yet reads as a fault of ours. */
export function refusalText(code: string): MessageDescriptor {
  return new Map<string, MessageDescriptor>(Object.entries(texts)).get(code) ?? texts.internal;
}

/** The same for whatever a call failed with: what is no answer of ours reads as a fault of ours. */
export function failureText(failure: unknown): MessageDescriptor {
  if (failure instanceof ChunkLoadError) return texts.offline;
  return refusalText(failure instanceof ApiProblem ? failure.code : 'internal');
}
