import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { User } from '@vitrine/contract/accounts.ts';
import type { NotificationName } from '@vitrine/contract/values/preferences.ts';

// What users can be notified of, as the settings name and explain it.

const labels: Record<NotificationName, MessageDescriptor> = {
  sale: msg`Sales`,
  reversal: msg`Reversals`,
  hold: msg`Orders on hold`,
  payout: msg`Payouts and commissions`,
  rate_change: msg`Rates and terms`,
  message: msg`Messages`,
  announcement: msg`Announcements`,
  application: msg`Applications`,
  claim: msg`Missing orders and objections`,
  delivery: msg`Failed deliveries`,
  staff: msg`Your place on the team`,
  social: msg`Social accounts`,
};

const hints: Record<NotificationName, MessageDescriptor> = {
  sale: msg`When an order earns you a commission.`,
  reversal: msg`When a commission is reversed, for example after a refund.`,
  hold: msg`When a brand reviews an order, and what it decides.`,
  payout: msg`When a payout is approved, paid or fails, when your commissions or balance change, and when a monthly statement is ready.`,
  rate_change: msg`When a brand changes your rates, your group, or how it counts and pays orders.`,
  message: msg`When a brand’s message stays unread for a few minutes.`,
  announcement: msg`When a brand posts an announcement.`,
  application: msg`When a creator applies to the program.`,
  claim: msg`When a creator misses an order or objects to a decline.`,
  delivery: msg`When data from your shop or product feed, or a webhook, needs someone.`,
  staff: msg`When you join a team, your role changes, or you leave it.`,
  social: msg`When you need to reconnect an account.`,
};

const staffLabels: Partial<Record<NotificationName, MessageDescriptor>> = { payout: msg`Payouts` };
const staffHints: Partial<Record<NotificationName, MessageDescriptor>> = {
  payout: msg`When a creator requests a payout.`,
  message: msg`When a creator’s message stays unread for a few minutes.`,
};

export function topicLabelOf(topic: NotificationName, role: User['role']): MessageDescriptor {
  return (role === 'creator' ? undefined : staffLabels[topic]) ?? labels[topic];
}

export function topicHintOf(topic: NotificationName, role: User['role']): MessageDescriptor {
  return (role === 'creator' ? undefined : staffHints[topic]) ?? hints[topic];
}
