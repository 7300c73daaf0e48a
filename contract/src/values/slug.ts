/** The slug rule (S19): lower case, trimmed, spaces become hyphens, anything but a–z, 0–9 and hyphen is removed. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .trim()
    .replaceAll(' ', '-')
    .replace(/[^a-z0-9-]/g, '');
}
