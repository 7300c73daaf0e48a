import type { Context } from '../context.ts';
import { textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { feedTexts } from './feeds.mails.texts.ts';

/** To staff who may change the catalog of a brand whose product feed needs them. */
export function feedFailedMail(
  ctx: Context,
  to: Reader,
  brand: { slug: string; display_name: string },
  { url, reason, isStopped }: { url: string; reason: string; isStopped: boolean },
): Mail {
  const texts = textsIn(feedTexts, to.locale);
  const heading = (isStopped ? texts.stopped : texts.failed)(brand.display_name);
  return {
    to,
    topic: 'always',
    kind: 'feed_failed',
    subject: heading,
    heading,
    paragraphs: isStopped ? texts.stoppedLines : texts.failedLines,
    facts: [
      [texts.address, url],
      [texts.seen, reason],
    ],
    action: { label: texts.action, url: `${ctx.config.publicUrl}/brand/${brand.slug}/catalogue` },
    reason: texts.reason(brand.display_name),
  };
}
