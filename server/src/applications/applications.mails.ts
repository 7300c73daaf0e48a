import type { RejectionReason } from '@vitrine/contract/applications.ts';
import { dayText, textsIn } from '../platform/locale.ts';
import type { Addressee, Mail, Reader } from '../platform/mail/mail.ts';
import { applicationTexts } from './applications.mails.texts.ts';

/** The link with which an applicant confirms, looks at and withdraws. The code is in its fragment. */
export type ApplicationLink = { code: string; url: string; expiresAt: Date };

const secretsOfLink = ({ code, expiresAt }: ApplicationLink) => ({
  values: [code],
  expireAt: expiresAt,
  subjectUser: null,
});

/** An applicant without an account. */
export const readerOfApplicant = (
  brand: { project_key: string },
  { email, locale }: { email: string; locale: string },
): Addressee => ({ address: email, locale, project: brand.project_key, timeZone: 'UTC' });

/** Asks the owner of an address whether they applied. It has nothing that the sender of the form wrote. */
export function confirmMail(to: Addressee, brand: string, link: ApplicationLink): Mail {
  const texts = textsIn(applicationTexts, to.locale);
  return {
    to,
    topic: 'always',
    kind: 'application_confirm',
    subject: texts.confirm.subject(brand),
    heading: texts.confirm.heading(brand),
    paragraphs: [texts.confirm.line(brand)],
    action: { label: texts.confirm.button, url: link.url },
    secrets: secretsOfLink(link),
    afterword: [texts.confirm.until(dayText(link.expiresAt, to)), texts.confirm.withdraw],
    reason: texts.confirm.reason(brand),
  };
}

/** Says only to the owner of an address that there is nothing more to send. `loginUrl`: they work with the brand. */
export function knownMail(to: Addressee, brand: string, loginUrl: string | undefined): Mail {
  const texts = textsIn(applicationTexts, to.locale);
  return {
    to,
    topic: 'always',
    kind: 'application_known',
    subject: texts.known.subject(brand),
    heading: texts.known.subject(brand),
    paragraphs: [loginUrl === undefined ? texts.known.waiting(brand) : texts.known.creator(brand)],
    ...(loginUrl !== undefined && { action: { label: texts.known.button, url: loginUrl } }),
    reason: texts.confirm.reason(brand),
  };
}

/** To a creator who applied with their account. */
export function applicationReceivedMail(to: Reader, brand: string, link: ApplicationLink): Mail {
  const texts = textsIn(applicationTexts, to.locale);
  return {
    to,
    topic: 'always',
    kind: 'application_received',
    subject: texts.received.subject(brand),
    heading: texts.received.subject(brand),
    paragraphs: [texts.received.line(brand)],
    action: { label: texts.received.button, url: link.url },
    secrets: secretsOfLink(link),
    reason: texts.confirm.reason(brand),
  };
}

/** To a creator who applied with their account, and whose storefront is there. */
export function approvedMail(
  to: Reader,
  { brand, message, url }: { brand: string; message: string; url: string },
): Mail {
  const texts = textsIn(applicationTexts, to.locale);
  return {
    to,
    topic: 'always',
    kind: 'application_approved',
    subject: texts.approved.subject(brand),
    heading: texts.approved.subject(brand),
    paragraphs: [texts.approved.line(brand), ...(message ? [{ quote: message }] : [])],
    action: { label: texts.approved.button, url },
    reason: texts.confirm.reason(brand),
  };
}

export function rejectedMail(
  to: Addressee,
  { brand, reason, message }: { brand: string; reason: RejectionReason; message: string },
): Mail {
  const texts = textsIn(applicationTexts, to.locale);
  return {
    to,
    topic: 'always',
    kind: 'application_rejected',
    subject: texts.rejected.subject(brand),
    heading: texts.rejected.subject(brand),
    paragraphs: [
      texts.rejected.line(brand),
      ...(texts.rejected.reasons[reason] ? [texts.rejected.reasons[reason]] : []),
      ...(message ? [{ quote: message }] : []),
    ],
    reason: texts.confirm.reason(brand),
  };
}
