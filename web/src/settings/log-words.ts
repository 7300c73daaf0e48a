import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const words: Record<string, MessageDescriptor> = {
  'session.opened': msg`Signed in`,
  'session.ended': msg`Signed out`,
  'session.revoked': msg`A device was signed out`,
  'session.others_revoked': msg`All other devices were signed out`,
  'profile.changed': msg`Profile changed`,
  'handle.changed': msg`Handle changed`,
  'email.change_requested': msg`A new e-mail address was named`,
  'email.change_cancelled': msg`The change of e-mail address was given up`,
  'email.changed': msg`E-mail address changed`,
  'password.changed': msg`Password changed`,
  'password.reset': msg`Password set anew by e-mail`,
  'password.given_again': msg`Password given again`,
  'google.connected': msg`Google connected`,
  'google.disconnected': msg`Google disconnected`,
  'link.handed_over': msg`An operator got a link to your account`,
  'social.connected': msg`Social account linked`,
  'social.disconnected': msg`Social account unlinked`,
  'export.made': msg`Everything was downloaded`,
  impersonation: msg`An operator looked into your account`,
};

/** What happened, in plain words; a deed without words of its own is told as a change to the account. */
export function actionText(action: string): MessageDescriptor {
  return words[action] ?? msg`A change to your account`;
}
