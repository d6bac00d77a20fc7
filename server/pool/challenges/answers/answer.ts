import { requireAccount } from '../../account.ts';
import type { PoolContext } from '../../context.ts';
import { invalidParameter, notAuthorized } from '../../errors.ts';
import type { PoolUser } from '../../migrations.ts';
import { findUser } from '../../users.ts';
import type { AuthAnswer } from '../offer.ts';
import type { SignInProgress } from '../progress.ts';
import { type ChallengeName, readSession } from '../sessions.ts';

/** What a client answers a challenge with. */
export interface ChallengeReply {
  readonly session: string | undefined;
  /** `ChallengeResponses`, without its empty values. */
  readonly responses: Readonly<Record<string, string>>;
}

/** Judges the reply to one challenge, and goes on or refuses with a PoolError. */
export type AnswerChallenge = (context: PoolContext, reply: ChallengeReply) => Promise<AuthAnswer>;

/** A named challenge response. Throws InvalidParameterException when it is absent. */
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
 * The sign-in that a reply goes on with: its Session read but not used up, its user still able to
 * sign in and the one whom the reply names.
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
