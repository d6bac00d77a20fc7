import { describe, expect, test } from 'vitest';
import { requirePolicy } from '../../server/pool/password-policy.ts';
import { SERVICE_MESSAGES } from '../../src/adapters/cognito/service-messages.ts';
import { toAuthFailure } from '../../src/adapters/cognito/vendor-errors.ts';

describe('what the pool says of a password is in the catalogues (LANG-7)', () => {
  test.each(['short', 'password1', 'aaaaaaaaaaaa'])('%s', async (password) => {
    const refused: unknown = await requirePolicy(password, 'ann@example.org').catch(
      (error: unknown) => error,
    );
    if (!(refused instanceof Error)) throw new Error('The password was taken.');
    const { message } = toAuthFailure({ code: 'InvalidPasswordException', message: refused.message });
    expect(SERVICE_MESSAGES).toContain(message);
  });
});
