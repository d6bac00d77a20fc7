import { Buffer as NodeBuffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Buffer } from '../../../src/adapters/cognito/byte-buffer.ts';

const ENCODINGS = ['utf8', 'hex', 'base64'] as const;
const hexDigits = fc
  .array(fc.constantFrom(...'0123456789abcdefABCDEFxyz '.split('')))
  .map((signs) => signs.join(''));
const base64Digits = fc.uint8Array().map((bytes) => NodeBuffer.from(bytes).toString('base64'));
const SOURCES = {
  utf8: fc.oneof(fc.string({ unit: 'grapheme' }), hexDigits, base64Digits),
  hex: fc.oneof(fc.string({ unit: 'grapheme-ascii' }), hexDigits),
};

describe('bytes, as the sign-in library handles them', () => {
  test.each(['utf8', 'hex'] as const)('come out of any text as Node reads it (%s)', (encoding) => {
    fc.assert(
      fc.property(SOURCES[encoding], (source) => {
        expect([...Buffer.from(source, encoding)]).toEqual([...NodeBuffer.from(source, encoding)]);
      }),
    );
  });

  test('come out of base 64, of either alphabet, with padding or without', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('base64', 'base64url'), (bytes, alphabet) => {
        const digits = NodeBuffer.from(bytes).toString(alphabet);
        expect([...Buffer.from(digits, 'base64')]).toEqual([...bytes]);
      }),
    );
  });

  test('become the same text as in Node, joined or not', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), fc.constantFrom(...ENCODINGS), (one, other, encoding) => {
        const ours = Buffer.concat([Buffer.from(one), Buffer.from(other)]).toString(encoding);
        expect(ours).toBe(NodeBuffer.concat([one, other]).toString(encoding));
      }),
    );
  });
});
