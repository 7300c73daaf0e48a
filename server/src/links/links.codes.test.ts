import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkCode } from '@vitrine/contract/links.ts';
import { slugOf } from '@vitrine/contract/values/slug.ts';
import { newCode } from '../platform/ids.ts';
import { codeRefusal, reservedCodes } from './links.codes.ts';

const mixedCase = (word: string) =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) => Array.from(word, (letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''));

describe('the code of a shortlink (S27)', () => {
  it('has 3 to 64 letters, digits, hyphens or underscores, and is refused otherwise', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'binary' }), (text) => {
        const isRight = /^[\w-]+$/.test(text) && text.length >= 3 && text.length <= 64;
        expect(linkCode.test(text)).toBe(isRight);
        if (!isRight) expect(codeRefusal(text)).toMatch(/^must have 3 to 64/);
      }),
    );
  });

  it('is never a reserved word, in any spelling', () => {
    const word = fc.constantFrom(...reservedCodes).chain(mixedCase);
    expect(fc.check(fc.property(word, (code) => codeRefusal(code) === 'is reserved'))).toMatchObject({ failed: false });
  });

  it('that we generate always follows the rule for custom endings', () => {
    for (let drawn = 0; drawn < 500; drawn += 1) expect(linkCode.test(newCode(7))).toBe(true);
  });
});

describe('the slug rule (S19)', () => {
  it('leaves only a–z, 0–9 and hyphens of any name, and the slug of a slug is the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(/^[a-z0-9-]*$/);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
    expect(slugOf('  Glow Lab ')).toBe('glow-lab');
  });
});
