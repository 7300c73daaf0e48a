import type { User } from '@vitrine/contract/accounts.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const paddingLength = 6;

/**
 * Random letters and digits. Bytes beyond a multiple of the alphabet's size are dropped, so that all are equally
 * likely.
 */
export function randomAlphanumeric(length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64)))
      if (byte < fair && text.length < length) text += alphabet.charAt(byte % alphabet.length);
  }
  return text;
}

/** An identifier between 6 random alphanumeric characters on each side (S23). */
export function wrapped(identifier: string): string {
  return randomAlphanumeric(paddingLength) + identifier + randomAlphanumeric(paddingLength);
}

type Asker = {
  /** The project: the variant of the portal in use. */
  portal: string;
  user: Pick<User, 'motom_user_id' | 'motom_user_unique_key'>;
  /** The brand of the current storefront; empty if there is none. */
  merchantId: string;
};

/** The help form's address with the user's four hidden identifiers (S23). */
export function helpFormAddress(form: string, { portal, user, merchantId }: Asker): string {
  const address = new URL(form);
  const identifiers = {
    creator_portal_id: portal,
    user_id: user.motom_user_id,
    user_unique_key: user.motom_user_unique_key,
    merchant_id: merchantId,
  };
  for (const [name, identifier] of Object.entries(identifiers)) address.searchParams.set(name, wrapped(identifier));
  return address.href;
}
