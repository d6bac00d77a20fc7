import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { message } from 'audio-streaming-translations/message';
import * as v from 'valibot';
import { callerOf, inFlightLimit, limitRate, refuseBriefly } from '../../http/rate-limit.ts';
import { acceptForms } from '../../http/validation.ts';
import { keepLanguage } from '../../languages/page-language.ts';
import { callOf } from '../call.ts';
import type { CallContext, PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import { isStorable } from '../../db/errors.ts';
import { isForged, readCookie, setCookie } from '../page.ts';
import { endHostedSession, hostedListener } from './authorization.ts';
import {
  beginAtIssuer,
  handleIssuerResponse,
  ID_RESPONSE,
  leaveIssuer,
  returnFromIssuer,
  SIGNED_OUT,
} from './issuer-pages.ts';
import { issuerAt, openIdRoutes } from './openid.ts';
import { errorRedirect, isAllowedReturn, withParameters } from './requests.ts';
import { takeNotice } from './notice.ts';
import { type HostedOrigins, HostedPages, refuse, refused, signedOut, withoutTraces } from './pages.ts';
import { LONGEST_EMAIL } from '../account.ts';
import { LONGEST_PASSWORD } from '../password-policy.ts';
import { wordsOf } from './words.ts';
import { passkeyRoutes } from './passkey-page.ts';
import { checkCode, checkPasskey, checkPassword, type HostedStep } from './sign-in.ts';
import { PasskeyError } from '../challenges/passkey.ts';
import { parseCredential } from '../challenges/passkey-credential.ts';

const LARGEST_BODY_BYTES = 16 * 1024;
const MOST_AT_ONCE = 256;
const MOST_OF_CALLER = 64;

const password = v.object({
  email: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, message('Email cannot be empty')),
    v.maxLength(LONGEST_EMAIL),
  ),
  password: v.pipe(
    v.string(),
    v.minLength(1, message('Password cannot be empty')),
    v.maxLength(LONGEST_PASSWORD),
  ),
});
const secondFactor = v.object({
  method: v.picklist(['SMS_MFA', 'SOFTWARE_TOKEN_MFA']),
  session: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
  // People type and paste codes as "123 456", and some keyboards have digits of double width.
  code: v.pipe(
    v.string(),
    v.transform((code) => code.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}]/gu, '')),
    v.minLength(1, message('Confirmation code cannot be empty')),
    v.maxLength(64),
  ),
});
const sentFields = v.record(v.string(), v.pipe(v.string(), v.check(isStorable)));

/**
 * The hosted login: an authorize path with a sign-in form, a token path and a logout path. It redirects only to allowed
 * addresses. It does not ask for consent, because the app and the pool belong together.
 */
export function hostedRoutes(
  context: PoolContext,
  origins: HostedOrigins,
  counts: RequestCounts,
  requestsPerSecond: number,
): FastifyPluginAsync {
  const enter = inFlightLimit(MOST_AT_ONCE, MOST_OF_CALLER);
  const pages = new HostedPages(context, origins);

  return async (server) => {
    acceptForms(server, LARGEST_BODY_BYTES);

    server.addHook('onRequest', refuseBriefly(limitRate(counts, 'hosted', requestsPerSecond)));
    await keepLanguage(server);

    server.get('/oauth2/authorize', (request, reply) =>
      authorize(context, pages, request, reply, request.query),
    );
    server.post('/oauth2/authorize', (request, reply) =>
      authorize(context, pages, request, reply, request.body),
    );

    const limited =
      (handle: typeof handleForm) =>
      async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        const leave = enter(callerOf(request.ip));
        if (leave === undefined) return reply.code(429).header('retry-after', '1').send();
        try {
          return await handle(context, pages, request, reply);
        } finally {
          leave();
        }
      };
    server.post('/login', limited(handleForm));
    server.get(`${ID_RESPONSE}/:provider`, limited(handleIssuerResponse));
    server.get(SIGNED_OUT, (request, reply) => returnFromIssuer(pages, request, reply));

    await server.register(passkeyRoutes(context));
    await server.register(openIdRoutes(context, origins.mayRead));

    server.get<{ Querystring: Record<string, unknown> }>('/logout', (request, reply) =>
      logout(context, pages, request, reply),
    );
  };
}

/** Checks what a form has: a passkey, the code of a second factor, or a password. */
async function check(context: CallContext, fields: Readonly<Record<string, string>>): Promise<HostedStep> {
  const { credential = '' } = fields;
  // The form of the password has no passkey.
  if (credential !== '') return checkPasskey(context, credential);
  if ('session' in fields) {
    const { method, session, code } = valid(secondFactor, fields);
    return checkCode(context, method, session, code);
  }
  const { email, password: typed } = valid(password, fields);
  return checkPassword(context, email, typed);
}

