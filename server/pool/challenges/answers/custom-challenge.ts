import { accountRefusal } from '../../account.ts';
import { tryCode } from '../../attempts.ts';
import { consumeCode } from '../../codes.ts';
import { findDevice } from '../../devices.ts';
import { PoolError, notAuthorized, wrongCredentials } from '../../errors.ts';
import { resolveSubject } from '../../users.ts';
import { offerCustomChallenge, offerNext } from '../offer.ts';
import { readSession, spendSession } from '../sessions.ts';
import { type AnswerChallenge, requireResponse, requireSession } from './answer.ts';

const MOST_FAILURES = 3;

/** Checks the code that was sent by e-mail. After a wrong code it repeats the challenge; the third ends the sign-in. */
export const answerCustomChallenge: AnswerChallenge = async (context, reply) => {
  const session = requireSession(reply);
  const progress = await readSession(context, 'CUSTOM_CHALLENGE', session);
  const username = requireResponse(reply, 'USERNAME');
  const answer = requireResponse(reply, 'ANSWER');
  // An unknown user gets this challenge as well, but no code was sent.
  const { id, user } = await resolveSubject(context, username);
  if (id !== progress.sub) throw notAuthorized('Invalid session for the user.');
  let refusal: unknown = null;
  try {
    await tryCode(context, progress.sub, () =>
      consumeCode(context, progress.sub, 'custom-challenge', answer).catch((error: unknown) => {
        refusal = error;
        throw error;
      }),
    );
  } catch (error) {
    // While too many guesses are counted, the challenge stays as it is.
    if (!(error instanceof PoolError) || error !== refusal) throw error;
    await spendSession(context, session);
    const customFailures = progress.customFailures + 1;
    if (error.type !== 'CodeMismatchException' || customFailures >= MOST_FAILURES) throw wrongCredentials();
    return offerCustomChallenge(context, { ...progress, customFailures }, user?.email ?? username);
  }
  await spendSession(context, session);
  if (user === undefined || accountRefusal(user) !== undefined) throw wrongCredentials();
  const deviceKey = reply.responses['DEVICE_KEY'];
  const device = deviceKey === undefined ? undefined : await findDevice(context, user.sub, deviceKey);
  return offerNext(context, user, {
    ...progress,
    deviceKey: device?.device_key ?? progress.deviceKey,
    proved: [...progress.proved, 'custom'],
  });
};
