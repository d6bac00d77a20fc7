import { expect, test } from 'vitest';
import { toAuthFailure } from '../../../src/adapters/cognito/vendor-errors.ts';

test.each([
  [
    'Password did not conform with policy: Password must have at least 8 characters',
    'Password must have at least 8 characters.',
  ],
  ['Password did not conform with policy: Password is too common.', 'Password is too common.'],
  ['Too weak', 'Too weak.'],
])('a password that a policy refuses shows what the policy demands (SES-111): %s', (message, shown) => {
  const error = Object.assign(new Error(message), { code: 'InvalidPasswordException' });
  expect(toAuthFailure(error)).toEqual({ kind: 'invalid-input', message: shown });
});
