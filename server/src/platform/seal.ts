import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Stores secrets that must be read back (webhook secrets, tokens, bank details): AES-256-GCM with the installation's
 * key.
 */
export type Sealer = { seal(text: string): Buffer; open(sealed: Buffer): string };

const version = 1;

/** Layout: version (1 byte), key id (4), nonce (12), tag (16), cipher text. */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'vitrine', 'seal', 32));
  const keyId = createHash('sha256').update(key).digest().subarray(0, 4);
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), keyId, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      if (sealed[0] !== version || !sealed.subarray(1, 5).equals(keyId)) throw new Error('sealed under another key');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(5, 17));
      decipher.setAuthTag(sealed.subarray(17, 33));
      return Buffer.concat([decipher.update(sealed.subarray(33)), decipher.final()]).toString('utf8');
    },
  };
}
