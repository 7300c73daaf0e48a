import type { BrandRole } from '@vitrine/contract/values/brand-roles.ts';
import { type AccessLink, secretsOf } from '../accounts/accounts.mails.ts';
import { textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { teamTexts } from './team.mails.texts.ts';

/** To a colleague who was added to a brand. With `link`, they are new and set a password first. */
export function staffAddedMail(
  reader: Reader,
  { brand, role }: { brand: string; role: BrandRole },
  to: { link: AccessLink } | { url: string },
): Mail {
  const texts = textsIn(teamTexts, reader.locale);
  const link = 'link' in to ? to.link : undefined;
  return {
    to: reader,
    // With a link it is an invitation.
    topic: link ? 'always' : 'staff',
    kind: 'staff_added',
    subject: texts.heading(brand),
    heading: texts.heading(brand),
    paragraphs: [texts.roles[role]],
    action: 'link' in to ? { label: texts.setPassword, url: to.link.url } : { label: texts.open, url: to.url },
    ...(link && { secrets: secretsOf(link) }),
    afterword: link ? [texts.afterword] : [],
    reason: texts.reason(brand),
  };
}
