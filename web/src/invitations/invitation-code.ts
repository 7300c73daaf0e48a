// The code of an invitation is kept in the tab that opened it until it is accepted.
import { sessionEntries } from '../api/browser-storage.ts';

const key = 'invitation_code';
const pattern = /^[\w.-]{8,200}$/;

export function readInvitationCode(): string | undefined {
  const code = sessionEntries.read(key) ?? '';
  return pattern.test(code) ? code : undefined;
}

export function keepInvitationCode(code: string): void {
  if (pattern.test(code)) sessionEntries.write(key, code);
}

export function forgetInvitationCode(): void {
  sessionEntries.remove(key);
}

/** The code in an address: in the fragment, which no server sees, or as `?code=` from programs that drop fragments. */
export function codeInAddress({ hash, search }: { hash: string; search: string }): string | undefined {
  const code = hash.replace(/^#/, '') || new URLSearchParams(search).get('code') || '';
  return pattern.test(code) ? code : undefined;
}
