// Characters that can't be seen: two names that look alike could differ by them, or a text could be read in another order
// than it is stored. Where a script or an emoji is written with one of them, it belongs to the text.

/** Joiners, fillers, selectors, tags and marks of direction, and everything that controls rather than shows. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u2800\ufff9-\ufffb]/u;

/** Scripts whose letters take another shape beside a joiner or a non-joiner. */
const joined =
  '\\p{Script=Arab}\\p{Script=Syrc}\\p{Script=Mong}\\p{Script=Nkoo}\\p{Script=Mand}\\p{Script=Adlm}\\p{Script=Rohg}' +
  '\\p{Script=Deva}\\p{Script=Beng}\\p{Script=Guru}\\p{Script=Gujr}\\p{Script=Orya}\\p{Script=Taml}\\p{Script=Telu}' +
  '\\p{Script=Knda}\\p{Script=Mlym}\\p{Script=Sinh}\\p{Script=Khmr}\\p{Script=Mymr}\\p{Script=Tibt}\\p{Script=Java}' +
  '\\p{Script=Bali}';

/** Where an invisible character is part of how something is written. */
const belonging = [
  // Emoji of several, such as a family, and emoji that are shown in color or as text.
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=[\p{Emoji}])[\ufe0e\ufe0f]/gu,
  // The flags of England, Scotland and Wales.
  /(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/gu,
  // Persian, Urdu, Sinhala and others: inside a word, or after a mark that takes its sound away.
  new RegExp(`(?<=[${joined}]\\p{M}?)\\u200c(?=[${joined}])`, 'gu'),
  new RegExp(`(?<=[${joined}]\\p{M}?)\\u200d(?=[${joined}])`, 'gu'),
  new RegExp(`(?<=[${joined}]\\p{Mn})[\\u200c\\u200d](?!\\p{L})`, 'gu'),
  // Variants of a Han character, as in many Japanese family names, and of Mongolian letters.
  /(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}\ufe00-\ufe02]/gu,
  /(?<=\p{Script=Mong})[\u180b-\u180d\u180f]/gu,
];

const names: Record<number, string> = {
  9: 'tab',
  10: 'line break',
  13: 'line break',
  0xad: 'soft hyphen',
  0x34f: 'combining grapheme joiner',
  0x61c: 'Arabic letter mark',
  0x115f: 'Hangul filler',
  0x1160: 'Hangul filler',
  0x180e: 'Mongolian vowel separator',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'end of a change of direction',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'end of an isolate',
  0x2800: 'blank Braille pattern',
  0x3164: 'Hangul filler',
  0xfeff: 'byte order mark',
  0xffa0: 'Hangul filler',
};

/** `position` counts characters from 1, as a reader would who could see it. */
type Unseen = { code: string; name: string | undefined; position: number };

/** The first invisible character that doesn't belong where it is. */
export function findUnseen(text: string): Unseen | undefined {
  // What belongs is replaced by as many plain characters, so that positions stay.
  const rest = belonging.reduce(
    (kept, pattern) => kept.replace(pattern, (found) => 'x'.repeat(Array.from(found).length)),
    text,
  );
  const characters = Array.from(rest);
  const index = characters.findIndex((character) => unseen.test(character));
  const point = characters[index]?.codePointAt(0);
  if (point === undefined) return undefined;
  return {
    code: `U+${point.toString(16).toUpperCase().padStart(4, '0')}`,
    name: names[point],
    position: index + 1,
  };
}

/** Whether a reader sees anything of it. A mark alone has no letter to be on. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, ''));
}
