import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type OriginRule, allowOrigins, readCookies } from '../../http/headers.ts';
import { callerOf, inFlightLimit, limitRate, refuseBriefly } from '../../http/rate-limit.ts';
import { acceptForms } from '../../http/validation.ts';
import type { PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import type { MfaMethod } from '../migrations.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import { isStorable } from '../../db/errors.ts';
import { forgeryToken, isForged, readCookie, sendPage, setCookie } from './page.ts';
import {
  type AuthorizeRequest,
  type RequestCheck,
  type ReturnRule,
  SESSION_SECONDS,
  checkRequest,
  endHostedSession,
  exchangeForTokens,
  hostedListener,
  isAllowedReturn,
  isOwnPage,
  issueCode,
  openHostedSession,
  requestFields,
  withParameters,
} from './authorization.ts';
import { checkCode, checkPassword, type HostedStep } from './sign-in.ts';

const LARGEST_BODY_BYTES = 16 * 1024;
const MOST_AT_ONCE = 256;
const MOST_OF_CALLER = 64;

const password = v.object({
  email: v.pipe(v.string(), v.trim(), v.minLength(1, 'Username cannot be empty'), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1, 'Password cannot be empty'), v.maxLength(256)),
});
const secondFactor = v.object({
  method: v.picklist(['SMS_MFA', 'SOFTWARE_TOKEN_MFA']),
  session: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
  code: v.pipe(v.string(), v.trim(), v.minLength(1, 'Confirmation code cannot be empty'), v.maxLength(64)),
});
const sentFields = v.record(v.string(), v.pipe(v.string(), v.check(isStorable)));

/** The origins that the hosted login accepts, besides its own. */
export interface HostedOrigins {
  /** Origins whose pages may exchange a code for tokens. */
  readonly mayRead: OriginRule;
  /** Origins that serve the app. Listeners may be redirected to them. */
  readonly mayReturnTo: OriginRule;
  /**
   * Paths of the provider's own pages that ask who the listener is. A sign-in for them is not remembered: the listener
   * did not ask for it, and the app could not end it.
   */
  readonly ownPaths?: readonly string[];
}

/**
 * The hosted login: an authorize path with a sign-in form, a token path and a logout path. It redirects only to allowed
 * addresses. It does not ask for consent, because the app and the pool belong together.
 */
