import type { Context } from '../context.ts';
import { countText, textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { deliveryTexts } from './deliveries.mails.texts.ts';

type Problems = readonly { outcome: string; count: number }[];

/** To an owner of a brand whose shop sent what could not be applied. */
export function deliveryProblemsMail(
  ctx: Context,
  owner: Reader,
  brand: { slug: string; display_name: string },
  problems: Problems,
): Mail {
  const texts = textsIn(deliveryTexts, owner.locale);
  const outcomes: Readonly<Record<string, string>> = texts.outcomes;
  const count = problems.reduce((sum, problem) => sum + problem.count, 0);
  const heading = texts.heading(count, countText(count, owner.locale), brand.display_name);
  return {
    to: owner,
    topic: 'delivery',
    kind: 'delivery_problems',
    subject: heading,
    heading,
    paragraphs: texts.lines,
    facts: problems.map((problem) => [
      outcomes[problem.outcome] ?? problem.outcome,
      countText(problem.count, owner.locale),
    ]),
    action: {
      label: texts.action,
      url: `${ctx.config.publicUrl}/brand/${brand.slug}/settings/deliveries?outcome=problem`,
    },
    reason: texts.reason(brand.display_name),
  };
}
