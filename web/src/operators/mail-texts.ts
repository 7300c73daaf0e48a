import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OutboxMail } from '@vitrine/contract/operators.ts';

type State = OutboxMail['state'];

export const mailStates = {
  waiting: msg`Queued`,
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
  brand_opened: msg`Brand created`,
  email_change: msg`Confirm new email address`,
  email_change_notice: msg`Email change requested`,
  email_changed: msg`Email address changed`,
  email_in_use: msg`Email address already in use`,
  invitation: msg`Invitation`,
  message: msg`Message`,
  password_changed: msg`Password changed`,
  password_reset: msg`Password reset`,
  payout_approved: msg`Payout approved`,
  payout_details_changed: msg`Payout method changed`,
  payout_failed: msg`Payout failed`,
  payout_paid: msg`Payout paid`,
  payout_requested: msg`Payout requested`,
  sign_in_locked: msg`Too many wrong passwords`,
  social_expired: msg`Reconnect social account`,
  statement_ready: msg`Statement ready`,
  ticket_answer: msg`Ticket answered`,
};

/** The name of a kind of email; a kind without one is shown as its code. */
export function mailKind(kind: string): MessageDescriptor {
  return kindNames[kind] ?? { id: kind, message: kind };
}
