import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OutboxMail } from '@vitrine/contract/operators.ts';

type State = OutboxMail['state'];

export const mailStates = {
  waiting: msg`Waiting`,
  sent: msg`Sent`,
  failed: msg`Failed`,
} satisfies Record<State, MessageDescriptor>;

export function isMailState(value: string | undefined): value is State {
  return value !== undefined && Object.hasOwn(mailStates, value);
}

export function mailLook(state: State): 'good' | 'bad' | 'wait' {
  if (state === 'sent') return 'good';
  return state === 'failed' ? 'bad' : 'wait';
}

const kindNames: Record<string, MessageDescriptor> = {
  announcement: msg`Announcement`,
  brand_opened: msg`Brand opened`,
  email_change: msg`New e-mail address to confirm`,
  email_change_notice: msg`E-mail address about to change`,
  email_changed: msg`E-mail address changed`,
  email_in_use: msg`E-mail address in use`,
  invitation: msg`Invitation`,
  message: msg`Message`,
  password_changed: msg`Password changed`,
  password_reset: msg`Link for a new password`,
  payout_approved: msg`Payout approved`,
  payout_details_changed: msg`Payout method changed`,
  payout_failed: msg`Payout came back`,
  payout_paid: msg`Payout paid`,
  payout_requested: msg`Payout asked for`,
  sign_in_locked: msg`Too many wrong passwords`,
  social_expired: msg`Social account to connect again`,
  statement_ready: msg`Statement ready`,
  ticket_answer: msg`Answer to a ticket`,
};

/** The words for a kind of mail; one without words is told by its code. */
export function mailKind(kind: string): MessageDescriptor {
  return kindNames[kind] ?? { id: kind, message: kind };
}
