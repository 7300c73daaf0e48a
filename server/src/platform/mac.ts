import { hash } from 'node:crypto';

// HMAC-SHA-256 (RFC 2104) for short messages. Node's `createHmac` makes an object for each message, which the garbage
// collector has to finalize; that takes longer than the two hashes.

/** The MAC of a message as 64 hexadecimal digits. */
export type Mac = (message: Buffer) => string;

const blockBytes = 64;
const digestBytes = 32;

/** `key` has at most 64 bytes. */
export function createMac(key: Buffer): Mac {
  const outer = Buffer.alloc(blockBytes + digestBytes, 0x5c);
  const pad = Buffer.alloc(blockBytes, 0x36);
  for (const [place, byte] of key.entries()) {
    outer[place] = byte ^ 0x5c;
    pad[place] = byte ^ 0x36;
  }
  let inner = Buffer.alloc(0);
  return (message) => {
    if (inner.length !== blockBytes + message.length) inner = Buffer.concat([pad, message]);
    else message.copy(inner, blockBytes);
    outer.write(hash('sha256', inner, 'hex'), blockBytes, 'hex');
    return hash('sha256', outer, 'hex');
  };
}
