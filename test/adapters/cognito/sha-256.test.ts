import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Sha256 } from '../../../src/adapters/cognito/sha-256.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
/** Around the length of a block, where padding begins to matter. */
const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ minLength: 54, maxLength: 66 }));
const parts = fc.array(bytes, { maxLength: 4 });

const digest = (given: readonly Uint8Array[], key?: Uint8Array): string => {
  const hash = new Sha256(key);
  for (const part of given) hash.update(part);
  return hex(hash.digestSync());
};

describe('SHA-256, as the sign-in library asks for it', () => {
  test('is what Node makes of the same bytes, in however many parts', () => {
    fc.assert(
      fc.property(parts, (given) => {
        expect(digest(given)).toBe(createHash('sha256').update(Buffer.concat(given)).digest('hex'));
      }),
    );
  });

  test('takes text for its bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const hash = new Sha256();
        hash.update(text);
        expect(hex(hash.digestSync())).toBe(createHash('sha256').update(text).digest('hex'));
      }),
    );
  });

  test('with a key it is the HMAC, however long the key is', () => {
    fc.assert(
      fc.property(bytes, parts, (key, given) => {
        expect(digest(given, key)).toBe(createHmac('sha256', key).update(Buffer.concat(given)).digest('hex'));
      }),
    );
  });
});
