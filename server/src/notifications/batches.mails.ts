import type { User } from '@vitrine/contract/accounts.ts';
import type { Notice } from '@vitrine/contract/notifications.ts';
import { notificationAddress } from '@vitrine/contract/values/notification-address.ts';
import type { NotificationName } from '@vitrine/contract/values/preferences.ts';
import type { Context } from '../context.ts';
import { countText, textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { moneyText } from '../platform/money.text.ts';
import { batchTexts } from './batches.mails.texts.ts';
import { noticeSentence } from './notice.sentence.ts';

/** A notice that an email tells of together with others. */
export type BatchedNotice = { topic: NotificationName; notice: Notice; brand: { name: string; slug: string } | null };

/** From so many on, the email has one line for each brand and kind instead of one for each notice. */
const listedAtMost = 10;

type Texts = (typeof batchTexts)['en'];
type Counted = keyof Texts['counts'];
const counted: readonly Counted[] = ['sale', 'reversal', 'hold', 'application', 'change'];

function countedAs({ kind }: Notice): Counted {
  return counted.find((each) => each === kind) ?? 'change';
}

/** Sums by currency, like “$84.20, €5.00”; empty without amounts. */
function sumsOf(list: readonly BatchedNotice[], locale: string): string {
  const sums = new Map<string, bigint>();
  for (const { notice } of list)
    if (notice.kind === 'sale' || notice.kind === 'reversal') {
      const { amount, currency } = notice.amount;
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
    }
  return [...sums].map(([currency, sum]) => moneyText(sum, currency, locale)).join(', ');
}

/** Like “12 sales, $84.20”. */
function summaryOf(list: readonly BatchedNotice[], of: Counted, reader: Reader, texts: Texts): string {
  const { one, many } = texts.counts[of];
  const count = list.length === 1 ? one : many(countText(list.length, reader.locale));
  return [count, sumsOf(list, reader.locale)].filter(Boolean).join(', ');
}

function summariesOf(list: readonly BatchedNotice[], reader: Reader, texts: Texts): string[] {
  return counted.flatMap((of) => {
    const those = list.filter(({ notice }) => countedAs(notice) === of);
    return those.length > 0 ? [summaryOf(those, of, reader, texts)] : [];
  });
}

/** What happened at each brand, in the order in which it first did. */
function linesOf(list: readonly BatchedNotice[], reader: Reader, texts: Texts): string[] {
  const brands = [...Map.groupBy(list, ({ brand }) => brand?.name)];
  const withName = (name: string | undefined, text: string) =>
    brands.length > 1 && name !== undefined ? texts.atBrand(name, text) : text;
  return brands.flatMap(([name, those]) =>
    list.length <= listedAtMost
      ? those.map(({ notice }) => withName(name, noticeSentence(notice, null, reader)))
      : summariesOf(those, reader, texts).map((text) => withName(name, text)),
  );
}

/** Where all of it is found, or else what is newest. */
function addressOf([first, ...others]: readonly BatchedNotice[], role: User['role']): string {
  if (!first) return '/';
  const isOne = others.length === 0;
  if (isOne || role !== 'creator') return notificationAddress(first, role) ?? '/';
  return '/earnings';
}

/** One email about all of these, which are not empty. The newest is the last. */
export function batchMail(ctx: Context, reader: Reader, role: User['role'], list: readonly BatchedNotice[]): Mail {
  const texts = textsIn(batchTexts, reader.locale);
  const [first] = list;
  const isOne = list.length === 1 && first !== undefined;
  const subject = isOne ? noticeSentence(first.notice, null, reader) : summariesOf(list, reader, texts).join(' · ');
  const brands = [...new Set(list.flatMap(({ brand }) => brand?.name ?? []))];
  return {
    to: reader,
    topic: [...new Set(list.map(({ topic }) => topic))],
    kind: 'notifications',
    subject,
    heading: subject,
    paragraphs: isOne ? [] : linesOf(list, reader, texts),
    facts: brands.length === 1 ? [[texts.brand, brands[0] ?? '']] : [],
    action: { label: texts.open, url: `${ctx.config.publicUrl}${addressOf(list.toReversed(), role)}` },
    reason: texts.reason,
  };
}
