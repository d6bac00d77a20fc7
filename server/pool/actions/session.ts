import * as v from 'valibot';
import { accessToken, clientId, defineAction, deviceKey, parameters, session } from './action.ts';
import { requireUnlocked } from '../attempts.ts';
import { guesserAt } from '../guessers.ts';
import { challengeResponses } from '../challenges/responses.ts';
import { offerChoice, offerPassword } from '../challenges/first-factors.ts';
import { type AuthResponse, offerCustomChallenge, offerNext } from '../challenges/offer.ts';
import { startProgress } from '../challenges/sessions.ts';
import { sendCode } from '../codes.ts';
import type { CallContext } from '../context.ts';
import { invalidParameter, notAuthorized, PoolError } from '../errors.ts';
import { refreshTokens, revokeRefreshToken, revokeSessions } from '../tokens/issue.ts';
import { requireAccess } from '../tokens/verify.ts';
import { resolveSubject } from '../users.ts';

const initiateAuthSchema = v.object({
  AuthFlow: v.picklist(
    [
      'USER_SRP_AUTH',
      'USER_AUTH',
      'CUSTOM_AUTH',
      'REFRESH_TOKEN_AUTH',
      'REFRESH_TOKEN',
      'USER_PASSWORD_AUTH',
    ],
    'Member must satisfy enum value set: [USER_SRP_AUTH, USER_AUTH, CUSTOM_AUTH, REFRESH_TOKEN_AUTH, REFRESH_TOKEN]',
  ),
  ClientId: clientId,
  AuthParameters: v.optional(parameters, {}),
});

function required(given: Record<string, string>, name: string): string {
  const value = given[name];
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

async function proveBySrp(
  context: CallContext,
  given: Record<string, string>,
  customFlow: boolean,
): Promise<AuthResponse> {
  const subject = await resolveSubject(context, required(given, 'USERNAME'));
  return offerPassword(context, subject, given['SRP_A'], customFlow);
}

/**
 * CUSTOM_AUTH without a password: only a code by e-mail (SES-103). The response is the same for accounts that cannot
 * sign in.
 */
async function offerCodeOnly(context: CallContext, given: Record<string, string>): Promise<AuthResponse> {
  if (!context.passwordlessSignIn) {
    throw invalidParameter('CUSTOM_AUTH flow without a password not enabled for this client');
  }
  const username = required(given, 'USERNAME');
  const { id, user } = await resolveSubject(context, username);
  await requireUnlocked(context, await guesserAt(context, id));
  const progress = startProgress(id, null, 'passwordless');
  if (user?.status === 'CONFIRMED' && user.enabled) return offerNext(context, user, progress);
  await sendCode(context, {
    subject: id,
    purpose: 'custom-challenge',
    destination: user?.email ?? username,
    deliver: false,
  });
  return offerCustomChallenge(context, progress, user?.email ?? username);
}

/** AWS declares no LimitExceededException for these calls, so clients look for TooManyRequestsException (SES-131). */
async function withDeclaredErrors<Response>(running: Promise<Response>): Promise<Response> {
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof PoolError) || error.type !== 'LimitExceededException') throw error;
    throw new PoolError('TooManyRequestsException', error.message);
  }
}

async function start(
  context: CallContext,
  request: v.InferOutput<typeof initiateAuthSchema>,
): Promise<AuthResponse> {
  const given = request.AuthParameters;
  switch (request.AuthFlow) {
    case 'USER_SRP_AUTH':
      return proveBySrp(context, given, false);
    case 'USER_AUTH':
      return offerChoice(context, required(given, 'USERNAME'), given['PREFERRED_CHALLENGE'], given['SRP_A']);
    case 'CUSTOM_AUTH':
      // Without this parameter no password is required, whatever else the client sends.
      return given['CHALLENGE_NAME'] === 'SRP_A'
        ? proveBySrp(context, given, true)
        : offerCodeOnly(context, given);
    case 'REFRESH_TOKEN_AUTH':
    case 'REFRESH_TOKEN':
      return {
        ChallengeParameters: {},
        AuthenticationResult: (
          await refreshTokens(context, required(given, 'REFRESH_TOKEN'), given['DEVICE_KEY'])
        ).tokens,
      };
    case 'USER_PASSWORD_AUTH':
      throw invalidParameter('USER_PASSWORD_AUTH flow not enabled for this client');
  }
}

/** InitiateAuth: starts a sign-in, or renews tokens. It accepts no password in clear text. */
export const initiateAuth = defineAction(initiateAuthSchema, (context, request) =>
  withDeclaredErrors(start(context, request)),
);

const getTokensFromRefreshTokenSchema = v.object({
  ClientId: clientId,
  RefreshToken: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
  ClientSecret: v.nullish(v.string()),
  DeviceKey: v.nullish(deviceKey),
});

/**
 * GetTokensFromRefreshToken: renews tokens, as the newer SDKs of AWS do. The refresh token stays the same: the client has
 * no rotation, because the app renews with REFRESH_TOKEN_AUTH, which the service refuses to a client with rotation.
 */
export const getTokensFromRefreshToken = defineAction(
  getTokensFromRefreshTokenSchema,
  async (context, { ClientId, RefreshToken, ClientSecret, DeviceKey }) => {
    if (typeof ClientSecret === 'string') {
      throw notAuthorized(`Client ${ClientId} is configured without secret but secret was received`);
    }
    const { tokens } = await refreshTokens(context, RefreshToken, DeviceKey ?? undefined);
    return { AuthenticationResult: tokens };
  },
);

const respondToAuthChallengeSchema = v.object({
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
      'SELECT_CHALLENGE',
      'WEB_AUTHN',
    ],
    'Member must satisfy enum value set',
  ),
  ClientId: clientId,
  Session: v.nullish(session),
  ChallengeResponses: v.optional(parameters, {}),
});

/** RespondToAuthChallenge: checks the response to a challenge and continues the sign-in. */
export const respondToAuthChallenge = defineAction(respondToAuthChallengeSchema, (context, request) =>
  withDeclaredErrors(
    challengeResponses[request.ChallengeName](context, {
      session: request.Session ?? undefined,
      responses: request.ChallengeResponses,
    }),
  ),
);

const revokeTokenSchema = v.object({
  ClientId: clientId,
  Token: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
});

/** RevokeToken: ends the session of a refresh token. It ignores an unknown token. */
export const revokeToken = defineAction(revokeTokenSchema, async (context, request) => {
  if (request.Token.split('.').length === 3) {
    throw new PoolError('UnsupportedTokenTypeException', 'The token type is not supported');
  }
  await revokeRefreshToken(context, request.Token);
  return {};
});

const globalSignOutSchema = v.object({ AccessToken: accessToken });

export const globalSignOut = defineAction(globalSignOutSchema, async (context, request) => {
  const { user } = await requireAccess(context, request.AccessToken);
  await context.db.transaction().execute(async (db) => {
    await revokeSessions({ ...context, db }, user.sub);
    await context.accessEnded(db, user.sub);
  });
  return {};
});
