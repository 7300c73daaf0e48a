// How names look to a reader: the skeleton of Unicode's UTS 39, in which all characters that look alike are one. Two names
// with the same skeleton can't be told apart.
import { readFileSync } from 'node:fs';

/** Each character that looks like others → what stands for all of them. */
function readPrototypes(): Map<string, string> {
  const text = readFileSync(new URL('confusables.txt', import.meta.url), 'utf8');
  const charactersOf = (hex: string) => hex.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
  return new Map(
    text.split('\n').flatMap((line) => {
      const [prototype, alike] = line.split(': ');
      if (prototype === undefined || alike === undefined || line.startsWith('#')) return [];
      const stands = charactersOf(prototype).join('');
      return charactersOf(alike).map((character) => [character, stands] as const);
    }),
  );
}

const prototypes = readPrototypes();

/** As section 4 of UTS 39 defines it. */
export function skeletonOf(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return Array.from(plain, (character) => prototypes.get(character) ?? character)
    .join('')
    .normalize('NFD');
}

/** Spaces and small signs between words, which nobody remembers a name by. */
const separators = /[\p{Z}\p{Pd}\p{Pc}.,:;'"’‘“”`´·|/\\]/gu;

function withoutSeparators(text: string): string {
  return text.replaceAll(separators, '') || text;
}

/**
 * The skeletons of a name, without capitals and separators. There are two, because a capital I looks like a small L and a
 * small one does not: one is taken as written, and one in small letters. Names that share one look alike.
 */
export function skeletonsOf(name: string): string[] {
  const written = name.normalize('NFKC');
  const asWritten = skeletonOf(withoutSeparators(written)).toLowerCase();
  const inSmall = skeletonOf(withoutSeparators(written.toLowerCase())).toLowerCase();
  return [...new Set([asWritten, inSmall])];
}

/** Marks on Latin, Greek and Cyrillic letters. In other scripts, they make other letters. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}][\u0300-\u036f]*)[\u0300-\u036f]/gu;

function lettersIn(text: string): string {
  const letters = text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '') || text;
  return skeletonOf(letters).toLowerCase().replaceAll(accents, '');
}

/** The letters and digits of a name as one word, without accents, to measure how close two names are; as above, two. */
export function lettersOf(name: string): [inSmall: string, asWritten: string] {
  const written = name.normalize('NFKC');
  return [lettersIn(written.toLowerCase()), lettersIn(written)];
}

/** How many letters must be changed, added or left out, or more than `most`. */
export function distanceOf(one: string, other: string, most: number): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let row = to.map((_, index) => index + 1);
  for (const [place, letter] of from.entries()) {
    let [left, diagonal] = [place + 1, place];
    row = to.map((target, index) => {
      const above = row[index] ?? 0;
      left = Math.min(above + 1, left + 1, diagonal + Number(letter !== target));
      diagonal = above;
      return left;
    });
    if (Math.min(place + 1, ...row) > most) return most + 1;
  }
  return row.at(-1) ?? from.length;
}
