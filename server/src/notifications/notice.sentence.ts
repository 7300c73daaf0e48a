import type { Notice, NoticeKind } from '@vitrine/contract/notifications.ts';
import { dayText, textsIn } from '../platform/locale.ts';
import type { Addressee } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';
import { noticeTexts } from './notice.texts.ts';

type Texts = (typeof noticeTexts)['en'];
/** How the reader writes things, and the creator whom a notice to staff is about. */
type Facts = {
  creator: string;
  money: (value: { amount: string; currency: string }) => string;
  day: (at: string) => string;
};

/** A device shows a few lines, and the bell shows all. */
const longestReason = 300;

type Sentences = { [K in NoticeKind]: (notice: Extract<Notice, { kind: K }>, texts: Texts, facts: Facts) => string };

const sentences: Sentences = {
  sale: ({ amount, order_id: order, held }, texts, { money }) =>
    held ? texts.heldSale(money(amount), order) : texts.sale(money(amount), order),
  reversal: ({ amount, order_id: order }, texts, { money }) => texts.reversal(money(amount), order),
  hold: ({ outcome, order_id: order }, texts) => texts.hold[outcome](order),
  rate_change: ({ effective_at: at }, texts, { day }) => texts.rateChange(day(at)),
  settings_changed: (_, texts) => texts.settingsChanged,
  account_paused: (_, texts) => texts.paused,
  account_resumed: (_, texts) => texts.resumed,
  account_ending: ({ ends_at: at }, texts, { day }) => texts.ending(day(at)),
  account_kept: (_, texts) => texts.kept,
  group_moved: ({ group, effective_at: at }, texts, { day }) =>
    group === null ? texts.noGroup(day(at)) : texts.group(group, day(at)),
  bonus: ({ amount, reason }, texts, { money }) => texts.bonus(money(amount), reason),
  correction: ({ amount, reason }, texts, { money }) => texts.correction(money(amount), reason),
  objection: ({ order_id: order, due_at: at }, texts, { creator, day }) => texts.objection(creator, order, day(at)),
  objection_answered: ({ state, order_id: order }, texts) => texts.objectionAnswered[state](order),
  suspension: ({ step }, texts) => texts.suspension[step],
  suspension_objection: ({ state, due_at: at }, texts, { creator, day }) =>
    state === 'lapsed' ? texts.suspensionLapsed : texts.suspensionObjection(creator, day(at)),
  message: (_, texts, { creator }) => (creator === texts.someCreator ? texts.message : texts.messageFrom(creator)),
  announcement: ({ title }, texts) => texts.announcement(title),
  payout: ({ step, amount }, texts, { creator, money }) =>
    step === 'requested' ? texts.payout.requested(money(amount), creator) : texts.payout[step](money(amount)),
  staff: ({ change }, texts) => texts.staff[change],
  delivery_failed: ({ what }, texts) => (what === 'webhook_off' ? texts.webhookOff : texts.deliveries),
  application: (_, texts) => texts.application,
  claim: ({ order }, texts, { creator }) => texts.claim(creator, order),
  claim_answered: ({ state, order }, texts) => texts.claimAnswered[state](order),
  feed_failed: ({ fault }, texts) => (fault === 'fewer' ? texts.feedShrank : texts.feedFailed),
  brand_review: ({ what, value, state, reason }, texts) =>
    texts.brandReview[what][state](value, reason.slice(0, longestReason)),
  security: ({ action }, texts) => texts.security[action],
};

/** A notice in the words and the time zone of its reader. `creator`: whom it is about, for a brand’s staff. */
export function noticeSentence(notice: Notice, creator: string | null, reader: Addressee): string {
  const texts = textsIn(noticeTexts, reader.locale);
  // Each entry takes the notice of its own kind, which TypeScript can't infer over the union.
  const sentence = sentences[notice.kind] as (notice: Notice, texts: Texts, facts: Facts) => string;
  return sentence(notice, texts, {
    creator: creator ?? texts.someCreator,
    money: ({ amount, currency }) => moneyText(BigInt(amount), currency, reader.locale),
    day: (at) => dayText(new Date(at), reader),
  });
}