export function hostedRoutes(
  context: PoolContext,
  { mayRead, mayReturnTo, ownPaths = [] }: HostedOrigins,
  counts: RequestCounts,
  requestsPerSecond: number,
): FastifyPluginAsync {
  const enter = inFlightLimit(MOST_AT_ONCE, MOST_OF_CALLER);
  const ruleFor = (request: FastifyRequest): ReturnRule => ({
    ownOrigin: request.publicOrigin,
    mayReturnTo,
    ownPaths,
  });
  const check = (request: FastifyRequest, given: unknown): RequestCheck =>
    checkRequest(given, { clientId: context.clientId, ...ruleFor(request) });

  const refuse = (reply: FastifyReply, text: string): FastifyReply =>
    sendPage(reply, 400, { title: 'This does not work', text });

  const refused = (reply: FastifyReply, found: Exclude<RequestCheck, { ok: true }>): FastifyReply =>
    'text' in found ? refuse(reply, found.text) : reply.redirect(found.redirect, 302);

  /** Redirects the listener to the app with a code. */
  async function redirectToApp(
    reply: FastifyReply,
    request: AuthorizeRequest,
    sub: string,
  ): Promise<FastifyReply> {
    const code = await issueCode(context, sub, request);
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(withParameters(request.redirectUri, { code, state: request.state }), 303);
  }

  function form(request: FastifyRequest, reply: FastifyReply, requested: AuthorizeRequest) {
    return {
      action: `${request.server.prefix}/login`,
      hidden: { ...requestFields(context.clientId, requested), form: forgeryToken(request, reply) },
      returnOrigin: new URL(requested.redirectUri).origin,
    };
  }

  function askPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    { alert, email = '' }: { alert?: string; email?: string } = {},
  ): FastifyReply {
    return sendPage(reply, alert === undefined ? 200 : 400, {
      title: 'Sign in',
      text: 'With the account that you listen with.',
      alert,
      form: {
        ...form(request, reply, requested),
        submit: 'Sign In',
        fields: [
          { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email },
          { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
        ],
      },
    });
  }

  function askCode(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    { method, session, alert }: { method: MfaMethod; session: string; alert?: string },
  ): FastifyReply {
    const { hidden, ...others } = form(request, reply, requested);
    return sendPage(reply, alert === undefined ? 200 : 400, {
      title: 'One more step',
      text:
        method === 'SMS_MFA'
          ? 'We sent a code to your phone.'
          : 'Enter the code that your authenticator shows.',
      alert,
      form: {
        ...others,
        hidden: { ...hidden, method, session },
        submit: 'Confirm',
        fields: [
          {
            name: 'code',
            label: 'Confirmation code',
            type: 'text',
            autocomplete: 'one-time-code',
            numeric: true,
          },
        ],
      },
    });
  }

  /** Checks a sent form: a password, or the code of a second factor. */
  async function handleForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const sent = v.safeParse(sentFields, request.body);
    const fields = sent.success ? sent.output : {};
    const found = check(request, fields);
    if (!found.ok) return refused(reply, found);
    if (isForged(request, fields['form'])) {
      return askPassword(request, reply, found.request, {
        alert: 'This form was open for too long. Please try again.',
      });
    }
    const factor = 'session' in fields ? v.safeParse(secondFactor, fields) : null;
    const credentials = v.safeParse(password, fields);
    const calling = { ...context, caller: callerOf(request.ip) };
    let step: HostedStep;
    try {
      if (factor !== null) {
        if (!factor.success) throw new PoolError('InvalidParameterException', factor.issues[0].message);
        const { method, session, code } = factor.output;
        step = await checkCode(calling, method, session, code);
      } else {
        if (!credentials.success) {
          throw new PoolError('InvalidParameterException', credentials.issues[0].message);
        }
        const { email, password: typed } = credentials.output;
        step = await checkPassword(calling, email, typed);
      }
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      const alert = error.message;
      const isOver = error.type === 'NotAuthorizedException';
      return factor?.success === true && !isOver
        ? askCode(request, reply, found.request, { ...factor.output, alert })
        : askPassword(request, reply, found.request, { alert, email: fields['email'] ?? '' });
    }
    if (step.kind === 'code') return askCode(request, reply, found.request, step);
    if (!isOwnPage(found.request.redirectUri, ruleFor(request))) {
      const session = await openHostedSession(context, step.sub);
      setCookie(request, reply, 'session', { value: session, seconds: SESSION_SECONDS });
    }
    return redirectToApp(reply, found.request, step.sub);
  }

  return async (server) => {
    acceptForms(server, LARGEST_BODY_BYTES);

    server.addHook('onRequest', refuseBriefly(limitRate(counts, 'hosted', requestsPerSecond)));
    await readCookies(server);

    server.get('/oauth2/authorize', async (request, reply) => {
      const found = check(request, request.query);
      if (!found.ok) return refused(reply, found);
      const sub = await hostedListener(context, readCookie(request, 'session'));
      return sub === null
        ? askPassword(request, reply, found.request)
        : redirectToApp(reply, found.request, sub);
    });

    server.post('/login', async (request, reply) => {
      const leave = enter(callerOf(request.ip));
      if (leave === undefined) return reply.code(429).header('retry-after', '1').send();
      try {
        return await handleForm(request, reply);
      } finally {
        leave();
      }
    });

    await server.register(async (shared) => {
      await allowOrigins(shared, mayRead, { methods: 'POST', headers: 'any' });
      shared.post('/oauth2/token', async (request, reply) => {
        const { status, body } = await exchangeForTokens(context, request.body);
        return reply.code(status).header('cache-control', 'no-store').send(body);
      });
    });

    server.get<{ Querystring: Record<string, unknown> }>('/logout', async (request, reply) => {
      const { client_id: client, logout_uri: address } = request.query;
      if (client !== context.clientId) return refuse(reply, 'The app that sent you here is not known.');
      if (typeof address !== 'string' || !isAllowedReturn(address, ruleFor(request))) {
        return refuse(reply, 'The address that you would return to is not allowed.');
      }
      await endHostedSession(context, readCookie(request, 'session'));
      setCookie(request, reply, 'session', { value: '', seconds: 0 });
      return reply.header('cache-control', 'no-store').redirect(address, 302);
    });
  };
}
