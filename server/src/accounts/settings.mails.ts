import type { Mail } from '../platform/mail/mail.ts';

type Addressee = { email: string; display_name: string; locale: string; project_key: string };

const reason = 'You get this because it is about the safety of your account. These mails cannot be switched off.';

function about(to: Addressee): Pick<Mail, 'to' | 'reason' | 'locale' | 'project'> {
  return { to: to.email, reason, locale: to.locale, project: to.project_key };
}

export function confirmEmailMail(user: Addressee, newEmail: string, url: string): Mail {
  return {
    ...about(user),
    to: newEmail,
    kind: 'email_change',
    subject: 'Confirm your new e-mail address',
    heading: 'Is this your address?',
    paragraphs: [`${user.display_name}, you asked to sign in with ${newEmail} from now on. Please confirm it.`],
    action: { label: 'Confirm this address', url },
    afterword: ['The link works once, for a day, in a browser where you are signed in.'],
    reason:
      'You get this because somebody named this address in their account settings. If that was not you, do nothing.',
  };
}

export function emailInUseMail(holder: Addressee): Mail {
  return {
    ...about(holder),
    kind: 'email_in_use',
    subject: 'Somebody named your e-mail address',
    heading: 'Your address stays yours',
    paragraphs: [
      'Somebody asked to sign in to another account with this address. It already belongs to your account, so nothing was changed.',
      'If it was you: sign in with this address, or ask us to close the account that you do not need.',
    ],
  };
}

export function emailRequestedMail(user: Addressee, url: string): Mail {
  return {
    ...about(user),
    kind: 'email_change_notice',
    subject: 'Your e-mail address is about to change',
    heading: 'A new address was named',
    paragraphs: [
      'Somebody who knows your password asked for another e-mail address for your account. It changes once the new one is confirmed.',
      'If it was not you, change your password now: that ends every other session.',
    ],
    action: { label: 'Look at your account', url },
  };
}

export function emailChangedMail(user: Addressee, url: string): Mail {
  return {
    ...about(user),
    kind: 'email_changed',
    subject: 'Your e-mail address was changed',
    heading: 'You sign in with another address now',
    paragraphs: [
      'The new address of your account was confirmed. This one no longer belongs to it.',
      'If it was not you, answer this mail or write to our support at once.',
    ],
    action: { label: 'Look at your account', url },
  };
}

export function passwordChangedMail(user: Addressee, url: string): Mail {
  return {
    ...about(user),
    kind: 'password_changed',
    subject: 'Your password was changed',
    heading: 'You have a new password',
    paragraphs: [
      'The password of your account was changed, and every other session was ended.',
      'If it was not you, set a new one now: whoever did it is signed out by that.',
    ],
    action: { label: 'Set a new password', url },
  };
}
