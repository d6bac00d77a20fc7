import { WordArray } from 'amazon-cognito-identity-js';
import { expect, test } from 'vitest';
import RandomBytes from '../../../src/adapters/cognito/random-bytes.ts';

test.each([0, 16, 40, 128])(
  '%i bytes come as digits, as many as the library has, and never the same',
  (length) => {
    const digits = new RandomBytes().random(length).toString();
    expect(digits).toMatch(/^[\da-f]*$/);
    expect(digits).toHaveLength(new WordArray().random(length).toString().length);
    if (length > 0) expect(new RandomBytes().random(length).toString()).not.toBe(digits);
  },
);
