import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Notice, NoticeKind } from '@vitrine/contract/notifications.ts';
import { formatMoney } from '../format/money.ts';

// What a notification says, by kind. A new kind needs one entry here, one in server/src/notifications/notice.texts.ts and one in contract/src/values/notification-address.ts.

/** What a text needs besides its notice: names, and how the reader writes dates. */
export type TextFacts = { creator: string | null; day: (at: string) => string };
type NoticeOf<K extends NoticeKind> = Extract<Notice, { kind: K }>;

const texts: { [K in NoticeKind]: (notice: NoticeOf<K>, facts: TextFacts) => MessageDescriptor } = {
  sale: ({ order_id: order, amount: earned, held }) => {
    const amount = formatMoney(earned);
    return held
      ? msg`Order ${order} earned you ${amount}. The brand reviews it first.`
      : msg`You earned ${amount} with order ${order}`;
  },
  reversal: ({ order_id: order, amount: reversed }) => {
    const amount = formatMoney(reversed);
    return msg`${amount} of your commission on order ${order} was reversed`;
  },
  hold: ({ order_id: order, outcome }) => holdTexts[outcome](order),
  rate_change: ({ effective_at: at }, { day }) => {
    const date = day(at);
    return msg`Some of your commission rates change on ${date}`;
  },
  settings_changed: () => msg`The brand changed how it counts or pays orders`,
  account_paused: () => msg`The brand paused your account. New clicks earn nothing for now.`,
  account_resumed: () => msg`The brand resumed your account. Clicks earn again.`,
  account_ending: ({ ends_at: at }, { day }) => {
    const date = day(at);
    return msg`Your work with the brand ends on ${date}. Clicks from then on earn nothing.`;
  },
  account_kept: () => msg`Your work with the brand continues. The end was withdrawn.`,
  group_moved: ({ group, effective_at: at }, { day }) => {
    const date = day(at);
    return group === null ? msg`You’re in no group from ${date}` : msg`You’re in the group ${group} from ${date}`;
  },
  bonus: ({ amount: given, reason }) => {
    const amount = formatMoney(given);
    return msg`You got a bonus of ${amount}: ${reason}`;
  },
  correction: ({ amount: changed, reason }) => {
    const amount = formatMoney(changed);
    return msg`The brand corrected your balance by ${amount}: ${reason}`;
  },
  objection: ({ order_id: order, due_at: at }, { creator, day }) => {
    const date = day(at);
    return creator === null
      ? msg`Objection to the decline of order ${order}. Answer by ${date}.`
      : msg`${creator} objects to the decline of order ${order}. Answer by ${date}.`;
  },
  objection_answered: ({ order_id: order, state }) => objectionTexts[state](order),
  suspension: ({ step }) => suspensionTexts[step],
  suspension_objection: ({ state, due_at: at }, { creator, day }) => {
    const date = day(at);
    if (state === 'lapsed') return msg`A suspension has ended because nobody answered the objection`;
    return creator === null
      ? msg`A suspended creator objects. Answer by ${date}.`
      : msg`${creator} objects to being paused. Answer by ${date}.`;
  },
  message: (_, { creator }) => (creator === null ? msg`New message` : msg`New message from ${creator}`),
  announcement: ({ title }) => msg`New announcement: ${title}`,
  payout: ({ step, amount: paid }, { creator }) => {
    const amount = formatMoney(paid);
    if (step !== 'requested') return payoutTexts[step](amount);
    return creator === null ? msg`Payout of ${amount} requested` : msg`${creator} requested a payout of ${amount}`;
  },
  brand_review: ({ what, value, state, reason }) => reviewTexts[what][state](value, reason),
  staff: ({ change }) => staffTexts[change],
  delivery_failed: ({ what }) =>
    what === 'webhook_off'
      ? msg`A webhook address failed too often and was turned off`
      : msg`Some deliveries from your shop need review`,
  application: () => msg`An application waits for your answer`,
  claim: ({ order }, { creator }) =>
    creator === null ? msg`A creator misses an order: ${order}` : msg`${creator} misses an order: ${order}`,
  claim_answered: ({ order, state }) => claimTexts[state](order),
  feed_failed: ({ fault }) =>
    fault === 'fewer'
      ? msg`The product feed has lost most of its products, and waits until you confirm`
      : msg`The product feed failed three times in a row`,
  security: ({ action }) => securityTexts[action],
};

