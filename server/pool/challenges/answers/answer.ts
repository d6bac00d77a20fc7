import { requireAccount } from '../../account.ts';
import type { CallContext, PoolContext } from '../../context.ts';
import { invalidParameter, notAuthorized } from '../../errors.ts';
import type { PoolUser } from '../../migrations.ts';
import { findUser } from '../../users.ts';
import type { AuthResponse } from '../offer.ts';
import { type ChallengeName, readSession, type SignInProgress } from '../sessions.ts';

/** The answer of a client to a challenge. */
export interface ChallengeReply {
  readonly session: string | undefined;
  /** `ChallengeResponses`, without its empty values. */
  readonly responses: Readonly<Record<string, string>>;
}

/**
 * Checks the answer to one challenge, and continues the sign-in.
 *
 * @throws {PoolError} for a wrong answer
 */
export type AnswerChallenge = (context: CallContext, reply: ChallengeReply) => Promise<AuthResponse>;

/**
 * A challenge response by its name.
 *
 * @throws {PoolError} InvalidParameterException if it is missing
 */
export function requireResponse(reply: ChallengeReply, name: string): string {
  const value = reply.responses[name];
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

export function requireSession(reply: ChallengeReply): string {
  if (reply.session === undefined) throw invalidParameter('Missing required parameter Session');
  return reply.session;
}

/**
 * Finds the sign-in that a reply continues. The Session is read, but not used up.
 *
 * @throws {PoolError} if the user cannot sign in, or is not the one whom the reply names
 */
export async function resume(
  context: PoolContext,
  name: ChallengeName,
  reply: ChallengeReply,
): Promise<{ session: string; progress: SignInProgress; user: PoolUser }> {
  const session = requireSession(reply);
  const progress = await readSession(context, name, session);
  const named = await findUser(context, requireResponse(reply, 'USERNAME'));
  if (named !== undefined && named.sub !== progress.sub) throw notAuthorized('Invalid session for the user.');
  return { session, progress, user: await requireAccount(context, progress.sub) };
}
