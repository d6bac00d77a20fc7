import type { FastifyReply, FastifyRequest } from 'fastify';
import { message } from 'audio-streaming-translations/message';
import * as v from 'valibot';
import { callOf } from '../call.ts';
import type { PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import { accountOf } from '../identities/identity-accounts.ts';
import { IssuerError, wordsOfIssuer } from '../issuers/errors.ts';
import type { Issuer } from '../issuers/issuer.ts';
import { beginIdentityRequest, takeIdentityRequest } from '../identities/identity-requests.ts';
import { forgeryToken, readCookie, setCookie } from '../page.ts';
import type { Words } from './notice.ts';
import { rememberIssuer, takeIssuer } from './issuer-cookie.ts';
import { issuerAt } from './openid.ts';
import { type HostedPages, refuse, refused, signedOut, withoutTraces } from './pages.ts';
import { type AuthorizeRequest, isAllowedReturn, isOwnPage, requestFields } from './requests.ts';
import { continueWithIdentity } from './sign-in.ts';
import { wordsOf } from './words.ts';

/** Where a provider returns to, followed by its id. So the response of one provider is none of another (SES-154). */
export const ID_RESPONSE = '/oauth2/idpresponse';
/** Where a provider returns to after a sign-out. */
export const SIGNED_OUT = '/logout/idpresponse';

const RETURN_SECONDS = 10 * 60;
const LONGEST_IN_LOG = 200;

const addressFor = (request: FastifyRequest, { settings }: Issuer): string =>
  `${issuerAt(request, request.server.prefix)}${ID_RESPONSE}/${settings.id}`;

/** Leads to the provider with this name. */
export async function beginAtIssuer(
  context: PoolContext,
  pages: HostedPages,
  request: FastifyRequest,
  reply: FastifyReply,
  requested: AuthorizeRequest,
  name: string,
): Promise<FastifyReply> {
  const issuer = context.issuers.find(({ settings }) => settings.name === name);
  if (issuer === undefined) {
    return pages.askPassword(request, reply, requested, {
      alert: message('This way to sign in is not offered here. Choose another one.'),
    });
  }
  const { id } = issuer.settings;
  const browser = forgeryToken(request, reply);
  const fields = requestFields(context.clientId, requested);
  const maxAge = requested.prompt === 'login' ? 0 : requested.maxAge;
  const begun = await beginIdentityRequest(context, browser, id, fields, maxAge);
  try {
    const address = await issuer.signInAddress(addressFor(request, issuer), {
      ...begun,
      loginHint: requested.loginHint,
    });
    return await withoutTraces(reply).redirect(address, 303);
  } catch (error) {
    const alert = alertOf(context, issuer, error);
    return pages.askPassword(request, reply, requested, { alert });
  }
}

const params = v.object({ provider: v.string() });
const query = v.object({ state: v.pipe(v.string(), v.minLength(1), v.maxLength(512)) });

/** Takes the response of a provider: signs the person in, or says why not on the page of the sign-in. */
export async function handleIssuerResponse(
  context: PoolContext,
  pages: HostedPages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { provider } = v.parse(params, request.params);
  const issuer = context.issuers.find(({ settings }) => settings.id === provider);
  const browser = readCookie(request, 'forgery');
  const sent = v.safeParse(query, request.query);
  const asked =
    issuer === undefined || browser === null || !sent.success
      ? undefined
      : await takeIdentityRequest(context, browser, provider, sent.output.state);
  if (issuer === undefined || asked === undefined) {
    return refuse(
      reply,
      message(
        'This sign-in has ended, or was begun in another browser. Go back to the app, and sign in again.',
      ),
    );
  }
  const found = pages.check(request, asked.request);
  if (!found.ok) return refused(reply, found);
  const { settings } = issuer;
  const sayWhy = (alert: Words): FastifyReply => pages.showAgain(request, reply, found.request, { alert });
  if (asked.expires_at <= context.clock.now()) {
    return sayWhy(message('This took too long. Please sign in again.'));
  }
  try {
    const search = request.raw.url?.split('?').slice(1).join('?') ?? '';
    const person = await issuer.identify(new URL(`${addressFor(request, issuer)}?${search}`), asked);
    const calling = {
      ...callOf(context, request),
      relyingParty: context.relyingPartyAt(request.publicOrigin),
    };
    const user = await accountOf(calling, settings, person);
    // As the session itself: the app could not end a sign-in for a page of the provider.
    if (!isOwnPage(found.request.redirectUri, pages.ruleFor(request))) {
      rememberIssuer(request, reply, settings.id, person.idToken);
    }
    const step = await continueWithIdentity(calling, user, {
      provider: settings.name,
      authTime: person.authTime,
    });
    return await pages.finish(request, reply, found.request, step);
  } catch (error) {
    return sayWhy(alertOf(context, issuer, error));
  }
}

/** The words for a refusal. What an operator has to know stands in the log. */
function alertOf({ log }: PoolContext, { settings }: Issuer, error: unknown): Words {
  if (error instanceof PoolError) return wordsOf(error, '');
  if (!(error instanceof IssuerError)) throw error;
  if (error.kind !== 'canceled') {
    // Anybody may have written the message into the address.
    log(`sign-in with ${settings.name}: ${error.kind}: ${error.message.slice(0, LONGEST_IN_LOG)}`);
  }
  return wordsOfIssuer(error, settings.name);
}

/**
 * Where the browser signs out of the provider at which it signed in (SES-159). Null: at none.
 *
 * @param back where the listener returns to in the end
 */
export async function leaveIssuer(
  context: PoolContext,
  request: FastifyRequest,
  reply: FastifyReply,
  back: string | null,
): Promise<string | null> {
  const last = takeIssuer(request, reply);
  const issuer = context.issuers.find(({ settings }) => settings.id === last?.id);
  if (issuer === undefined || last === null) return null;
  const returnTo = issuerAt(request, request.server.prefix) + SIGNED_OUT;
  const address = await issuer.signOutAddress(returnTo, last.idToken);
  if (address !== null && back !== null) {
    setCookie(request, reply, 'return', { value: encodeURIComponent(back), seconds: RETURN_SECONDS });
  }
  return address;
}

/** Leads from the provider back to the app. */
export function returnFromIssuer(
  pages: HostedPages,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const back = decoded(readCookie(request, 'return') ?? '');
  setCookie(request, reply, 'return', { value: '', seconds: 0 });
  // The cookie is no proof. Only where a sign-out may lead to, the listener is led.
  const isAllowed = isAllowedReturn(back.split('?', 1).join(''), pages.ruleFor(request));
  return isAllowed ? withoutTraces(reply).redirect(new URL(back).href, 302) : signedOut(reply);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
