const phones = new Set(['iPhone', 'iPad', 'Android']);

/** Whether the system of a session is one of phones and tablets. */
export function isPhone(system: string): boolean {
  return phones.has(system);
}