const holdTexts: Record<NoticeOf<'hold'>['outcome'], (order: string) => MessageDescriptor> = {
  held: (order) => msg`Your commission on order ${order} is on hold`,
  released: (order) => msg`Your commission on order ${order} is no longer on hold`,
  declined: (order) => msg`Your commission on order ${order} was declined`,
  expired: (order) => msg`The hold on your commission for order ${order} has expired`,
};

type ReviewTexts = Record<NoticeOf<'brand_review'>['state'], (value: string, reason: string) => MessageDescriptor>;

const reviewTexts: Record<NoticeOf<'brand_review'>['what'], ReviewTexts> = {
  name: {
    waiting: (name) => msg`A new name needs your approval: ${name}`,
    open: (name) => msg`Look at this name: ${name}`,
    approved: (name) => msg`An operator approved the name ${name}. It’s live.`,
    refused: (name, reason) => msg`An operator didn’t approve the name ${name}: ${reason}`,
    withdrawn: (name, reason) => msg`An operator withdrew the name ${name}: ${reason}`,
  },
  host: {
    waiting: (host) => msg`A host needs your approval: ${host}`,
    open: (host) => msg`Links can lead to a new host: ${host}`,
    approved: (host) => msg`An operator approved the host ${host}. Links can lead to it now.`,
    refused: (host, reason) => msg`An operator didn’t approve the host ${host}: ${reason}`,
    withdrawn: (host, reason) =>
      msg`An operator removed the host ${host}. Links to it lead to your shop now. The reason: ${reason}`,
  },
};

const claimTexts: Record<NoticeOf<'claim_answered'>['state'], (order: string) => MessageDescriptor> = {
  credited: (order) => msg`The brand credited the order that you missed: ${order}`,
  rejected: (order) => msg`The brand answered about the order that you missed: ${order}`,
};

const objectionTexts: Record<NoticeOf<'objection_answered'>['state'], (order: string) => MessageDescriptor> = {
  accepted: (order) => msg`The brand accepted your objection, and order ${order} is credited again`,
  rejected: (order) => msg`The brand rejected your objection about order ${order}`,
  lapsed: (order) => msg`The brand didn’t answer your objection in time, so order ${order} is credited again`,
};

const suspensionTexts: Record<NoticeOf<'suspension'>['step'], MessageDescriptor> = {
  suspended: msg`Your account is suspended. Read why, and how to object.`,
  lifted: msg`Your account is no longer suspended. Clicks earn again.`,
  upheld: msg`Your objection was rejected. Read the answer.`,
  lapsed: msg`Nobody answered your objection in time, so clicks earn again`,
};

const payoutTexts: Record<Exclude<NoticeOf<'payout'>['step'], 'requested'>, (amount: string) => MessageDescriptor> = {
  approved: (amount) => msg`Your payout of ${amount} was approved`,
  paid: (amount) => msg`Your payout of ${amount} was paid`,
  failed: (amount) => msg`Your payout of ${amount} failed`,
};

const staffTexts: Record<NoticeOf<'staff'>['change'], MessageDescriptor> = {
  added: msg`You joined the team`,
  role_changed: msg`Your role on the team has changed`,
  removed: msg`You’re no longer on the team`,
};

const securityTexts: Record<NoticeOf<'security'>['action'], MessageDescriptor> = {
  password_changed: msg`Your password was changed`,
  password_reset: msg`Your password was reset`,
  password_set: msg`Your password is set`,
  email_changed: msg`Your email address was changed`,
  new_device: msg`New login from another browser`,
  two_factor_on: msg`Two-factor login was turned on`,
  two_factor_off: msg`Two-factor login was turned off`,
  two_factor_removed: msg`An operator turned off your two-factor login`,
  second_factor_added: msg`A second factor was added to your account`,
  second_factor_gone: msg`A second factor was removed from your account`,
  recovery_code_used: msg`A recovery code was used to log in`,
  google_connected: msg`Google was connected to your account`,
  google_disconnected: msg`Google was disconnected from your account`,
  payout_details_changed: msg`Your bank details were changed`,
};

export function notificationText(notice: Notice, facts: TextFacts): MessageDescriptor {
  // Each entry takes the notice of its own kind, which TypeScript can't infer over the union.
  const text = texts[notice.kind] as (notice: Notice, facts: TextFacts) => MessageDescriptor;
  return text(notice, facts);
}
