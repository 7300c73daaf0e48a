import type { Addressee, Mail, MailSecrets, Reader } from '../platform/mail/mail.ts';
import { wordsIn } from '../platform/spoken.ts';
import { accountWords } from './accounts.mails.words.ts';

// Mails about somebody's account. They are always sent.

function wordsFor({ locale }: Addressee) {
  return wordsIn(accountWords, locale);
}

/** A link that gives access to an account: `url` ends in `token`. */
export type AccessLink = { url: string; token: string; expiresAt: Date; userId: string };

function secretsOf({ token, expiresAt, userId }: AccessLink): MailSecrets {
  return { values: [token], expireAt: expiresAt, subjectUser: userId };
}

/** To the address that is to be theirs. */
export function confirmEmailMail(user: Reader, newEmail: string, link: AccessLink): Mail {
  const { confirmEmail: words } = wordsFor(user);
  return {
    to: { ...user, address: newEmail },
    topic: 'always',
    kind: 'email_change',
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.line(user.displayName, newEmail)],
    action: { label: words.deed, url: link.url },
    secrets: secretsOf(link),
    afterword: [words.afterword],
    reason: words.reason,
  };
}

export function emailInUseMail(holder: Reader): Mail {
  const { emailInUse: words, safety } = wordsFor(holder);
  return {
    to: holder,
    topic: 'always',
    kind: 'email_in_use',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    reason: safety,
  };
}

export function emailRequestedMail(user: Reader, url: string): Mail {
  const { emailRequested: words, look, safety } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'email_change_notice',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    action: { label: look, url },
    reason: safety,
  };
}

export function emailChangedMail(user: Reader, url: string): Mail {
  const { emailChanged: words, look, safety } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'email_changed',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    action: { label: look, url },
    reason: safety,
  };
}

export function passwordChangedMail(user: Reader, url: string): Mail {
  const { passwordChanged: words, safety } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'password_changed',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    action: { label: words.deed, url },
    reason: safety,
  };
}

export function resetMail(user: Reader, link: AccessLink): Mail {
  const { reset: words } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'password_reset',
    subject: words.subject,
    heading: words.subject,
    paragraphs: [words.line],
    action: { label: words.subject, url: link.url },
    secrets: secretsOf(link),
    afterword: words.afterword,
    reason: words.reason,
  };
}

/** To the owner of an account whose guesses have run out. */
export function signInLockedMail(user: Reader, url: string): Mail {
  const { signInLocked: words, safety } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'sign_in_locked',
    subject: words.subject,
    heading: words.heading,
    paragraphs: words.lines,
    action: { label: words.action, url },
    reason: safety,
  };
}

export function resetDoneMail(user: Reader, url: string): Mail {
  const { resetDone: words, safety } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'password_changed',
    subject: words.subject,
    heading: words.subject,
    paragraphs: [words.line],
    action: { label: words.deed, url },
    afterword: [words.afterword],
    reason: safety,
  };
}

/** With a link, nobody knows the owner's password yet, and it leads to where they set one. */
export function brandOpenedMail(owner: Reader, brand: string, to: { link: AccessLink } | { url: string }): Mail {
  const link = 'link' in to ? to.link : undefined;
  const { brandOpened: words } = wordsFor(owner);
  return {
    to: owner,
    topic: 'always',
    kind: 'brand_opened',
    subject: words.subject(brand),
    heading: words.heading(brand),
    paragraphs: [words.line],
    action: 'link' in to ? { label: words.setPassword, url: to.link.url } : { label: words.open, url: to.url },
    ...(link && { secrets: secretsOf(link) }),
    afterword: link ? [words.afterword] : [],
    reason: words.reason(brand),
  };
}

export function googleMail(user: Reader, { isConnected, url }: { isConnected: boolean; url: string }): Mail {
  const { google: words, look, safety } = wordsFor(user);
  const { subject, lines } = isConnected ? words.connected : words.disconnected;
  return {
    to: user,
    topic: 'always',
    kind: isConnected ? 'google_connected' : 'google_disconnected',
    subject,
    heading: subject,
    paragraphs: lines,
    action: { label: look, url },
    reason: safety,
  };
}
