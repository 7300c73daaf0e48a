import { expect, test } from 'vitest';
import { aboutText } from './log-texts.ts';

const textOf = (action: string, about: string | null) => aboutText((text) => text.message ?? '', { action, about });

test('the changed fields of a profile are named as in the settings', () => {
  expect(textOf('profile.changed', 'locale')).toBe('Language');
  expect(textOf('profile.changed', 'avatar, display_name')).toBe('Picture, Name');
  expect(textOf('profile.changed', 'notifications, theme, time_zone')).toBe('Notifications, Theme, Time zone');
});

test('what else an entry is about is as it was recorded', () => {
  expect(textOf('profile.changed', null)).toBe(null);
  expect(textOf('two_factor.passkey_renamed', 'theme')).toBe('theme');
});
