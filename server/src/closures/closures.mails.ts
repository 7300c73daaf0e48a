import { dayText, textsIn } from '../platform/locale.ts';
import type { Mail, Reader } from '../platform/mail/mail.ts';
import { closureTexts } from './closures.mails.texts.ts';

/** Says when the account is erased and how to keep it. With a `reason`, an operator closed it. */
export function closingMail(
  user: Reader,
  { eraseAfter, reason, address }: { eraseAfter: Date; reason: string | undefined; address: string },
): Mail {
  const texts = textsIn(closureTexts, user.locale);
  const { subject, heading, byOwner, byOperator, lines, button } = texts.closing;
  const cause = reason === undefined ? [byOwner] : [byOperator, { quote: reason }];
  return {
    to: user,
    topic: 'always',
    kind: 'account_closing',
    subject,
    heading,
    paragraphs: [...cause, ...lines(dayText(eraseAfter, user))],
    action: { label: button, url: address },
    reason: texts.reason,
  };
}

export function keptMail(user: Reader, url: string): Mail {
  const texts = textsIn(closureTexts, user.locale);
  const { subject, heading, lines, button } = texts.kept;
  return {
    to: user,
    topic: 'always',
    kind: 'account_kept',
    subject,
    heading,
    paragraphs: lines,
    action: { label: button, url },
    reason: texts.reason,
  };
}

/** The last email, sent before the address is erased. */
export function erasedMail(user: Reader): Mail {
  const texts = textsIn(closureTexts, user.locale);
  const { subject, heading, lines } = texts.erased;
  return {
    to: user,
    topic: 'always',
    kind: 'account_erased',
    subject,
    heading,
    paragraphs: lines,
    reason: texts.reason,
  };
}
