import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMac } from './mac.ts';

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((values) => Buffer.from(values));

test('a MAC is the HMAC-SHA-256 that Node computes, for messages of any length one after another', () => {
  fc.assert(
    fc.property(bytes(1, 64), fc.array(bytes(0, 200), { minLength: 1, maxLength: 4 }), (key, messages) => {
      const mac = createMac(key);
      for (const message of messages)
        expect(mac(message)).toBe(createHmac('sha256', key).update(message).digest('hex'));
    }),
  );
});
