import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ENGLISH, matchLanguage } from 'audio-streaming-translations/languages';
import type { Translation } from 'audio-streaming-translations/translate';
import { acceptedLanguages, readCookie, readCookies, setCookie } from '../http/headers.ts';
import { isFields } from '../text.ts';
import { offeredByServer, translationOf } from './catalogues.ts';

/** The languages that the configuration names. Undefined: all that are complete. */
export interface NamedLanguages {
  named: unknown;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Missing: the pages offer all languages that are complete. */
    readonly languages?: NamedLanguages;
  }
}

/** Lets the configuration name the languages of the pages. To be called before their routes are registered. */
export function nameLanguages(server: FastifyInstance, named: unknown): NamedLanguages {
  const languages: NamedLanguages = { named };
  server.decorate('languages', languages);
  return languages;
}

/** The field of the form in which a person chooses. */
export const CHOICE = 'language';
/** The parameter of Cognito by which an app passes its language on. */
const PASSED_ON = 'lang';

const COOKIE = 'language';
const COOKIE_SECONDS = 365 * 24 * 60 * 60;
/** No tag that is used is longer (RFC 5646, 4.4.1). */
const LONGEST_TAG = 35;

const accountLanguages = new WeakMap<FastifyRequest, string>();

/** Says which language the account has to which the page belongs. */
export function nameAccountLanguage(request: FastifyRequest, language: string | null): void {
  if (language !== null) accountLanguages.set(request, language);
}

export const offeredAt = (request: FastifyRequest): readonly string[] =>
  offeredByServer(request.server.languages?.named);

/** The language of a page and its texts: chosen here, else that of the account, else one of the browser, else English (LANG-12). */
export function translationAt(request: FastifyRequest): Translation {
  const offered = offeredAt(request);
  const wanted = [
    choiceIn(request, offered) ?? [],
    chosenBefore(request) ?? [],
    accountLanguages.get(request) ?? [],
    acceptedLanguages(request),
    ENGLISH,
  ].flat();
  const language = matchLanguage(wanted.filter(isShort), offered) ?? offered[0] ?? ENGLISH;
  return translationOf(language);
}

/** The choice of an earlier page. Only the scopes of pages read cookies. */
const chosenBefore = (request: FastifyRequest): string | null =>
  request.server.hasRequestDecorator('cookies') ? readCookie(request, COOKIE) : null;

const isShort = (tag: string): boolean => tag.length <= LONGEST_TAG;

/** The offered language that the request itself names. Null if there is none. */
function choiceIn(request: FastifyRequest, offered: readonly string[]): string | null {
  const { query, body } = request;
  const sent = [fieldOf(query, CHOICE), fieldOf(query, PASSED_ON), fieldOf(body, PASSED_ON)];
  return matchLanguage(sent.filter((each) => each !== null).filter(isShort), offered);
}

/** True if the person has just chosen a language on the page. */
export const isChoice = ({ query }: FastifyRequest): boolean => fieldOf(query, CHOICE) !== null;

const fieldOf = (fields: unknown, name: string): string | null => {
  const value = isFields(fields) ? fields[name] : undefined;
  return typeof value === 'string' ? value : null;
};

/** Keeps the language that a request names, for the pages that follow. It also reads the cookies of the scope. */
export async function keepLanguage(server: FastifyInstance): Promise<void> {
  await readCookies(server);
  server.addHook('preHandler', async (request, reply) => {
    const value = choiceIn(request, offeredAt(request));
    if (value === null || value === readCookie(request, COOKIE)) return;
    setCookie(request, reply, COOKIE, { value, seconds: COOKIE_SECONDS, path: '/' });
  });
}