/** @throws {PoolError} InvalidParameterException with the words of the first problem */
function valid<Schema extends v.GenericSchema>(schema: Schema, fields: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, fields);
  if (parsed.success) return parsed.output;
  throw new PoolError('InvalidParameterException', parsed.issues[0].message);
}

/** Checks a sent form: a passkey, a password, or the code of a second factor. */
async function handleForm(
  context: PoolContext,
  pages: HostedPages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = v.safeParse(sentFields, request.body);
  const fields = sent.success ? sent.output : {};
  const found = pages.check(request, fields);
  if (!found.ok) return refused(reply, found);
  if (isForged(request, fields['form'])) {
    return pages.askPassword(request, reply, found.request, {
      alert: message('This form was open for too long. Please try again.'),
    });
  }
  const calling = {
    ...callOf(context, request),
    relyingParty: context.relyingPartyAt(request.publicOrigin),
  };
  let step: HostedStep;
  try {
    step = await check(calling, fields);
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    const isFactor = 'session' in fields;
    const alert = wordsOf(error, isFactor ? '' : (fields['password'] ?? ''));
    const unknown = error instanceof PasskeyError && error.isUnknown ? idOf(fields['credential']) : undefined;
    const isOver = error.type === 'NotAuthorizedException';
    const { method, session } = fields;
    return pages.showAgain(
      request,
      reply,
      found.request,
      isFactor && !isOver && session !== undefined
        ? { alert, step: { method: method === 'SMS_MFA' ? method : 'SOFTWARE_TOKEN_MFA', session } }
        : { alert, email: (fields['email'] ?? '').slice(0, LONGEST_EMAIL), unknown },
    );
  }
  return pages.finish(request, reply, found.request, step);
}

/** The id of a credential in JSON. */
const idOf = (credential = ''): string | undefined => parseCredential(credential)?.id;

/** Sends the listener back with a code, or asks who it is. */
async function authorize(
  context: PoolContext,
  pages: HostedPages,
  request: FastifyRequest,
  reply: FastifyReply,
  given: unknown,
): Promise<FastifyReply> {
  const found = pages.check(request, given);
  if (!found.ok) return refused(reply, found);
  const { prompt, maxAge, identityProvider } = found.request;
  const notice = takeNotice(request, reply);
  const listener = await hostedListener(context, readCookie(request, 'session'));
  const isRecent =
    listener !== null &&
    prompt !== 'login' &&
    (identityProvider === null || identityProvider === listener.identityProvider) &&
    (maxAge === null || context.clock.now() - listener.authTime <= maxAge * 1000);
  if (isRecent) return pages.redirectToApp(request, reply, found.request, listener);
  if (prompt === 'none') {
    // not translated: for the developer of the app
    const problem = { error: 'login_required', error_description: 'Nobody is signed in.' };
    const issuer = issuerAt(request, request.server.prefix);
    return withoutTraces(reply).redirect(errorRedirect(found.request, issuer, problem), 302);
  }
  if (notice?.step !== undefined) {
    return pages.askCode(request, reply, found.request, { ...notice.step, alert: notice.alert });
  }
  // Who signed in at another provider, but not recently enough, has no password to be asked for (SES-160).
  const known = context.issuers.find(({ settings }) => settings.name === listener?.identityProvider);
  const again = notice === null ? known?.settings.name : undefined;
  const provider = identityProvider ?? again;
  if (provider !== undefined) {
    return beginAtIssuer(context, pages, request, reply, found.request, provider);
  }
  return pages.askPassword(request, reply, found.request, notice ?? {});
}

/** Ends the session of the browser, and sends the listener back. */
async function logout(
  context: PoolContext,
  pages: HostedPages,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const {
    client_id: client,
    logout_uri: named,
    post_logout_redirect_uri: address = named,
    state,
  } = request.query;
  if (client !== undefined && client !== context.clientId) {
    return refuse(reply, message('The app that sent you here is not known.'));
  }
  if (address !== undefined) {
    if (client === undefined) return refuse(reply, message('The app that sent you here is not known.'));
    if (typeof address !== 'string' || !isAllowedReturn(address, pages.ruleFor(request))) {
      return refuse(reply, message('The address that you would return to is not allowed.'));
    }
  }
  await endHostedSession(context, readCookie(request, 'session'));
  setCookie(request, reply, 'session', { value: '', seconds: 0 });
  const back = typeof address === 'string' ? withState(address, state) : null;
  const atIssuer = await leaveIssuer(context, request, reply, back);
  if (atIssuer !== null) return withoutTraces(reply).redirect(atIssuer, 302);
  return back === null ? signedOut(reply) : withoutTraces(reply).redirect(back, 302);
}

const withState = (address: string, state: unknown): string =>
  typeof state === 'string' && state !== '' ? withParameters(address, { state }) : address;
