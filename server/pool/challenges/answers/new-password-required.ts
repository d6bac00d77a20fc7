import { missingAttributes, requireWritable } from '../../attributes.ts';
import { invalidParameter } from '../../errors.ts';
import { requirePolicy } from '../../password-policy.ts';
import { setPassword, updateUser } from '../../users.ts';
import { offerNext } from '../offer.ts';
import { spendSession } from '../sessions.ts';
import { type AnswerChallenge, requireResponse, resume } from './answer.ts';

const PREFIX = 'userAttributes.';

/** Replaces a temporary password, and saves the attributes that were sent with it. */
export const answerNewPasswordRequired: AnswerChallenge = async (context, reply) => {
  const { session, progress, user } = await resume(context, 'NEW_PASSWORD_REQUIRED', reply);
  const password = requireResponse(reply, 'NEW_PASSWORD');
  await requirePolicy(password, user.email);
  const attributes = Object.fromEntries(
    Object.entries(reply.responses)
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, value]) => [name.slice(PREFIX.length), value]),
  );
  // The e-mail address for sign-ins changes only by verification.
  delete attributes['email'];
  requireWritable(context, attributes);
  const [missing] = missingAttributes(context, { ...user.attributes, ...attributes });
  if (missing !== undefined) throw invalidParameter(`Invalid attributes given, ${missing} is missing`);
  // A new number is not verified.
  if (attributes['phone_number'] !== undefined) attributes['phone_number_verified'] = 'false';
  await spendSession(context, session);
  await updateUser(context, user.sub, { attributes });
  return offerNext(context, await setPassword(context, user.sub, password), progress);
};
