// A readable browser name for the list of sessions. The order matters, because most user agents also contain other names.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const named = (list: readonly (readonly [RegExp, string])[], agent: string) =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? '';

/** Empty if unknown. */
export function deviceOf(agent: string): { browser: string; system: string } {
  return { browser: named(browsers, agent), system: named(systems, agent) };
}

/** The network of an IP address, never the full address: `198.51.100.x`, or the first three groups of an IPv6 one. */
export function networkText(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d)/i, '');
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain);
  if (four) return `${four[1]}.x`;
  if (!plain.includes(':')) return '';
  const [head = ''] = plain.split('::', 1);
  const groups = head.split(':').filter(Boolean).slice(0, 3);
  return `${groups.join(':')}${groups.length > 0 ? ':' : ''}…`;
}
