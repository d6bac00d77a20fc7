import { prefixOf } from '../adapters/cognito/session/token-store.ts';
import {
  CACHE_PREFIX,
  FIRST_CALLS,
  queryOf,
  sessionHeaders,
  type Query,
} from '../adapters/http/first-calls.ts';
import { isServable, readStoredResponse } from '../adapters/http/stored-response.ts';
import { cacheKey, isCacheable } from '../domain/catalogue/cache-policy.ts';
import { PAGE_SIZES } from '../domain/catalogue/page-sizes.ts';
import { instant, type Instant } from '../domain/time.ts';
import { apiBase } from './api-base.ts';

/** The inputs from which the first calls of a page are derived. */
export type EarlyCallDependencies = {
  readonly configuration: unknown;
  readonly origin: string;
  readonly pathname: string;
  /** Reads the browser's storage. */
  readonly stored: (key: string) => string | null;
  /** Epoch milliseconds, by the clock of the device. */
  readonly now: number;
};

/** The addresses of the calls to send now, and their headers. */
export type EarlyCalls = {
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
};

const NONE: EarlyCalls = { urls: [], headers: {} };

/** Milliseconds. If the token expires sooner than this, no call is sent early, and the app renews the token first. */
const MARGIN_MS = 60_000;

/**
 * Returns the calls that the app will make first for a route, so that they are sent before the app's code has loaded.
 * Returns none without a valid session, and none for a cached response (CAT-68).
 */
export function earlyCalls(dependencies: EarlyCallDependencies): EarlyCalls {
  const { configuration, origin, pathname, stored } = dependencies;
  const token = accessToken(dependencies);
  // The clock of the app starts with this correction, too (APP-68).
  const now = instant(dependencies.now + Number(stored('clock.correction') ?? 0));
  if (typeof token !== 'string' || !holds(token, now)) return NONE;

  const apiUrl = read(configuration, 'apiUrl') ?? origin;
  if (typeof apiUrl !== 'string' || !URL.canParse(apiUrl)) return NONE;
  const base = `${apiBase(apiUrl)}/api/v2`;
  return {
    urls: callsOf(pathname).flatMap(({ path, params = {} }) =>
      path === null ||
      (isCacheable('GET', path, params) && isCached(stored, cacheKey('GET', path, params), now))
        ? []
        : [base + path + queryOf(params)],
    ),
    headers: sessionHeaders(token),
  };
}

/**
 * Returns the access token in the browser's storage, which may have expired; null without a session. Undefined if the
 * session is stored elsewhere, so that it cannot be read at once.
 */
export function accessToken({ configuration, stored }: EarlyCallDependencies): string | null | undefined {
  const clientId = read(read(configuration, 'cognito'), 'clientId');
  const isElsewhere =
    read(configuration, 'storage') === 'indexeddb' || read(configuration, 'sessionStore') === 'cookie';
  if (typeof clientId !== 'string' || isElsewhere) return undefined;
  const prefix = prefixOf(clientId);
  return stored(`${prefix}${stored(`${prefix}LastAuthUser`) ?? ''}.accessToken`);
}

function callsOf(pathname: string): readonly Query[] {
  const { browse, activeContent, forYou, topics, content, user } = FIRST_CALLS;
  const title = /^\/audios\/(?<id>[\w-]+)$/.exec(pathname)?.groups?.['id'];
  if (title !== undefined) return [content(title), user()];
  if (pathname !== '/') return [];
  return [browse(), activeContent(null), forYou(), topics(PAGE_SIZES.homeTopics), user()];
}

/** True if an access token does not expire soon, by the corrected clock. The provider verifies it. */
function holds(token: string, now: Instant): boolean {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const expires = read(JSON.parse(payload), 'exp');
    return typeof expires === 'number' && expires * 1000 > now + MARGIN_MS;
  } catch {
    return false;
  }
}

function isCached(stored: EarlyCallDependencies['stored'], key: string, now: Instant): boolean {
  const response = readStoredResponse(stored(CACHE_PREFIX + key) ?? '');
  return response !== null && isServable(response, now);
}

function read(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, field)?.value;
}
