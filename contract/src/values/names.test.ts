import { expect, test } from 'vitest';
import { displayName, name } from './fields.ts';
import { findUnseen } from './invisible.ts';
import { findNeverShown } from './never-shown.ts';

test.each([
  '資生堂',
  'コスメ・ラボ',
  'ガ・グ',
  'نور للجمال',
  // Persian, with a non-joiner inside the word.
  'می\u200cخواهم',
  // Hindi and Sinhala, with a joiner after the mark that takes a vowel away.
  'क्\u200dष',
  'ශ්\u200dරී ලංකා',
  // Malayalam, with a joiner at the end.
  'ന്\u200d',
  // A family name with a variant of its first character.
  '葛\u{e0100}城',
  'Zoë D’Arcy-Müller',
  'Nguyễn Thị Ánh',
  'Glow ✨ 👩\u200d👩\u200d👧 ❤\ufe0f 👍🏽 1\ufe0f\u20e3',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '!!!',
])('%s is a name', (written) => {
  expect(displayName.parse(written)).toBe(written.normalize('NFC'));
});

test.each([
  ['Glow\u200bLab', 'U+200B (zero width space) at position 5'],
  ['Glow\u200dLab', 'U+200D (zero width joiner) at position 5'],
  ['\u202eGlow', 'U+202E (right-to-left override) at position 1'],
  ['👩\u200d👧 Glow\u00ad', 'U+00AD (soft hyphen) at position 9'],
  ['Glow\nLab', 'U+000A (line break) at position 5'],
  ['Glow\tLab', 'U+0009 (tab) at position 5'],
  [' \u3164', 'U+3164 (Hangul filler) at position 1'],
  ['Glow\u2800', 'U+2800 (blank Braille pattern) at position 5'],
  ['Glow\u0085', 'U+0085 at position 5'],
  ['Glow\u{e0061}', 'U+E0061 at position 5'],
  ['Glow\ufe0f', 'U+FE0F at position 5'],
  ['Gl\u200cow', 'U+200C (zero width non-joiner) at position 3'],
])('%j is no name, and the refusal names what nobody sees', (written, named) => {
  const { error } = displayName.safeParse(written);
  expect(error?.issues.map(({ message }) => message)).toEqual([`must not contain invisible characters, like ${named}`]);
});

test('a name is kept composed and without spaces around it', () => {
  expect(displayName.parse(' Zoe\u0308 ')).toBe('Zoë');
});

test.each(['\u0301', '\u00a0\u3000', '   '])('%j shows nothing, so it is no name', (written) => {
  expect(displayName.safeParse(written).success).toBe(false);
});

test('a name that may be empty is empty, or shows something', () => {
  const title = name({ min: 0, max: 5 });
  expect(title.parse('  ')).toBe('');
  expect(title.safeParse('\u0301').success).toBe(false);
  expect(title.safeParse('123456').success).toBe(false);
});

test('what pages find before they ask the server is refused by it too, at the same place', () => {
  for (const hidden of [
    '\u0007',
    '\u00ad',
    '\u200b',
    '\u200f',
    '\u202e',
    '\u2060',
    '\u2067',
    '\u2800',
    '\u3164',
    '\ufeff',
  ]) {
    const found = findNeverShown(`Glow${hidden}Lab`);
    expect(found).toMatchObject({ position: 5 });
    expect(findUnseen(`Glow${hidden}Lab`)).toMatchObject(found ?? {});
  }
  for (const shown of ['علی‌رضا', '👩‍👧', 'Łukasz', '李娜', '葛\u{e0100}城'])
    expect(findNeverShown(shown)).toBeUndefined();
});
