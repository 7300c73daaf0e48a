import { type AccessLink, secretsOf } from '../accounts/accounts.mails.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { textsIn } from '../platform/locale.ts';
import { operatorTexts } from './operators.mails.texts.ts';

/** With `link`, the owner is new and sets a password first. `portal` is the name of the owner's variant. */
export function brandOpenedMail(
  owner: Reader,
  { brand, portal }: { brand: string; portal: string },
  to: { link: AccessLink } | { url: string },
): Mail {
  const link = 'link' in to ? to.link : undefined;
  const { brandOpened: texts } = textsIn(operatorTexts, owner.locale);
  return {
    to: owner,
    topic: 'always',
    kind: 'brand_opened',
    subject: texts.subject(brand, portal),
    heading: texts.heading(brand),
    paragraphs: [texts.line],
    action: 'link' in to ? { label: texts.setPassword, url: to.link.url } : { label: texts.open, url: to.url },
    ...(link && { secrets: secretsOf(link) }),
    afterword: link ? [texts.afterword] : [],
    reason: texts.reason(brand),
  };
}
