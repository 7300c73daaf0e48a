import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RefusalCode } from '@vitrine/contract/refusals.ts';

/** Codes that are answers; `offline` is ours, for a call that never came back. */
export type Failure = RefusalCode | 'offline';

const texts = {
  validation_failed: msg`Some fields are not right yet. Please look at them again.`,
  unauthenticated: msg`You have been signed out. Please sign in again.`,
  wrong_credentials: msg`That e-mail and password do not belong together.`,
  forbidden: msg`This account may not do that.`,
  view_only: msg`This session may only look, so nothing was changed.`,
  not_found: msg`This is not here, or not yours to see.`,
  method_not_allowed: msg`Something is out of step. Please load the page again.`,
  conflict: msg`Somebody changed this meanwhile. Load it again and look.`,
  order_conflict: msg`This order was reported before, with other contents.`,
  refund_conflict: msg`This refund was reported before, with other contents.`,
  idempotency_conflict: msg`This was sent before, with other contents.`,
  commission_not_held: msg`This commission is not on hold any more.`,
  too_large: msg`That is too large to be sent.`,
  unsupported_media_type: msg`Something is out of step. Please load the page again.`,
  malformed_body: msg`Something is out of step. Please load the page again.`,
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
