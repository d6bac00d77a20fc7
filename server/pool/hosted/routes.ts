import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type OriginRule, readCookies } from '../../http/headers.ts';
import { callerOf, inFlightLimit, limitRate, refuseBriefly } from '../../http/rate-limit.ts';
import { acceptForms } from '../../http/validation.ts';
import type { PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import type { MfaMethod } from '../migrations.ts';
import type { RequestCounts } from '../../http/request-counts.ts';
import { isStorable } from '../../db/errors.ts';
import { forgeryToken, isForged, readCookie, sendPage, setCookie } from '../page.ts';
import {
  endHostedSession,
  hostedListener,
  issueCode,
  openHostedSession,
  SESSION_SECONDS,
  type SignedIn,
} from './authorization.ts';
import { issuerAt, openIdRoutes } from './openid.ts';
import {
  type AuthorizeRequest,
  checkRequest,
  errorRedirect,
  isAllowedReturn,
  isOwnPage,
  type RequestCheck,
  requestFields,
  type ReturnRule,
  withParameters,
} from './requests.ts';
import { takeNotice, leaveNotice, type Notice } from './notice.ts';
import { wordsOf } from './words.ts';
import { checkCode, checkPassword, type HostedStep } from './sign-in.ts';

const LARGEST_BODY_BYTES = 16 * 1024;
const MOST_AT_ONCE = 256;
const MOST_OF_CALLER = 64;

const password = v.object({
  email: v.pipe(v.string(), v.trim(), v.minLength(1, 'Email cannot be empty'), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1, 'Password cannot be empty'), v.maxLength(256)),
});
const secondFactor = v.object({
  method: v.picklist(['SMS_MFA', 'SOFTWARE_TOKEN_MFA']),
  session: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
  // People type and paste codes as "123 456", and some keyboards have digits of double width.
  code: v.pipe(
    v.string(),
    v.transform((code) => code.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}]/gu, '')),
    v.minLength(1, 'Confirmation code cannot be empty'),
    v.maxLength(64),
  ),
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
    checkRequest(given, {
      clientId: context.clientId,
      issuer: issuerAt(request, request.server.prefix),
      ...ruleFor(request),
    });

  const refuse = (reply: FastifyReply, text: string): FastifyReply =>
    sendPage(reply, 400, { title: 'This does not work', text });

  const refused = (reply: FastifyReply, found: Exclude<RequestCheck, { ok: true }>): FastifyReply =>
    'text' in found ? refuse(reply, found.text) : reply.redirect(found.redirect, 302);

  const withoutTraces = (reply: FastifyReply): FastifyReply =>
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });

  /** Redirects the listener to the app with a code. */
  async function redirectToApp(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    listener: SignedIn,
  ): Promise<FastifyReply> {
    const code = await issueCode(context, listener, requested);
    const answer = {
      code,
      ...(requested.state !== null && { state: requested.state }),
      iss: issuerAt(request, request.server.prefix),
    };
    return withoutTraces(reply).redirect(withParameters(requested.redirectUri, answer), 303);
  }

  /** What both pages have in common. */
  function frame(request: FastifyRequest, reply: FastifyReply, requested: AuthorizeRequest) {
    const { origin } = new URL(requested.redirectUri);
    const isApp = !isOwnPage(requested.redirectUri, ruleFor(request));
    return {
      form: {
        action: `${request.server.prefix}/login`,
        hidden: { ...requestFields(context.clientId, requested), form: forgeryToken(request, reply) },
        returnOrigin: origin,
      },
      page: isApp && {
        brand: context.brand(),
        links: [
          { href: `${origin}/forgot-password`, label: 'Forgot your password?' },
          { href: `${origin}/create`, label: 'Create an account' },
          { href: `${origin}/login`, label: `Back to ${context.brand()}` },
        ],
      },
    };
  }

  function askPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    {
      alert,
      email = requested.loginHint ?? '',
    }: { alert?: string | undefined; email?: string | undefined } = {},
  ): FastifyReply {
    const { form, page } = frame(request, reply, requested);
    return sendPage(reply, alert === undefined ? 200 : 400, {
      title: 'Sign in',
      text: 'With the account that you listen with.',
      alert,
      ...page,
      form: {
        ...form,
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
    { method, session, alert }: { method: MfaMethod; session: string; alert?: string | undefined },
  ): FastifyReply {
    const { form, page } = frame(request, reply, requested);
    return sendPage(reply, alert === undefined ? 200 : 400, {
      title: 'One more step',
      text:
        method === 'SMS_MFA'
          ? 'We sent a code to your phone.'
          : 'Enter the code that your authenticator shows.',
      alert,
      ...page,
      form: {
        ...form,
        hidden: { ...form.hidden, method, session },
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

  /**
   * Shows the page again that a form came from, by a redirect: so Back never asks whether to send a password again, and
   * the browser has no page in its history that a form made (SES-110).
   */
  function showAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    notice: Notice,
  ): FastifyReply {
    leaveNotice(request, reply, notice);
    const fields = new URLSearchParams(requestFields(context.clientId, requested));
    return withoutTraces(reply).redirect(
      `${request.server.prefix}/oauth2/authorize?${fields.toString()}`,
      303,
    );
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
      const alert = wordsOf(error, factor === null ? (fields['password'] ?? '') : '');
      const isOver = error.type === 'NotAuthorizedException';
      const { method, session } = fields;
      return showAgain(
        request,
        reply,
        found.request,
        factor !== null && !isOver && session !== undefined
          ? { alert, step: { method: method === 'SMS_MFA' ? method : 'SOFTWARE_TOKEN_MFA', session } }
          : { alert, email: (fields['email'] ?? '').slice(0, 254) },
      );
    }
    if (step.kind === 'code') {
      return showAgain(request, reply, found.request, {
        step: { method: step.method, session: step.session },
      });
    }
    if (!isOwnPage(found.request.redirectUri, ruleFor(request))) {
      const session = await openHostedSession(context, step.sub);
      setCookie(request, reply, 'session', { value: session, seconds: SESSION_SECONDS });
    }
    return redirectToApp(request, reply, found.request, { sub: step.sub, authTime: context.clock.now() });
  }

  async function authorize(
    request: FastifyRequest,
    reply: FastifyReply,
    given: unknown,
  ): Promise<FastifyReply> {
    const found = check(request, given);
    if (!found.ok) return refused(reply, found);
    const { prompt, maxAge } = found.request;
    const notice = takeNotice(request, reply);
    const listener = await hostedListener(context, readCookie(request, 'session'));
    const isRecent =
      listener !== null &&
      prompt !== 'login' &&
      (maxAge === null || context.clock.now() - listener.authTime <= maxAge * 1000);
    if (isRecent) return redirectToApp(request, reply, found.request, listener);
    if (prompt === 'none') {
      const problem = { error: 'login_required', error_description: 'Nobody is signed in.' };
      const issuer = issuerAt(request, request.server.prefix);
      return withoutTraces(reply).redirect(errorRedirect(found.request, issuer, problem), 302);
    }
    if (notice?.step !== undefined) {
      return askCode(request, reply, found.request, { ...notice.step, alert: notice.alert });
    }
    return askPassword(request, reply, found.request, notice ?? {});
  }

  return async (server) => {
    acceptForms(server, LARGEST_BODY_BYTES);

    server.addHook('onRequest', refuseBriefly(limitRate(counts, 'hosted', requestsPerSecond)));
    await readCookies(server);

    server.get('/oauth2/authorize', (request, reply) => authorize(request, reply, request.query));
    server.post('/oauth2/authorize', (request, reply) => authorize(request, reply, request.body));

    server.post('/login', async (request, reply) => {
      const leave = enter(callerOf(request.ip));
      if (leave === undefined) return reply.code(429).header('retry-after', '1').send();
      try {
        return await handleForm(request, reply);
      } finally {
        leave();
      }
    });

    await server.register(openIdRoutes(context, mayRead));

    server.get<{ Querystring: Record<string, unknown> }>('/logout', async (request, reply) => {
      const {
        client_id: client,
        logout_uri: named,
        post_logout_redirect_uri: address = named,
        state,
      } = request.query;
      if (client !== undefined && client !== context.clientId) {
        return refuse(reply, 'The app that sent you here is not known.');
      }
      if (address !== undefined) {
        if (client === undefined) return refuse(reply, 'The app that sent you here is not known.');
        if (typeof address !== 'string' || !isAllowedReturn(address, ruleFor(request))) {
          return refuse(reply, 'The address that you would return to is not allowed.');
        }
      }
      await endHostedSession(context, readCookie(request, 'session'));
      setCookie(request, reply, 'session', { value: '', seconds: 0 });
      if (typeof address !== 'string') {
        return sendPage(reply, 200, { title: 'Signed out', text: 'You can close this page.' });
      }
      const back = typeof state === 'string' && state !== '' ? withParameters(address, { state }) : address;
      return withoutTraces(reply).redirect(back, 302);
    });
  };
}
