import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { confirmationPage, confirmSignUp, resendConfirmationCode, signUp } from './actions/sign-up.ts';
import { callOf } from './call.ts';
import type { PoolContext } from './context.ts';
import { PoolError } from './errors.ts';
import { housekeeper } from './housekeeping.ts';
import { allowOrigins, type CrossOrigin, type OriginRule } from '../http/headers.ts';
import { callerOf, inFlightLimit, limitRate } from '../http/rate-limit.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import { DatabaseUnavailableError, isStorable } from '../db/errors.ts';
import { startPowerThread } from './srp/power-threads.ts';
import type { Action } from './actions/action.ts';
import {
  completeWebAuthnRegistration,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  renameWebAuthnCredential,
  startWebAuthnRegistration,
} from './actions/passkeys.ts';
import {
  associateSoftwareToken,
  setUserMfaPreference,
  setUserSettings,
  verifySoftwareToken,
} from './actions/mfa.ts';
import { changePassword, confirmForgotPassword, forgotPassword } from './actions/passwords.ts';
import {
  confirmDevice,
  forgetDevice,
  getDevice,
  listDevices,
  updateDeviceStatus,
} from './actions/devices.ts';
import {
  deleteUser,
  deleteUserAttributes,
  getUser,
  getUserAttributeVerificationCode,
  updateUserAttributes,
  verifyUserAttribute,
} from './actions/user.ts';
import {
  getTokensFromRefreshToken,
  globalSignOut,
  initiateAuth,
  respondToAuthChallenge,
  revokeToken,
} from './actions/session.ts';

/** The actions of the sign-in service, by the name in `X-Amz-Target`. */
const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries({
    AssociateSoftwareToken: associateSoftwareToken,
    ChangePassword: changePassword,
    CompleteWebAuthnRegistration: completeWebAuthnRegistration,
    ConfirmDevice: confirmDevice,
    ConfirmForgotPassword: confirmForgotPassword,
    ConfirmSignUp: confirmSignUp,
    DeleteUser: deleteUser,
    DeleteUserAttributes: deleteUserAttributes,
    DeleteWebAuthnCredential: deleteWebAuthnCredential,
    ForgetDevice: forgetDevice,
    ForgotPassword: forgotPassword,
    GetDevice: getDevice,
    GetTokensFromRefreshToken: getTokensFromRefreshToken,
    GetUser: getUser,
    GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
    GlobalSignOut: globalSignOut,
    InitiateAuth: initiateAuth,
    ListDevices: listDevices,
    ListWebAuthnCredentials: listWebAuthnCredentials,
    RenameWebAuthnCredential: renameWebAuthnCredential,
    ResendConfirmationCode: resendConfirmationCode,
    RespondToAuthChallenge: respondToAuthChallenge,
    RevokeToken: revokeToken,
    SetUserMFAPreference: setUserMfaPreference,
    SetUserSettings: setUserSettings,
    SignUp: signUp,
    StartWebAuthnRegistration: startWebAuthnRegistration,
    UpdateDeviceStatus: updateDeviceStatus,
    UpdateUserAttributes: updateUserAttributes,
    VerifySoftwareToken: verifySoftwareToken,
    VerifyUserAttribute: verifyUserAttribute,
  }),
);

const CONTENT_TYPE = 'application/x-amz-json-1.1';
const TARGET = /^AWSCognitoIdentityProviderService\.([A-Za-z]{1,64})$/;
const LARGEST_BODY_BYTES = 64 * 1024;
// As many as one processor completes within a few seconds. Clients do not wait longer.
const MOST_AT_ONCE = 512;
const MOST_OF_CALLER = 128;
const ALLOWED: CrossOrigin = {
  methods: 'POST',
  // Each SDK of AWS sends headers of its own. No header gives a right, because the pool reads no cookie.
  headers: 'any',
  exposed: 'age, date, retry-after, x-amzn-errortype, x-amzn-requestid',
  seconds: 86_400,
};

