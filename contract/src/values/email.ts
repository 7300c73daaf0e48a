const name = /[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*/;
const host = /(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}/;

/** An address that common mail servers accept: no quoted local parts, no IP addresses, at most 254 characters. */
export const emailPattern = new RegExp(`^(?=.{1,254}$)${name.source}@${host.source}$`, 'i');

/** Whether the typed text can be an email address. */
export function isEmail(typed: string): boolean {
  return emailPattern.test(typed.normalize('NFC').trim());
}
