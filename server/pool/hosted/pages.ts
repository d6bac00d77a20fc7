import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Message, message } from 'audio-streaming-translations/message';
import type { OriginRule } from '../../http/headers.ts';
import type { PoolContext } from '../context.ts';
import type { MfaMethod } from '../migrations.ts';
import { forgeryToken, sendPage, setCookie } from '../page.ts';
import { issueCode, openHostedSession, SESSION_SECONDS, type SignedIn } from './authorization.ts';
import { forgetIssuer } from './issuer-cookie.ts';
import { leaveNotice, type Notice, type Words } from './notice.ts';
import { passkeyForm } from './passkey-page.ts';
import { issuerAt } from './openid.ts';
import type { HostedStep } from './sign-in.ts';
import {
  type AuthorizeRequest,
  checkRequest,
  isOwnPage,
  type RequestCheck,
  requestFields,
  type ReturnRule,
  withParameters,
} from './requests.ts';

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

export const refuse = (reply: FastifyReply, text: Message): FastifyReply =>
  sendPage(reply, 400, { title: message('This does not work'), text });

export const refused = (reply: FastifyReply, found: Exclude<RequestCheck, { ok: true }>): FastifyReply =>
  'text' in found ? refuse(reply, found.text) : reply.redirect(found.redirect, 302);

export const signedOut = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, 200, { title: message('Signed out'), text: message('You can close this page.') });

export const withoutTraces = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });

/** The pages of the hosted login, and the redirects between them and the app. */
export class HostedPages {
  constructor(
    private readonly context: PoolContext,
    private readonly origins: HostedOrigins,
  ) {}

  ruleFor(request: FastifyRequest): ReturnRule {
    const { mayReturnTo, ownPaths = [] } = this.origins;
    return { ownOrigin: request.publicOrigin, mayReturnTo, ownPaths };
  }

  check(request: FastifyRequest, given: unknown): RequestCheck {
    return checkRequest(given, {
      clientId: this.context.clientId,
      issuer: issuerAt(request, request.server.prefix),
      ...this.ruleFor(request),
    });
  }

  /** Redirects the listener to the app with a code. */
  async redirectToApp(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    listener: SignedIn,
  ): Promise<FastifyReply> {
    const code = await issueCode(this.context, listener, requested);
    const parameters = {
      code,
      ...(requested.state !== null && { state: requested.state }),
      iss: issuerAt(request, request.server.prefix),
    };
    return withoutTraces(reply).redirect(withParameters(requested.redirectUri, parameters), 303);
  }

  /** Asks for the second factor that is missing, or ends the sign-in: the browser stays signed in, and the app gets a code. */
  async finish(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    step: HostedStep,
  ): Promise<FastifyReply> {
    if (step.kind === 'code') {
      return this.showAgain(request, reply, requested, {
        step: { method: step.method, session: step.session },
      });
    }
    const listener = {
      sub: step.sub,
      authTime: step.identity?.authTime ?? this.context.clock.now(),
      identityProvider: step.identity?.provider ?? null,
    };
    if (!isOwnPage(requested.redirectUri, this.ruleFor(request))) {
      const session = await openHostedSession(this.context, listener);
      setCookie(request, reply, 'session', { value: session, seconds: SESSION_SECONDS });
      // The sign-out of this session is none at the provider of an earlier one (SES-159).
      if (listener.identityProvider === null) forgetIssuer(request, reply);
    }
    return this.redirectToApp(request, reply, requested, listener);
  }

  /** What both pages have in common. */
  private frame(request: FastifyRequest, reply: FastifyReply, requested: AuthorizeRequest) {
    const { origin } = new URL(requested.redirectUri);
    const isApp = !isOwnPage(requested.redirectUri, this.ruleFor(request));
    return {
      form: {
        action: `${request.server.prefix}/login`,
        hidden: { ...requestFields(this.context.clientId, requested), form: forgeryToken(request, reply) },
        returnOrigin: origin,
      },
      again: request.method === 'GET' ? request.url : this.authorizeAddress(request, requested),
      page: isApp && {
        brand: this.context.brand(),
        links: [
          { href: `${origin}/forgot-password`, label: message('Forgot your password?') },
          { href: `${origin}/create`, label: message('Create an account') },
          { href: `${origin}/login`, label: message('Back to {brand}', { brand: this.context.brand() }) },
        ],
      },
    };
  }

  askPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    {
      alert,
      email = requested.loginHint ?? '',
      unknown,
    }: { alert?: Words | undefined; email?: string | undefined; unknown?: string | undefined } = {},
  ): FastifyReply {
    const { form, page, again } = this.frame(request, reply, requested);
    const starts = requested.wantsPasskey && alert === undefined;
    const passkeys = passkeyForm(this.context, request, form, { unknown, starts });
    // not translated: browsers read it
    const autocomplete = passkeys === null ? 'username' : 'username webauthn';
    return sendPage(reply, alert === undefined ? 200 : 400, {
      title: message('Sign in'),
      text: message('With the account that you listen with.'),
      alert,
      again,
      ...page,
      form: {
        ...form,
        submit: message('Sign In'),
        fields: [
          { name: 'email', label: message('Email'), type: 'email', autocomplete, value: email },
          {
            name: 'password',
            label: message('Password'),
            type: 'password',
            autocomplete: 'current-password',
          },
        ],
      },
      ...passkeys,
      choices: this.context.issuers.map(({ settings: { name } }) => ({
        label: message('Continue with {name}', { name }),
        href: this.authorizeAddress(request, requested, { identity_provider: name }),
      })),
    });
  }

  /** The address that shows the page of a request. */
  private authorizeAddress(
    request: FastifyRequest,
    requested: AuthorizeRequest,
    more: Readonly<Record<string, string>> = {},
  ): string {
    const fields = new URLSearchParams({ ...requestFields(this.context.clientId, requested), ...more });
    return `${request.server.prefix}/oauth2/authorize?${fields.toString()}`;
  }

  askCode(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    { method, session, alert }: { method: MfaMethod; session: string; alert?: Words | undefined },
  ): FastifyReply {
    const { form, page, again } = this.frame(request, reply, requested);
    return sendPage(reply, alert === undefined ? 200 : 400, {
      title: message('One more step'),
      text:
        method === 'SMS_MFA'
          ? message('We sent a code to your phone.')
          : message('Enter the code that your authenticator shows.'),
      alert,
      again,
      ...page,
      form: {
        ...form,
        hidden: { ...form.hidden, method, session },
        submit: message('Confirm'),
        fields: [
          {
            name: 'code',
            label: message('Confirmation code'),
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
  showAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: AuthorizeRequest,
    notice: Notice,
  ): FastifyReply {
    leaveNotice(request, reply, notice);
    return withoutTraces(reply).redirect(this.authorizeAddress(request, requested), 303);
  }
}
