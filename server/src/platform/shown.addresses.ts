// Addresses that users or shops typed can contain a password, a token or a key: before the @, in the query, in the
// fragment. Wherever an address is shown to others than those who typed it (audit log, log, emails, errors), it goes
// through here.

/** Any scheme, because databases and message brokers are named by addresses with passwords too. */
const inText = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"<>“”‘’]+/gi;
/** In JSON, a backslash is part of an address only if it stands for itself. */
const inJson = /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s"<>“”‘’\\]|\\\\)+/gi;
/** An address that was typed may have spaces. */
const alone = /^\s*[a-z][a-z0-9+.-]*:\/\/\S/i;

const hide = (address: string) =>
  address.replace(/^(\s*[^/]+:\/\/)[^/?#\\]*@/, '$1…@').replace(/([?#])(?!…$)[^]+$/, '$1…');

/** A text with all its addresses without user names, passwords, queries and fragments; `…` says where there was one. */
export function hideInAddresses(text: string): string {
  if (!text.includes('://')) return text;
  return alone.test(text) && URL.canParse(text) ? hide(text) : text.replace(inText, hide);
}

/** The same for a value written as JSON, which is still JSON afterwards. */
export function hideInJson(json: string): string {
  return json.includes('://') ? json.replace(inJson, hide) : json;
}

/** The same for all texts of a value, however deep. */
export function hideInAllAddresses<Value>(value: Value): Value;
export function hideInAllAddresses(value: unknown): unknown {
  if (typeof value === 'string') return hideInAddresses(value);
  if (Array.isArray(value)) return value.map((each: unknown) => hideInAllAddresses(each));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideInAllAddresses<unknown>(each)]));
}
