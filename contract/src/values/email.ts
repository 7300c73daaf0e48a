const name = /[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*/;
const host = /(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}/;

/** An address as mail servers at large take it: no quoted names, no addresses of machines, at most 254 characters. */
export const emailPattern = new RegExp(`^(?=.{1,254}$)${name.source}@${host.source}$`, 'i');

/** Whether what somebody typed can be an address. */
export function isEmail(typed: string): boolean {
  return emailPattern.test(typed.normalize('NFC').trim());
}
