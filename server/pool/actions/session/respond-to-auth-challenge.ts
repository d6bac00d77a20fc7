import * as v from 'valibot';
import { challengeAnswers } from '../../challenges/answers/index.ts';
import { defineAction } from '../action.ts';
import { clientId, parameters, session } from '../fields.ts';

const schema = v.object({
  ChallengeName: v.picklist(
    [
      'PASSWORD_VERIFIER',
      'NEW_PASSWORD_REQUIRED',
      'SMS_MFA',
      'SOFTWARE_TOKEN_MFA',
      'SELECT_MFA_TYPE',
      'MFA_SETUP',
      'CUSTOM_CHALLENGE',
      'DEVICE_SRP_AUTH',
      'DEVICE_PASSWORD_VERIFIER',
    ],
    'Member must satisfy enum value set',
  ),
  ClientId: clientId,
  Session: v.nullish(session),
  ChallengeResponses: v.optional(parameters, {}),
});

/** RespondToAuthChallenge: checks the answer to a challenge and continues the sign-in. */
export const respondToAuthChallenge = defineAction(schema, (context, request) =>
  challengeAnswers[request.ChallengeName](context, {
    session: request.Session ?? undefined,
    responses: request.ChallengeResponses,
  }),
);
