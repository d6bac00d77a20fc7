import { requireUnlocked, tryPassword } from './attempts.ts';
import type { CallContext } from './context.ts';
import { guesserAt } from './guessers.ts';
import { matchesPassword, type SrpIdentity, type SrpRecord } from './srp/srp.ts';
import { passwordIdentity, resolveSubject } from './users.ts';

/**
 * True if a password that was sent in clear text is the recorded one. The same letters have several forms in Unicode, and
 * keyboards differ. New passwords are stored as NFC, earlier versions stored what was typed (SES-108).
 */
export async function matchesAnyForm(
  identity: SrpIdentity,
  password: string,
  record: SrpRecord,
): Promise<boolean> {
  for (const form of new Set([password.normalize('NFC'), password, password.normalize('NFD')])) {
    if (await matchesPassword(identity, form, record)) return true;
  }
  return false;
}

/**
 * Compares the password of an account that a page asks for, and counts it.
 *
 * @throws {PoolError} NotAuthorizedException 'Password attempts exceeded'
 */
export async function isPasswordOf(
  context: CallContext,
  username: string,
  password: string,
): Promise<boolean> {
  const { id, record, user } = await resolveSubject(context, username);
  const guesser = await guesserAt(context, id);
  await requireUnlocked(context, guesser);
  const isRight = await tryPassword(context, guesser, () =>
    matchesAnyForm(passwordIdentity(context, id), password, record),
  );
  return isRight && user !== undefined;
}
