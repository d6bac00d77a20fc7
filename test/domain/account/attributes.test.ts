// Proves ACC-17.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { updatableAttributes } from '../../../src/domain/account/attributes.ts';
import { law } from '../laws.ts';

const aName = () =>
  fc.oneof(
    fc.constantFrom('sub', 'name', 'email', 'email_verified', 'phone_number_verified', 'custom:sub'),
    fc.string(),
    fc.tuple(fc.string(), fc.string()).map(([before, after]) => `${before}_verified${after}`),
  );

describe('profile attribute updates', () => {
  law(
    'leave out `sub` and each attribute that says that something was verified, and nothing else',
    [fc.dictionary(aName(), fc.string())],
    (attributes) => {
      const updated = updatableAttributes(attributes);
      for (const [name, value] of Object.entries(attributes)) {
        const isSkipped = name === 'sub' || /_verified/u.test(name);
        expect(Object.hasOwn(updated, name)).toBe(!isSkipped);
        if (!isSkipped) expect(updated[name]).toBe(value);
      }
    },
  );

  test('keep a name that is only similar', () => {
    expect(updatableAttributes({ 'custom:sub': 'a', verified: 'b', subject: 'c' })).toEqual({
      'custom:sub': 'a',
      verified: 'b',
      subject: 'c',
    });
  });
});
