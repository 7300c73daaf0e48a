// Which names of brands wait for an operator: those that speak for the portal, that are close to another brand's, and those
// with which a brand would become another one.
import { distanceOf, lettersOf } from './name.skeletons.ts';

/** Who speaks for the portal, in the languages of the product. */
const offices = `support operator operators security admin administrator moderator official helpdesk staff verified
  soporte seguridad operador operadores administrador administracion moderador oficial verificado`.split(/\s+/);
/** These are reserved inside a longer word, too. */
const inside = ['vitrine', 'support', 'operator', 'security', 'official', 'soporte', 'seguridad', 'operador'];

export type OtherBrand = { merchantId: string; name: string };
export type NameConcern =
  | { concern: 'reserved'; word: string }
  | { concern: 'similar'; other: OtherBrand }
  | { concern: 'renamed' };

/** Of a reserved word, as it may be written. */
const spellings = (word: string) => lettersOf(word.toUpperCase());

/** The reserved word in a name. `portal`: what this installation and its variants are called. */
export function reservedIn(name: string, portal: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).flatMap(lettersOf);
  const isWord = (word: string) => spellings(word).some((each) => words.includes(each) || letters.includes(each));
  const isInside = (word: string) => spellings(word).some((each) => letters.some((own) => own.includes(each)));
  return (
    portal.find((own) => (lettersOf(own)[0].length < 4 ? isWord(own) : isInside(own))) ??
    offices.find(isWord) ??
    inside.find(isInside)
  );
}

function isClose(one: string, other: string): boolean {
  return lettersOf(one).some((letters) => lettersOf(other).some((its) => areClose(letters, its)));
}

/** In characters as people count them, not in halves of them. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

function areClose(one: string, other: string): boolean {
  const shorter = Math.min(lengthOf(one), lengthOf(other));
  const most = shorter >= 9 ? 2 : shorter >= 5 ? 1 : 0;
  if (distanceOf(one, other, most) <= most) return true;
  // “Glow Lab Club” reads as if it were of Glow Lab.
  return lengthOf(other) >= 5 && one.includes(other);
}

/** Whether a reader would take it for another name, not for a spelling or an addition. */
function isAnother(name: string, vouched: string): boolean {
  const [one, other] = [lengthOf(name), lengthOf(vouched)];
  const longer = Math.max(one, other);
  const contains = name.includes(vouched) || vouched.includes(name);
  if (contains && Math.min(one, other) >= 3) return longer > 3 * Math.min(one, other);
  return distanceOf(name, vouched, longer) > 0.4 * longer;
}

/** What an operator should look at before a brand is called so. `vouched`: its name that an operator knows. */
export function concernAbout(
  name: string,
  { others, portal, vouched }: { others: readonly OtherBrand[]; portal: readonly string[]; vouched?: string },
): NameConcern | undefined {
  const word = reservedIn(name, portal);
  if (word !== undefined && (vouched === undefined || reservedIn(vouched, portal) !== word))
    return { concern: 'reserved', word };
  const other = others.find(
    (each) => isClose(name, each.name) && !(vouched !== undefined && isClose(vouched, each.name)),
  );
  if (other) return { concern: 'similar', other };
  return vouched !== undefined && isAnother(lettersOf(name)[0], lettersOf(vouched)[0])
    ? { concern: 'renamed' }
    : undefined;
}
