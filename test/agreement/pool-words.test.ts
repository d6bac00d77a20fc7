import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { requirePolicy } from '../../server/pool/password-policy.ts';
import { requireRecentSignIn } from '../../server/pool/recent-sign-in.ts';
import { asksForNewSignIn } from '../../src/adapters/cognito/old-sign-in.ts';
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

test('each change that needs a recent sign-in is known by what the pool says (SES-163)', () => {
  const changes = ['actions/mfa.ts', 'actions/user.ts', 'actions/add-passkey.ts'].flatMap((path) => [
    ...readFileSync(`server/pool/${path}`, 'utf8').matchAll(
      /(?:requireRecentSignIn\(\w+, \w+, |const [A-Z_]+ = )'(?<change>[^']+)'/gu,
    ),
  ]);
  const words = new Set(changes.map(({ groups }) => groups?.['change'] ?? ''));
  expect(words.size).toBe(7);
  for (const change of words) {
    const context = { clock: { now: () => 10 ** 12 } };
    expect(() => requireRecentSignIn(context, { auth_time: 0 }, change)).toThrow(
      expect.toSatisfy((error: unknown) => error instanceof Error && asksForNewSignIn(error.message)),
    );
  }
});
