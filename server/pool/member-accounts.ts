import { accountRefusal } from './account.ts';
import { sendForgotPasswordCode } from './actions/passwords.ts';
import { mailIn } from './call.ts';
import type { Alongside, PoolContext } from './context.ts';
import { PoolError } from './errors.ts';
import { identitiesOf, removeIdentities } from './identities/identities.ts';
import { addUser, inviteUser, removeUser } from './manage-users.ts';
import { passkeysOf } from './passkeys.ts';
import { requirePolicy } from './password-policy.ts';
import { endOtherSessions, endSession, sessionsOf } from './sessions.ts';
import { endSignIns, revokeSessions } from './tokens/issue.ts';
import { findUser, updateUser } from './users.ts';

export interface NamedUser {
  readonly email: string;
  /** Empty: the user has no name. */
  readonly name: string;
}

/** What owners, the operator's commands and the other features of the provider do with accounts. */
export const memberAccounts = (context: PoolContext) => ({
  /** False if the account is disabled or deleted, or needs a new password. */
  isActive: async (sub: string) => accountRefusal(await findUser(context, sub)) === undefined,

  /** The passkeys of a user, the oldest first (STU-72). */
  passkeysOf: (sub: string) => passkeysOf(context, sub),

  /** The identities of a user at other providers, the oldest first (STU-73). */
  identitiesOf: (sub: string) => identitiesOf(context, sub),

  /** Takes all identities from a user, and ends every session. @returns how many there were */
  removeIdentities: (sub: string, alongside: Alongside) =>
    context.db.transaction().execute(async (transaction) => {
      const own = { ...context, db: transaction };
      await alongside(transaction);
      const removed = await removeIdentities(own, sub);
      await endEverything(own, sub);
      await context.accessEnded(transaction, sub);
      return removed;
    }),

  /** The verified e-mail address of a user, or undefined. */
  async getVerifiedEmail(sub: string) {
    const { attributes } = (await findUser(context, sub)) ?? {};
    return attributes?.['email_verified'] === 'true' ? attributes['email'] : undefined;
  },

  /**
   * Adds a confirmed user. An account of the address that was never confirmed is replaced. Any other account stays,
   * with its password.
   *
   * @throws {PoolError} InvalidPasswordException
   */
  async addUser({ email, name, password }: NamedUser & { readonly password: string }) {
    await requirePolicy(password, email);
    const attributes = { ...(name !== '' && { name }), email_verified: 'true' };
    const added = await addUser(context, { email, password, status: 'CONFIRMED', attributes });
    return { sub: added.user.sub, account: added.account };
  },

  /**
   * Sends a code as ForgotPassword does. It does not fail for an unknown user.
   *
   * @param caller the network address that asks for it, as `callerOf` writes it
   * @param language of the request, for the mail
   */
  async sendForgotPasswordCode(email: string, caller: string, language: string): Promise<void> {
    try {
      const mail = mailIn(context, () => language);
      await sendForgotPasswordCode({ ...context, mail, caller, agent: '' }, email);
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      context.log(`user pool: no forgot-password code for ${email}: ${error.message}`);
    }
  },

  /**
   * Adds a user with a temporary password, which has to be replaced at the first sign-in. A user who was invited
   * before and never signed in gets a new one. An account that was never confirmed is replaced.
   *
   * @returns null if the address has an account that is in use
   */
  inviteUser: (user: NamedUser) => inviteUser(context, user),

  /** Lets a user sign in again, or ends all sessions and lets the user sign in no more. */
  setEnabled: (sub: string, enabled: boolean, alongside: Alongside) =>
    context.db.transaction().execute(async (transaction) => {
      const own = { ...context, db: transaction };
      await alongside(transaction);
      await updateUser(own, sub, { enabled });
      if (!enabled) await endEverything(own, sub);
    }),

  /** The sessions of a user, the last used one first. */
  sessionsOf: (sub: string) => sessionsOf(context, sub),

  /** Ends one session. False if the user has no such session. */
  endSession: (sub: string, id: string) => endSession(context, sub, id),

  /** Ends every session of a user but the named one. */
  endOtherSessions: (sub: string, own: string) => endOtherSessions(context, sub, own),

  /** Ends every session of a user. */
  endSessions: (sub: string, alongside: Alongside) =>
    context.db.transaction().execute(async (transaction) => {
      await alongside(transaction);
      await endEverything({ ...context, db: transaction }, sub);
      await context.accessEnded(transaction, sub);
    }),

  deleteUser: async (email: string, alongside?: Alongside): Promise<void> => {
    const user = await findUser(context, email);
    if (user !== undefined) await removeUser(context, user.sub, alongside);
  },
});

/** Ends the sessions of a user, and the sign-ins that have not completed. */
async function endEverything(context: PoolContext, sub: string): Promise<void> {
  await endSignIns(context, sub);
  await revokeSessions(context, sub);
}
