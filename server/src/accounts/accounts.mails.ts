import type { Addressee, Mail, Reader } from '../platform/mail/mail.ts';
import { wordsIn } from '../platform/spoken.ts';
import { accountWords } from './accounts.mails.words.ts';

// Mails about somebody's account. They are always sent.

function wordsFor({ locale }: Addressee) {
  return wordsIn(accountWords, locale);
}

/** To the address that is to be theirs. */
export function confirmEmailMail(user: Reader, newEmail: string, url: string): Mail {
  const { confirmEmail: words } = wordsFor(user);
  return {
    to: { ...user, address: newEmail },
    topic: 'always',
    kind: 'email_change',
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.line(user.displayName, newEmail)],
    action: { label: words.deed, url },
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

export function resetMail(user: Reader, url: string): Mail {
  const { reset: words } = wordsFor(user);
  return {
    to: user,
    topic: 'always',
    kind: 'password_reset',
    subject: words.subject,
    heading: words.subject,
    paragraphs: [words.line],
    action: { label: words.subject, url },
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

/** `isNew`: nobody knows their password yet, and the address leads to where they set one. */
export function brandOpenedMail(owner: Reader, brand: string, { isNew, url }: { isNew: boolean; url: string }): Mail {
  const { brandOpened: words } = wordsFor(owner);
  return {
    to: owner,
    topic: 'always',
    kind: 'brand_opened',
    subject: words.subject(brand),
    heading: words.heading(brand),
    paragraphs: [words.line],
    action: { label: isNew ? words.setPassword : words.open, url },
    afterword: isNew ? [words.afterword] : [],
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
