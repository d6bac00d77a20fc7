import { apiBase } from './api-base.ts';

/** The inputs from which the first calls of a page are derived. */
export type EarlyCallDependencies = {
  readonly configuration: unknown;
  readonly origin: string;
  readonly pathname: string;
  /** Reads the browser's storage. */
  readonly stored: (key: string) => string | null;
  /** Epoch milliseconds. */
  readonly now: number;
};

export type EarlyCalls = {
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
};

const NONE: EarlyCalls = { urls: [], headers: {} };

/** If the token expires sooner, nothing is sent early. The app then renews it first. */
const MARGIN_MS = 60_000;

/**
 * Returns the calls that the app will make first for a route, so that they are sent before the app's code has loaded.
 * Returns none without a valid session, and none for a cached response (CAT-68). A test compares these calls with those
 * of the use cases.
 */
export function earlyCalls(dependencies: EarlyCallDependencies): EarlyCalls {
  const { configuration, origin, stored } = dependencies;
  const clientId = read(read(configuration, 'cognito'), 'clientId');
  const feeds = read(configuration, 'feeds');
  const isElsewhere =
    (Array.isArray(feeds) && feeds.length > 0) ||
    read(configuration, 'storage') === 'indexeddb' ||
    read(configuration, 'sessionStore') === 'cookie';
  if (typeof clientId !== 'string' || isElsewhere) return NONE;

  const prefix = `CognitoIdentityServiceProvider.${clientId}.`;
  const token = stored(`${prefix}${stored(`${prefix}LastAuthUser`) ?? ''}.accessToken`);
  if (token === null || !holds(token, dependencies.now)) return NONE;

  const apiUrl = read(configuration, 'apiUrl') ?? origin;
  if (typeof apiUrl !== 'string' || !URL.canParse(apiUrl)) return NONE;
  const base = `${apiBase(apiUrl)}/api/v2`;
  return {
    urls: callsOf(dependencies)
      .filter(({ key }) => key === undefined || !isKept(stored(`response:${key}`), dependencies.now))
      .map(({ path }) => base + path),
    // The headers of a call with a session (SES-72).
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Client-Version': '1.2.6',
    },
  };
}

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
    { path: '/browse', key: JSON.stringify(['GET', '/browse', []]) },
    { path: '/user/content/?active=1&limit=15&next_page=1' },
    { path: '/for-you' },
    { path: '/topics?limit=10', key: JSON.stringify(['GET', '/topics', [['limit', '10']]]) },
    user,
  ];
}

/** True if an access token does not expire soon, by this browser's clock. The provider verifies it. */
function holds(token: string, now: number): boolean {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const expires = read(JSON.parse(payload), 'exp');
    return typeof expires === 'number' && expires * 1000 > now + MARGIN_MS;
  } catch {
    return false;
  }
}

/** True if a cached response has not expired. It starts with the time of its expiry. */
const isKept = (answer: string | null, now: number): boolean =>
  answer !== null && Number(answer.slice(0, answer.indexOf('|'))) > now;

function read(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, field)?.value;
}
