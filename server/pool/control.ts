import type { FastifyPluginAsync } from 'fastify';
import { LONGEST_EMAIL } from './account.ts';
import type { Pool } from './index.ts';
import { LONGEST_PASSWORD } from './password-policy.ts';
import type { SeedUser } from './test-accounts.ts';

const emailBody = {
  type: 'object',
  required: ['email'],
  properties: { email: { type: 'string', minLength: 3, maxLength: LONGEST_EMAIL } },
} as const;

const userBody = {
  type: 'object',
  required: ['email', 'name', 'password'],
  additionalProperties: false,
  properties: {
    email: { type: 'string', minLength: 3, maxLength: LONGEST_EMAIL },
    name: { type: 'string', maxLength: 2048 },
    password: { type: 'string', minLength: 1, maxLength: LONGEST_PASSWORD },
    state: { enum: ['confirmed', 'unconfirmed', 'new-password-required'] },
    totpSecret: { type: 'string', pattern: '^[A-Z2-7]{16,128}$' },
    smsNumber: { type: 'string', pattern: '^\\+[0-9]{7,15}$' },
    preferredMfa: { enum: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'] },
    mfaRequired: { type: 'boolean' },
  },
} as const;

/**
 * Lets tests read codes, add users in any state, and disable, delete or revoke them. To be registered only for tests.
 */
export function poolControl(pool: Pool): FastifyPluginAsync {
  return async (server) => {
    server.get<{ Querystring: { email: string } }>(
      '/codes',
      { schema: { querystring: emailBody } },
      (request) => pool.codesFor(request.query.email).then((codes) => ({ codes })),
    );

    server.get<{ Querystring: { email: string } }>(
      '/totp',
      { schema: { querystring: emailBody } },
      (request) => pool.totpFor(request.query.email).then((code) => ({ code: code ?? null })),
    );

    server.post<{ Body: SeedUser }>('/users', { schema: { body: userBody } }, (request) =>
      pool.ensureUser(request.body),
    );

    const verbs: Record<string, (email: string) => Promise<void>> = {
      disable: (email) => pool.disableUser(email),
      delete: (email) => pool.deleteUser(email),
      'require-reset': (email) => pool.requirePasswordReset(email),
      'require-mfa': (email) => pool.requireMfa(email),
      revoke: (email) => pool.revokeUser(email),
    };
    for (const [verb, act] of Object.entries(verbs)) {
      server.post<{ Body: { email: string } }>(`/${verb}`, { schema: { body: emailBody } }, (request) =>
        act(request.body.email).then(() => ({ ok: true })),
      );
    }
  };
}
