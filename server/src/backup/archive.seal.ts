import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { backupFormat } from './manifest.ts';

// The end of a backup file. It is a skippable frame of Zstandard, so that `zstd -d` and `tar` read the file as usual:
// magic number and length, format, fingerprint of the key, SHA-256 of all bytes before, and their seal with the key.

const magic = 0x184d2a5e;
const fingerprintBytes = 8;
const digestBytes = 32;
const contentBytes = 4 + fingerprintBytes + 2 * digestBytes;
export const sealBytes = 8 + contentBytes;

function keyFor(secretKey: string, purpose: 'fingerprint' | 'seal'): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'vitrine', `backup ${purpose}`, digestBytes));
}

/** Names the secret key without revealing it. */
export function keyFingerprint(secretKey: string): string {
  return keyFor(secretKey, 'fingerprint').toString('hex', 0, fingerprintBytes);
}

function sealOf(secretKey: string, digest: Buffer): Buffer {
  return createHmac('sha256', keyFor(secretKey, 'seal')).update(digest).digest();
}

export function encodeSeal(secretKey: string, digest: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(magic, 0);
  head.writeUInt32LE(contentBytes, 4);
  head.writeUInt32LE(backupFormat, 8);
  return Buffer.concat([head, Buffer.from(keyFingerprint(secretKey), 'hex'), digest, sealOf(secretKey, digest)]);
}

export type ArchiveSeal = { format: number; fingerprint: string; digest: Buffer; isBy(secretKey: string): boolean };

export function decodeSeal(bytes: Buffer): ArchiveSeal | undefined {
  if (bytes.length !== sealBytes) return undefined;
  if (bytes.readUInt32LE(0) !== magic || bytes.readUInt32LE(4) !== contentBytes) return undefined;
  const digestAt = 12 + fingerprintBytes;
  const digest = bytes.subarray(digestAt, digestAt + digestBytes);
  const seal = bytes.subarray(digestAt + digestBytes);
  return {
    format: bytes.readUInt32LE(8),
    fingerprint: bytes.toString('hex', 12, digestAt),
    digest,
    isBy: (secretKey) => timingSafeEqual(seal, sealOf(secretKey, digest)),
  };
}
