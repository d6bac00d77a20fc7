import { unusedCodes } from './codes.ts';
import type { PoolContext } from './context.ts';
import type { MfaMethod, PoolUser } from './migrations.ts';
import { revokeSessions } from './tokens/issue.ts';
import { nextTotp } from './totp.ts';
import { findUser, insertUser, updateUser } from './users.ts';

export interface SeedUser {
  readonly email: string;
  /** Empty: the user has no name. */
  readonly name: string;
  readonly password: string;
  /** `confirmed` by default. */
  readonly state?: 'confirmed' | 'unconfirmed' | 'new-password-required';
  /** Base32. It turns authenticator codes on. */
  readonly totpSecret?: string;
  /** E.164, verified. It turns codes by SMS on. */
  readonly smsNumber?: string;
  /** Which of several second factors is requested. Without it, the listener chooses. */
  readonly preferredMfa?: MfaMethod;
  /** True: the user has to set up an authenticator before the first sign-in. */
  readonly mfaRequired?: boolean;
}

const STATUS = {
  confirmed: 'CONFIRMED',
  unconfirmed: 'UNCONFIRMED',
  'new-password-required': 'FORCE_CHANGE_PASSWORD',
} as const;

async function seed(context: PoolContext, seeded: SeedUser): Promise<{ sub: string }> {
  const existing = await findUser(context, seeded.email);
  if (existing !== undefined) return { sub: existing.sub };
  const state = seeded.state ?? 'confirmed';
  const user = await insertUser(context, {
    email: seeded.email,
    password: seeded.password,
    status: STATUS[state],
    attributes: {
      ...(seeded.name !== '' && { name: seeded.name }),
      email_verified: String(state !== 'unconfirmed'),
      ...(seeded.smsNumber === undefined
        ? {}
        : { phone_number: seeded.smsNumber, phone_number_verified: 'true' }),
    },
  });
  if (user === undefined) return seed(context, seeded);
  await updateUser(context, user.sub, {
    sms_mfa: seeded.smsNumber !== undefined,
    totp_mfa: seeded.totpSecret !== undefined,
    totp_secret: seeded.totpSecret ?? null,
    preferred_mfa: seeded.preferredMfa ?? null,
    mfa_required: seeded.mfaRequired ?? false,
  });
  return { sub: user.sub };
}

/** What only tests and the demonstration do with accounts: add them in any state, and read their codes. */
export function testAccounts(context: PoolContext) {
  const withUser = async (email: string, act: (user: PoolUser) => Promise<unknown>): Promise<void> => {
    const user = await findUser(context, email);
    if (user !== undefined) await act(user);
  };

  return {
    /** Adds a user. An existing user with the same e-mail address stays unchanged. */
    ensureUser: (user: SeedUser) => seed(context, user),

    disableUser: (email: string) =>
      withUser(email, async ({ sub }) => {
        await updateUser(context, sub, { enabled: false });
        await revokeSessions(context, sub);
      }),

    /** From now on, a sign-in fails with 'Password reset required for the user', until ConfirmForgotPassword. */
    requirePasswordReset: (email: string) =>
      withUser(email, async ({ sub }) => {
        await updateUser(context, sub, { status: 'RESET_REQUIRED' });
        await revokeSessions(context, sub);
      }),

    /** The user has to set up an authenticator at the next sign-in. */
    requireMfa: (email: string) =>
      withUser(email, ({ sub }) => updateUser(context, sub, { mfa_required: true })),

    /** Ends every session of a user: refresh tokens, access tokens and the sessions of the hosted login. */
    revokeUser: (email: string) => withUser(email, ({ sub }) => revokeSessions(context, sub)),

    /** The unused codes of a user, the newest first. */
    async codesFor(email: string) {
      const user = await findUser(context, email);
      return user === undefined ? [] : unusedCodes(context, user.sub);
    },

    /** An unused code of the user's authenticator. */
    async totpFor(email: string) {
      const user = await findUser(context, email);
      return user === undefined ? undefined : nextTotp(user, context.clock.now());
    },
  };
}
