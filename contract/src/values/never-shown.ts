/**
 * Characters that belong to no name, whatever its script: controls, marks of direction, fillers, spaces without width.
 * Pages look for these before they ask the server, which knows the whole rule (invisible.ts). It is here apart from them
 * because it is small.
 */
const neverShown =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]/u;

/** The first such character. `position` counts characters from 1. */
export function findNeverShown(text: string): { code: string; position: number } | undefined {
  const characters = Array.from(text);
  const index = characters.findIndex((character) => neverShown.test(character));
  const point = characters[index]?.codePointAt(0);
  if (point === undefined) return undefined;
  return { code: `U+${point.toString(16).toUpperCase().padStart(4, '0')}`, position: index + 1 };
}
