import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bankFieldsOf, countryCodes, ibanFault } from '@vitrine/contract/values/banks.ts';
import { hintOf, readBankAccount, routingFault } from './bank.ts';

const known = [
  ['FR', 'FR76 3000 6000 0112 3456 7890 189'],
  ['DE', 'DE89 3704 0044 0532 0130 00'],
  ['GB', 'GB29 NWBK 6016 1331 9268 19'],
  ['NO', 'NO93 8601 1117 947'],
  ['MT', 'MT84 MALT 0110 0001 2345 MTLC AST0 01S'],
] as const;

const holder = { holder_name: 'Ava Lindqvist' };

/** A German IBAN with check digits calculated with integers, unlike in the product. */
const german = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }).map((number) => {
  const account = number.toString().padStart(18, '0');
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${check.toString().padStart(2, '0')}${account}`;
});

describe('an IBAN (S27)', () => {
  test.each(known)('of %s is accepted, with and without spaces, in any case', (country, iban) => {
    expect(ibanFault(iban, country)).toBeUndefined();
    expect(ibanFault(iban.replaceAll(' ', '').toLowerCase(), country)).toBeUndefined();
  });

  test('is accepted if valid, and one wrong digit or two swapped neighbors are always found', () => {
    fc.assert(
      fc.property(german, fc.integer({ min: 4, max: 21 }), fc.integer({ min: 1, max: 9 }), (iban, at, by) => {
        expect(ibanFault(iban, 'DE')).toBeUndefined();
        const digit = (Number(iban[at]) + by) % 10;
        expect(ibanFault(`${iban.slice(0, at)}${digit}${iban.slice(at + 1)}`, 'DE')).toContain('has a typo');
        if (at < 21 && iban[at] !== iban[at + 1]) {
          const swapped = `${iban.slice(0, at)}${iban[at + 1]}${iban[at]}${iban.slice(at + 2)}`;
          expect(ibanFault(swapped, 'DE')).toContain('has a typo');
        }
      }),
    );
  });

  test('of another country or length is refused with what is wrong', () => {
    expect(ibanFault('FR7630006000011234567890189', 'DE')).toContain('starts with FR');
    expect(ibanFault('DE8937040044053201300', 'DE')).toContain('22 characters');
    expect(ibanFault('hello', 'DE')).toContain('must be an IBAN');
  });

  test('with right check digits and a wrong national check digit is refused', () => {
    expect(ibanFault('NO93 8601 1117 947', 'NO')).toBeUndefined();
    expect(ibanFault('NO66 8601 1117 948', 'NO')).toContain('has a typo');
  });

  test('follows the registry for every country', () => {
    const countries = countryCodes.filter((country) => bankFieldsOf(country).includes('iban'));
    expect(countries).toEqual(expect.arrayContaining(['DE', 'FR', 'LY', 'MN', 'NI', 'OM', 'SO', 'UA']));
    expect(countries).not.toEqual(expect.arrayContaining(['US']));
    expect(countries).not.toEqual(expect.arrayContaining(['JP']));
  });

  test.each([
    ['GP', 'FR76 3000 6000 0112 3456 7890 189'],
    ['JE', 'GB29 NWBK 6016 1331 9268 19'],
  ])('of %s begins with the code of the country it is registered for', (territory, iban) => {
    expect(ibanFault(iban, territory)).toBeUndefined();
    expect(ibanFault('DE89 3704 0044 0532 0130 00', territory)).toContain('starts with DE');
  });

  test('is parsed or refused whatever is typed, and only valid ones pass', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(ibanFault(typed, 'FR')).toBeTypeOf('string');
      }),
    );
  });
});

describe('a routing number (S27)', () => {
  test('is accepted with its check digit and no other', () => {
    expect(routingFault('021000021')).toBeUndefined();
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 }), (digits) => {
        const sum = digits.reduce((total, digit, index) => total + digit * ([3, 7, 1][index % 3] ?? 0), 0);
        const check = (10 - (sum % 10)) % 10;
        const passing = Array.from({ length: 10 }, (_, last) => last).filter(
          (last) => routingFault(`${digits.join('')}${last}`) === undefined,
        );
        expect(passing).toEqual(digits.every((digit) => digit === 0) ? [] : [check]);
      }),
    );
  });
});

test('each country requires its own fields, and a refusal names the field (S27)', () => {
  expect(readBankAccount({ ...holder, country: 'US', account_number: '12345678' })).toMatchObject({
    field: 'routing_number',
  });
  expect(readBankAccount({ ...holder, country: 'US', routing_number: '021000021', account_number: 'x' })).toMatchObject(
    { field: 'account_number' },
  );
  expect(readBankAccount({ ...holder, country: 'FR' })).toMatchObject({ field: 'iban' });
  expect(readBankAccount({ ...holder, country: 'JP', bic: 'DEUTDEFF', account_number: '1234567' })).toMatchObject({
    field: 'bic',
  });
  const japan = readBankAccount({ ...holder, country: 'JP', bic: 'BOTKJPJT', account_number: '123 4567' });
  expect(japan).toEqual({ country: 'JP', holder: 'Ava Lindqvist', bic: 'BOTKJPJT', account: '1234567' });
  expect('field' in japan ? '' : hintOf(japan)).toBe('•••• 4567');
});
