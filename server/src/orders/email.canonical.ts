// Two spellings of an email address that reach one mailbox compare as equal. The rules are those that email providers
// publish. For an unknown domain only what nearly all of them do applies: letter case and plus-suffixes don't matter.
import { normalizedText } from '@vitrine/contract/values/accents.ts';
import { domainToASCII } from 'node:url';

type HostRules = {
  /** The domain under which all domains of the same mailboxes are compared. */
  host?: string;
  /** Characters that the provider ignores in the local part. */
  ignored?: RegExp;
  /** What separates the mailbox from a suffix. Default: `+`. */
  suffix?: '+' | '-';
};

const gmail: HostRules = { host: 'gmail.com', ignored: /\./g };
const icloud: HostRules = { host: 'icloud.com' };
const proton: HostRules = { host: 'proton.me', ignored: /[._-]/g };

const hostRules = new Map<string, HostRules>([
  ['gmail.com', gmail],
  ['googlemail.com', gmail],
  ['icloud.com', icloud],
  ['me.com', icloud],
  ['mac.com', icloud],
  ['proton.me', proton],
  ['protonmail.com', proton],
  ['pm.me', proton],
]);

/** Yahoo's disposable addresses are written base-keyword; a Yahoo ID itself has no hyphen. */
const yahooHost = /^(?:yahoo\.(?:[a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})|ymail\.com|rocketmail\.com)$/;
/** Fastmail delivers anything@user.fastmail.com to user@fastmail.com. */
const fastmailSubdomain = /^([a-z0-9_-]+)\.(fastmail\.(?:com|fm|net|org))$/;

function rulesOf(host: string): HostRules {
  return hostRules.get(host) ?? (yahooHost.test(host) ? { suffix: '-' } : {});
}

function withoutSuffix(local: string, separator: string): string {
  const end = local.indexOf(separator);
  // If the local part begins with the separator, there is no mailbox before it.
  return end > 0 ? local.slice(0, end) : local;
}

/** The address as typed, without differences that no provider makes. */
export function exactEmail(email: string | null | undefined): string {
  return normalizedText(email ?? '', 'NFC')
    .trim()
    .toLowerCase();
}

/** The mailbox of an address, for comparison only: never send an email to it. Empty without an address. */
export function canonicalEmail(email: string | null | undefined): string {
  const exact = exactEmail(email);
  const at = exact.lastIndexOf('@');
  if (at < 1 || at === exact.length - 1) return exact;
  const given = exact.slice(at + 1).replace(/\.$/, '');
  const written = domainToASCII(given) || given;
  const [, owner, parent] = fastmailSubdomain.exec(written) ?? [];
  const [local, host] = owner && parent ? [owner, parent] : [exact.slice(0, at), written];
  const rules = rulesOf(host);
  const bare = withoutSuffix(local, rules.suffix ?? '+');
  const kept = rules.ignored ? bare.replace(rules.ignored, '') : bare;
  return `${kept || bare}@${rules.host ?? host}`;
}
