import { normalizedText } from '@vitrine/contract/values/accents.ts';
import { invalid, type Refusal } from '../platform/refusal.ts';

/**
 * The passwords that attackers try first, in lowercase and without the digits and symbols that people append. With these,
 * each has at least eight characters; shorter ones are refused for their length.
 */
const common = new Set(
  `password passwort passw0rd p@ssword p@ssw0rd pass passwd contrasena contraseña motdepasse letmein welcome welcom
  admin administrator root user guest login master changeme change default secret access temp temporary test testing
  qwerty qwertyu qwertyui qwertyuiop qwertz qwertzui azerty azertyui asdf asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm
  qazwsx qazwsxedc qweasd qweasdzxc abc abcd abcde abcdef abcdefg abcdefgh aaaa aaaaaaaa iloveyou ilovey loveyou
  lovely love sunshine princess football baseball basketball soccer hockey monkey dragon superman batman spiderman
  pokemon naruto starwars michael jessica ashley jennifer daniel jordan charlie thomas robert hunter shadow killer
  trustno freedom whatever computer internet samsung google facebook instagram tiktok youtube apple iphone android
  cookie chocolate cheese banana butterfly flower summer winter spring autumn january february march april june july
  august september october november december monday tuesday wednesday thursday friday saturday sunday london paris
  america chelsea arsenal liverpool barcelona madrid mustang corvette ferrari harley yamaha maverick phoenix
  vitrine creator creators storefront influencer money business company family forever hello helloworld world`.split(
    /\s+/,
  ),
);

const digitsAlone = /^\d+$/;

function stripped(password: string): string {
  return password.toLowerCase().replace(/[\d\s!@#$%^&*()_+\-=.,?]+$/, '');
}

/** One repeated character, or a run such as 12345678 or abcdefgh. */
function isRun(password: string): boolean {
  const codes = Array.from(password.toLowerCase(), (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? 2);
}

/** Public facts about a user. */
export function publicFactsOf(person: { email: string | null; display_name: string; user_handle: string | null }) {
  return [person.display_name, person.user_handle, person.email, person.email?.split('@', 1)[0]];
}

const productNames = ['Vitrine', 'Vitrine Beauty'];

/** Normalizes a name: no case, accents, spaces, punctuation, or digits at either end. */
function bareName(text: string): string {
  const letters = normalizedText(text, 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters.replaceAll(/[^\p{L}\p{N}]+/gu, '').replaceAll(/^\p{N}+|\p{N}+$/gu, '');
}

function isNameOf(names: readonly string[], password: string): boolean {
  const bare = bareName(password);
  return bare !== '' && names.some((name) => bareName(name) === bare);
}

/** What others can know about the user: public facts, and the names of their brands. */
type Guessable = { facts: readonly (string | null | undefined)[]; brands: readonly string[] };

/** The refusal of a password that is easy to guess: a common one, a run, or a public fact about the user. */
export function weakPassword(password: string, { facts, brands }: Guessable, field = 'password'): Refusal | undefined {
  const lowercase = password.toLowerCase();
  if (isNameOf([...productNames, ...brands], password))
    return invalid(field, 'must not be the name of this product or of a brand; try three random words instead');
  const isKnown = facts.some((fact) => fact && fact.length >= 3 && stripped(lowercase) === fact.toLowerCase());
  if (isKnown) return invalid(field, 'must not be your name, handle or email address');
  const isCommon = common.has(stripped(lowercase)) || common.has(lowercase) || isRun(lowercase);
  if (isCommon || (digitsAlone.test(lowercase) && lowercase.length < 11) || new Set(lowercase).size < 4)
    return invalid(field, 'is too easy to guess; try three random words instead');
  return undefined;
}
