import { describe, expect, test } from 'vitest';
import { safetyTexts } from './src/accounts/accounts.mails.texts.ts';
import { deliveryTexts } from './src/deliveries/deliveries.mails.texts.ts';
import { googleTexts } from './src/google/google.mails.texts.ts';
import { installationTexts } from './src/installation/installation.mails.texts.ts';
import { batchTexts } from './src/notifications/batches.mails.texts.ts';
import { noticeTexts } from './src/notifications/notice.texts.ts';
import { unsubscribeTexts } from './src/notifications/unsubscribe.pages.ts';
import { operatorTexts } from './src/operators/operators.mails.texts.ts';
import { passwordTexts } from './src/passwords/passwords.mails.texts.ts';
import { payoutTexts } from './src/payouts/payouts.mails.texts.ts';
import { statementTexts } from './src/payouts/statements.texts.ts';
import { rosterTexts } from './src/roster/roster.mails.texts.ts';
import { sessionTexts } from './src/sessions/sessions.mails.texts.ts';
import { emailTexts } from './src/settings/email.mails.texts.ts';
import { takedownTexts } from './src/takedowns/takedowns.mails.texts.ts';
import { twoFactorTexts } from './src/two-factor/two-factor.mails.texts.ts';

// The compiler knows that no text is missing in a language, but not what a text says.

const files: Record<string, { en: object; es: object }> = {
  accounts: safetyTexts,
  deliveries: deliveryTexts,
  google: googleTexts,
  installation: installationTexts,
  notices: noticeTexts,
  batches: batchTexts,
  operators: operatorTexts,
  passwords: passwordTexts,
  payouts: payoutTexts,
  statements: { en: statementTexts('en'), es: statementTexts('es') },
  roster: rosterTexts,
  sessions: sessionTexts,
  settings: emailTexts,
  takedowns: takedownTexts,
  'two-factor': twoFactorTexts,
  unsubscribe: unsubscribeTexts,
};

/** Names for the values of a text, which are no words of either language. */
const marks = ['⟪1⟫', '⟪2⟫', '⟪3⟫', '⟪4⟫', '⟪5⟫'];

/** Every text of a language by its path, with marks in place of its values. */
function textsOf(words: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, value]: [string, unknown]): [string, string][] => {
      const at = path === '' ? name : `${path}.${name}`;
      if (typeof value === 'string') return [[at, value]];
      if (typeof value === 'function') return [[at, String(value(...marks))]];
      if (Array.isArray(value)) return [[at, value.join('\n')]];
      return typeof value === 'object' && value !== null ? [...textsOf(value, at)] : [];
    }),
  );
}

const marksIn = (text: string) => marks.filter((mark) => text.includes(mark));

describe.each(Object.entries(files))('the texts of %s', (_name, { en, es }) => {
  const [english, spanish] = [textsOf(en), textsOf(es)];

  test('are the same ones in both languages, and none is empty', () => {
    expect([...spanish.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    expect([...english, ...spanish].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('name the same values in both languages', () => {
    const different = [...english].filter(
      ([at, text]) => marksIn(text).join() !== marksIn(spanish.get(at) ?? '').join(),
    );
    expect(different.map(([at]) => at)).toEqual([]);
  });

  test('are translated: no sentence is the same in both', () => {
    const same = [...english].filter(([at, text]) => text.split(/\s+/).length > 3 && spanish.get(at) === text);
    expect(same).toEqual([]);
  });

  test('end a sentence as the other language does', () => {
    const end = (text = '') => /[.?!:…]$/.exec(text.trim())?.[0] ?? '';
    const different = [...english].filter(([at, text]) => end(text) !== end(spanish.get(at)));
    expect(different.map(([at, text]) => [at, text, spanish.get(at)])).toEqual([]);
  });

  test('have no broken values and no straight apostrophes', () => {
    const broken = /undefined|null|NaN|\[object|\$\{|\w'\w/;
    expect([...english, ...spanish].filter(([, text]) => broken.test(text))).toEqual([]);
  });

  test('speak to the reader as tú', () => {
    expect([...spanish].filter(([, text]) => /\busted(?:es)?\b/i.test(text))).toEqual([]);
  });
});

test('a language that we do not speak reads English', () => {
  expect(statementTexts('fr')).toBe(statementTexts('en'));
});
