import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OutboxMail } from '@vitrine/contract/operators.ts';
import type { MailKind } from '@vitrine/contract/values/mail-kinds.ts';
import type { Translate } from '../locales/translate.ts';

type State = OutboxMail['state'];

export const mailStates = {
  waiting: msg`Queued`,
  sent: msg`Sent`,
  failed: msg`Failed`,
} satisfies Record<State, MessageDescriptor>;

export function isMailState(value: string | undefined): value is State {
  return value !== undefined && Object.hasOwn(mailStates, value);
}

/** The state of an email. Without a mail server, one that waits isn't queued. */
export function mailStateName(state: State, isSending: boolean): MessageDescriptor {
  return state === 'waiting' && !isSending ? msg`Not sent` : mailStates[state];
}

export function mailLook(state: State): 'good' | 'bad' | 'wait' {
  if (state === 'sent') return 'good';
  return state === 'failed' ? 'bad' : 'wait';
}

const kindNames: Record<MailKind, MessageDescriptor> = {
  account_closing: msg`Account is being closed`,
  account_erased: msg`Account erased`,
  account_kept: msg`Account kept`,
  announcement: msg`Announcement`,
  application_approved: msg`Application approved`,
  application_confirm: msg`Confirm an application`,
  application_known: msg`Applied already`,
  application_received: msg`Application received`,
  application_rejected: msg`Application declined`,
  brand_changed: msg`Brand changed`,
  brand_closed: msg`Brand closed`,
  brand_opened: msg`Brand created`,
  brand_owner_added: msg`Owner added to a brand`,
  brand_paused: msg`Brand paused`,
  brand_reopened: msg`Brand active again`,
  click_class_gained: msg`Commission credited after a click was reclassified`,
  click_class_lost: msg`Commission reversed after a click was reclassified`,
  commission_declined: msg`Commission declined`,
  counter_notice: msg`Counter-notice forwarded`,
  creator_ending: msg`End of the work with a creator announced`,
  creator_kept: msg`End of the work with a creator withdrawn`,
  creator_moved: msg`Creator moved to another group`,
  creator_paused: msg`Creator paused`,
  creator_suspended: msg`Creator suspended`,
  suspension_ended: msg`Suspension ended`,
  suspension_objection: msg`Objection to a suspension`,
  suspension_unanswered: msg`Suspension ended without an answer`,
  suspension_upheld: msg`Objection to a suspension rejected`,
  creator_resumed: msg`Creator resumed`,
  data_request: msg`Shopper asks for their data`,
  email_change: msg`Confirm new email address`,
  email_change_notice: msg`Email change requested`,
  email_changed: msg`Email address changed`,
  email_in_use: msg`Email address already in use`,
  feed_failed: msg`Product feed failed`,
  google_connected: msg`Google connected`,
  google_disconnected: msg`Google disconnected`,
  group_welcome: msg`Welcome to a group`,
  invitation: msg`Invitation`,
  delivery_problems: msg`Deliveries need a look`,
  edit_gained: msg`Commission credited after a change of the order`,
  edit_lost: msg`Commission reversed after a change of the order`,
  late_click_gained: msg`Commission credited after a late click`,
  late_click_lost: msg`Commission reversed after a late click`,
  message: msg`Message`,
  notifications: msg`Notifications in one email`,
  password_changed: msg`Password changed`,
  password_reset: msg`Password reset`,
  payout_approved: msg`Payout approved`,
  payout_details_changed: msg`Payout method changed`,
  payout_failed: msg`Payout failed`,
  bonus_given: msg`Bonus given`,
  correction_made: msg`Correction of a balance`,
  claim_answered: msg`Claim answered`,
  claim_received: msg`Claim of a missing order`,
  objection_answered: msg`Objection answered`,
  objection_received: msg`Objection to a declined commission`,
  payout_paid: msg`Payout paid`,
  payout_requested: msg`Payout requested`,
  recovery_code_used: msg`Recovery code used`,
  rate_change: msg`Lower commission announced`,
  report_decided: msg`Report decided`,
  report_received: msg`Report received`,
  shop_removed: msg`App removed in the shop`,
  second_factor_added: msg`Second factor added`,
  second_factor_gone: msg`Second factor removed`,
  second_factor_locked: msg`Too many wrong codes`,
  sign_in_locked: msg`Too many wrong passwords`,
  social_expired: msg`Reconnect social account`,
  staff_added: msg`Added to a brand’s team`,
  statement_ready: msg`Statement ready`,
  takedown: msg`Taken down`,
  takedown_lifted: msg`Restored after a take-down`,
  verification_failed: msg`Daily check found a difference`,
  webhook_off: msg`Webhook turned off`,
  ticket_answer: msg`Ticket answered`,
  two_factor_off: msg`Two-factor login turned off`,
  two_factor_on: msg`Two-factor login turned on`,
  two_factor_removed: msg`Two-factor login turned off by an operator`,
};

function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(kindNames, kind);
}

/** The name of a kind of email. Stored kinds of other releases are shown as their code. */
export function mailKind(kind: string, t: Translate): string {
  return isMailKind(kind) ? t(kindNames[kind]) : kind;
}
