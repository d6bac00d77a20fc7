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

/** A call of the app, by its path below `/api/v2`. */
export type EarlyCall = { readonly path: string; readonly url: string };

export type EarlyCalls = {
  /** The calls to send now. */
  readonly calls: readonly EarlyCall[];
  readonly headers: Readonly<Record<string, string>>;
  /** The bodies of the calls whose response is cached, by path. */
  readonly cached: Readonly<Record<string, string>>;
};

const NONE: EarlyCalls = { calls: [], headers: {}, cached: {} };

/** Milliseconds. If the token expires sooner than this, no call is sent early, and the app renews the token first. */
const MARGIN_MS = 60_000;

/**
 * Returns the calls that the app will make first for a route, so that they are sent before the app's code has loaded.
 * Returns none without a valid session, and none for a cached response (CAT-68). A test compares these calls with those
 * of the use cases.
 */
export function earlyCalls(dependencies: EarlyCallDependencies): EarlyCalls {
  const { configuration, origin, stored } = dependencies;
  const token = accessToken(dependencies);
  // The clock of the app starts with this correction, too (APP-68).
  const now = dependencies.now + Number(stored('clock.correction') ?? 0);
  if (typeof token !== 'string' || !holds(token, now)) return NONE;

  const apiUrl = read(configuration, 'apiUrl') ?? origin;
  if (typeof apiUrl !== 'string' || !URL.canParse(apiUrl)) return NONE;
  const base = `${apiBase(apiUrl)}/api/v2`;
  const answers = callsOf(dependencies).map(({ path, key }) => ({
    path,
    body: key === undefined ? null : cachedBody(stored(`response:${key}`), now),
  }));
  return {
    calls: answers.filter(({ body }) => body === null).map(({ path }) => ({ path, url: base + path })),
    cached: Object.fromEntries(answers.flatMap(({ path, body }) => (body === null ? [] : [[path, body]]))),
    // The headers of a call with a session (SES-72).
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Client-Version': '1.2.6',
    },
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
  const prefix = `CognitoIdentityServiceProvider.${clientId}.`;
  return stored(`${prefix}${stored(`${prefix}LastAuthUser`) ?? ''}.accessToken`);
}

/** The calls of home whose responses the first frame shows. */
export const HOME_CALLS = {
  browse: '/browse',
  recentlyListened: '/user/content/?active=1&limit=15&next_page=1',
  recommended: '/for-you',
} as const;

/** A call, and the key of its response in the cache. A call without a key is never cached. */
type Call = { readonly path: string; readonly key?: string };

function callsOf({ pathname }: EarlyCallDependencies): readonly Call[] {
  const user: Call = { path: '/user' };
  const title = /^\/audios\/(?<id>[\w-]+)$/.exec(pathname)?.groups?.['id'];
  if (title !== undefined) {
    return [{ path: `/content/${title}`, key: JSON.stringify(['GET', `/content/${title}`, []]) }, user];
  }
  if (pathname !== '/') return [];
  return [
    { path: HOME_CALLS.browse, key: JSON.stringify(['GET', '/browse', []]) },
    { path: HOME_CALLS.recentlyListened },
    { path: HOME_CALLS.recommended },
    { path: '/topics?limit=10', key: JSON.stringify(['GET', '/topics', [['limit', '10']]]) },
    user,
  ];
}

/** True if an access token does not expire soon, by the corrected clock. The provider verifies it. */
function holds(token: string, now: number): boolean {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const expires = read(JSON.parse(payload), 'exp');
    return typeof expires === 'number' && expires * 1000 > now + MARGIN_MS;
  } catch {
    return false;
  }
}

/** The body of a cached response that has not expired, else null. The text starts with the time of its expiry. */
function cachedBody(text: string | null, now: number): string | null {
  const end = text?.indexOf('|') ?? -1;
  return text !== null && Number(text.slice(0, end)) > now ? text.slice(end + 1) : null;
}

function read(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, field)?.value;
}
