import { domainToASCII } from 'node:url';
import { normalizedText } from '@vitrine/contract/values/accents.ts';
import { sha256 } from '../ids.ts';

// Many addresses lead to one mailbox. Whatever is counted per mailbox is counted by its one form, so that nobody gets more
// by writing the same mailbox in another way. Emails still go to the address as it was typed.

type Provider = {
  /** The domain that stands for all of its domains. */
  domain: string;
  /** What begins a part of the name that the provider ignores. */
  tag: '+' | '-';
  ignoresDots: boolean;
};

const usual = { tag: '+', ignoresDots: false } as const;
const gmail: Provider = { domain: 'gmail.com', tag: '+', ignoresDots: true };
const icloud: Provider = { domain: 'icloud.com', ...usual };
const proton: Provider = { domain: 'proton.me', tag: '+', ignoresDots: true };

/** What the providers document: Google, Apple, Microsoft, Proton, Fastmail, Yahoo, Zoho, GMX and web.de have none. */
const providers: Readonly<Record<string, Provider>> = {
  'gmail.com': gmail,
  'googlemail.com': gmail,
  'icloud.com': icloud,
  'me.com': icloud,
  'mac.com': icloud,
  'proton.me': proton,
  'protonmail.com': proton,
  'pm.me': proton,
  'outlook.com': { domain: 'outlook.com', ...usual },
  'hotmail.com': { domain: 'hotmail.com', ...usual },
  'live.com': { domain: 'live.com', ...usual },
  'msn.com': { domain: 'msn.com', ...usual },
  'fastmail.com': { domain: 'fastmail.com', ...usual },
  'fastmail.fm': { domain: 'fastmail.fm', ...usual },
  'zoho.com': { domain: 'zoho.com', ...usual },
  'yahoo.com': { domain: 'yahoo.com', tag: '-', ignoresDots: false },
};

/** A mailbox in its one form: its case, dots and tags at well-known providers, and its domain in ASCII. */
export function mailboxName(address: string): string {
  const typed = normalizedText(address, 'NFC').trim().toLowerCase();
  const at = typed.lastIndexOf('@');
  const domain = domainToASCII(typed.slice(at + 1)) || typed.slice(at + 1);
  const name = typed.slice(0, at);
  const provider = Object.hasOwn(providers, domain) ? providers[domain] : undefined;
  if (!provider) return `${name}@${domain}`;
  const [untagged = name] = name.split(provider.tag, 1);
  return `${provider.ignoresDots ? untagged.replaceAll('.', '') : untagged}@${provider.domain}`;
}

/** The same as a key, from which nobody reads the address. */
export function mailboxKey(address: string): Buffer {
  return sha256(mailboxName(address));
}
