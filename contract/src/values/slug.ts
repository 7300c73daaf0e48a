/** The slug rule (S19): lower case, trimmed, spaces become hyphens, anything but a–z, 0–9 and hyphen is removed. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .trim()
    .replaceAll(' ', '-')
    .replace(/[^a-z0-9-]/g, '');
}

const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** `Bäckerei Größe` → `backerei grosse`, for names whose letters the slug rule would drop. */
export function withoutMarks(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđ]/g, (letter) => plainLetters[letter] ?? '');
}