/**
 * A reviver for `JSON.parse` that accepts only text that the database can store.
 *
 * @throws {PoolError} InvalidParameterException
 */
function onlyStorable(name: string, value: unknown): unknown {
  if (isStorable(name) && (typeof value !== 'string' || isStorable(value))) return value;
  throw new PoolError('InvalidParameterException', 'Text must be well-formed Unicode without NUL.');
}

function refuse(reply: FastifyReply, status: number, type: string, message: string): FastifyReply {
  return reply
    .code(status)
    .header('x-amzn-errortype', `${type}:`)
    .header('x-amzn-errormessage', encodeURIComponent(message))
    .type(CONTENT_TYPE)
    .send(JSON.stringify({ __type: type, message }));
}

/** Turns Fastify's errors into errors of the service, because its clients know only one shape of error. */
function translate(error: FastifyError | PoolError): { status: number; type: string; message: string } {
  if (error instanceof PoolError) return { status: 400, type: error.type, message: error.message };
  if (error instanceof DatabaseUnavailableError) {
    return { status: error.statusCode, type: 'ServiceUnavailableException', message: error.message };
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { status: 413, type: 'RequestEntityTooLargeException', message: 'Request is too large.' };
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { status: 400, type: 'UnknownOperationException', message: `Use ${CONTENT_TYPE}.` };
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return { status: 400, type: 'SerializationException', message: 'Content length is wrong.' };
    default:
      return { status: 500, type: 'InternalErrorException', message: 'Internal error' };
  }
}

/**
 * The HTTP interface of the sign-in service: `POST /` with the action in `X-Amz-Target`, the keys that verify its tokens,
 * and the page of the links that confirm a sign-up.
 */
export function poolRoutes(
  context: PoolContext,
  origins: OriginRule,
  counts: RequestCounts,
  requestsPerSecond: number,
): FastifyPluginAsync {
  const enter = inFlightLimit(MOST_AT_ONCE, MOST_OF_CALLER);
  startPowerThread();
  const purgeNowAndThen = housekeeper(context);

  return async (server) => {
    const check = limitRate(counts, 'pool', requestsPerSecond);
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      CONTENT_TYPE,
      { parseAs: 'string', bodyLimit: LARGEST_BODY_BYTES },
      (_request, body, done) => {
        try {
          const parsed: unknown = JSON.parse(body.toString(), onlyStorable);
          done(null, parsed);
        } catch (error) {
          done(
            error instanceof PoolError
              ? error
              : new PoolError('SerializationException', 'The request is not JSON.'),
          );
        }
      },
    );

    server.setErrorHandler<FastifyError | PoolError>((error, _request, reply) => {
      const { status, type, message } = translate(error);
      if (status === 500) context.log(`user pool: ${error.stack ?? error.message}`);
      return refuse(reply, status, type, message);
    });

    await allowOrigins(server, origins, ALLOWED);
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('x-amzn-requestid', randomUUID());
    });

    server.post('/', async (request, reply) => {
      if ((await check(request)) !== null) throw new PoolError('TooManyRequestsException', 'Rate exceeded');
      purgeNowAndThen();
      const target = request.headers['x-amz-target'];
      const name = typeof target === 'string' ? TARGET.exec(target)?.[1] : undefined;
      const action = name === undefined ? undefined : actions.get(name);
      if (action === undefined) throw new PoolError('UnknownOperationException', 'Unknown operation');
      const caller = callerOf(request.ip);
      const leave = enter(caller);
      if (leave === undefined) throw new PoolError('TooManyRequestsException', 'Rate exceeded');
      try {
        const relyingParty = context.relyingPartyAt(request.publicOrigin);
        const result = await action({ ...callOf(context, request), relyingParty }, request.body);
        return await reply
          .header('cache-control', 'no-store')
          .type(CONTENT_TYPE)
          .send(JSON.stringify(result));
      } finally {
        leave();
      }
    });

    server.get(`/${context.userPoolId}/.well-known/jwks.json`, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(await context.keys.published()),
    );

    await server.register(confirmationPage(context, check));
  };
}
