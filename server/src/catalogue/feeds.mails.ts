import type { FeedFault } from '@vitrine/contract/values/feed-faults.ts';
import type { Context } from '../context.ts';
import { textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { hideInAddresses } from '../platform/shown.addresses.ts';
import { feedTexts } from './feeds.mails.texts.ts';

/** To staff who may change the catalog of a brand whose product feed needs them. */
export function feedFailedMail(
  ctx: Context,
  to: Reader,
  brand: { slug: string; display_name: string },
  { url, fault, seen }: { url: string; fault: FeedFault; seen: string },
): Mail {
  const texts = textsIn(feedTexts, to.locale);
  const isStopped = fault === 'fewer';
  const heading = (isStopped ? texts.stopped : texts.failed)(brand.display_name);
  return {
    to,
    topic: 'delivery',
    kind: 'feed_failed',
    subject: heading,
    heading,
    paragraphs: isStopped ? texts.stoppedLines : texts.failedLines,
    facts: [
      [texts.address, hideInAddresses(url)],
      [texts.seen, seen === '' ? texts.faults[fault] : `${texts.faults[fault]} (${seen})`],
    ],
    action: { label: texts.action, url: `${ctx.config.publicUrl}/brand/${brand.slug}/catalogue` },
    reason: texts.reason(brand.display_name),
  };
}
