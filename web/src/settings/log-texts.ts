import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SecurityEntry } from '@vitrine/contract/settings.ts';
import type { Translate } from '../locales/translate.ts';

const texts: Record<string, MessageDescriptor> = {
  'session.opened': msg`Logged in`,
  'session.ended': msg`Logged out`,
  'session.revoked': msg`A device was logged out`,
  'session.others_revoked': msg`All other devices were logged out`,
  'account.closing': msg`Account is being closed`,
  'account.kept': msg`Account kept`,
  'profile.changed': msg`Profile changed`,
  'handle.changed': msg`Handle changed`,
  'email.change_requested': msg`Email change requested`,
  'email.change_cancelled': msg`Email change canceled`,
  'email.changed': msg`Email address changed`,
  'password.changed': msg`Password changed`,
  'password.reset': msg`Password reset by email`,
  'password.given_again': msg`Password confirmed`,
  'two_factor.on': msg`Two-factor login turned on`,
  'two_factor.off': msg`Two-factor login turned off`,
  'two_factor.app_added': msg`Authenticator app added`,
  'two_factor.app_removed': msg`Authenticator app removed`,
  'two_factor.code_given': msg`Second factor given again`,
  'two_factor.passkey_added': msg`Passkey added`,
  'two_factor.passkey_behind': msg`Passkey refused: there may be a copy of it`,
  'two_factor.passkey_removed': msg`Passkey removed`,
  'two_factor.passkey_renamed': msg`Passkey renamed`,
  'two_factor.codes_renewed': msg`New recovery codes`,
  'two_factor.recovery_code_used': msg`Recovery code used`,
  'two_factor.removed': msg`Two-factor login turned off by an operator`,
  'google.connected': msg`Google connected`,
  'google.disconnected': msg`Google disconnected`,
  'link.handed_over': msg`An operator got a link to your account`,
  'social.connected': msg`Social account connected`,
  'social.disconnected': msg`Social account disconnected`,
  'export.made': msg`Data downloaded`,
  impersonation: msg`An operator accessed your account`,
};

/** The fields of a profile, as the API names them. */
const fields: Record<string, MessageDescriptor> = {
  avatar: msg`Picture`,
  display_name: msg`Name`,
  locale: msg`Language`,
  notifications: msg`Notifications`,
  theme: msg`Theme`,
  time_zone: msg`Time zone`,
};

/** What a security log entry is about, with the fields of a changed profile named as the settings name them. */
export function aboutText(t: Translate, { action, about }: Pick<SecurityEntry, 'action' | 'about'>): string | null {
  if (action !== 'profile.changed' || !about) return about;
  return about.replaceAll(/\w+/g, (name) => (fields[name] ? t(fields[name]) : name));
}

/** The text of a security log entry; an action without its own text reads as a change to the account. */
export function actionText(action: string): MessageDescriptor {
  return texts[action] ?? msg`A change to your account`;
}
