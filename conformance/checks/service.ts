import { API_CLIENT_VERSION } from '../../src/adapters/http/first-calls.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import { described, type Target } from '../target.ts';

const NO_TOKEN =
  'The app cannot tell that the session has ended, and shows an error in place of the sign-in.';
/** An id that no catalogue has. */
const UNKNOWN = 'conformance-no-such-thing';

async function bearer(target: Target): Promise<Record<string, string>> {
  const session = await target.auth?.session();
  return session?.ok === true ? { Authorization: `Bearer ${session.value.accessToken}` } : {};
}

/** Expects a status of a call that is sent as it is. */
function expectsStatus(
  path: string,
  wanted: readonly number[],
  headers: (target: Target) => Promise<Record<string, string>> | Record<string, string>,
): (target: Target) => Promise<Outcome> {
  return async (target) => {
    const found = await target.send(path, { headers: await headers(target), redirect: 'manual' });
    const { sent, status } = found;
    return wanted.includes(status)
      ? passed
      : differs(sent, `${described(found)}. Expected: ${wanted.join(' or ')}.`);
  };
}

export const respondsCheck: Check = {
  id: 'api-answers',
  title: 'The product API answers in JSON',
  notices: 'Nothing of the app works.',
  needs: [],
  run: async (target) => {
    target.silent.add('api');
    const outcome = jsonOf(await target.send('/user'));
    if (outcome.kind === 'passed') target.silent.delete('api');
    return outcome;
  },
};

function jsonOf(response: Parameters<typeof described>[0]): Outcome {
  try {
    JSON.parse(response.text);
    return passed;
  } catch {
    return differs(response.sent, `${described(response)}. This is not JSON.`);
  }
}

/** The statuses that the app tells apart. */
export const statusChecks: readonly Check[] = [
  {
    id: 'no-session',
    title: 'Without a session, the listener is refused with 401',
    notices: NO_TOKEN,
    needs: ['api'],
    run: expectsStatus('/user', [401], () => ({})),
  },
  {
    id: 'wrong-token',
    title: 'A token that is no token is refused with 401',
    notices: NO_TOKEN,
    needs: ['api'],
    run: expectsStatus('/user', [401], () => ({ Authorization: 'Bearer conformance.no.token' })),
  },
  {
    id: 'changed-token',
    title: 'A token whose content was changed is refused with 401',
    notices: 'Anybody can listen as anybody else.',
    run: async (target) => {
      const session = await target.session();
      const [head = '', payload = '', signature = ''] = session.accessToken.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown;
      const later = {
        ...(typeof claims === 'object' && claims),
        exp: Math.floor(Date.now() / 1000) + 86_400,
      };
      const changed = [head, Buffer.from(JSON.stringify(later)).toString('base64url'), signature].join('.');
      return expectsStatus('/user', [401], () => ({ Authorization: `Bearer ${changed}` }))(target);
    },
  },
  {
    id: 'unknown-title',
    title: 'A title that does not exist is answered with 404',
    notices: 'A page that is gone shows "try again", not "not found".',
    run: expectsStatus(`/content/${UNKNOWN}`, [404], bearer),
  },
  {
    id: 'unknown-author',
    title: 'An author who does not exist is answered with 404',
    notices: 'A page that is gone shows "try again", not "not found".',
    run: expectsStatus(`/authors/${UNKNOWN}`, [404], bearer),
  },
  {
    id: 'unknown-call',
    title: 'A call that does not exist is answered with 404',
    notices: 'The app waits, or shows a wrong error.',
    run: expectsStatus('/conformance-no-such-call', [404], bearer),
  },
  {
    id: 'trailing-slash',
    title: 'A path means the same with and without a slash at its end',
    notices: 'Lists of authors, episodes or tracks are empty.',
    run: async (target) => {
      for (const path of ['/authors/?limit=15&next_page=1', '/user/content/?active=1&limit=15&next_page=1']) {
        const outcome = await expectsStatus(path, [200], bearer)(target);
        if (outcome.kind !== 'passed') return outcome;
      }
      return passed;
    },
  },
];

export const dateCheck: Check = {
  id: 'date',
  title: 'Answers carry the time of the provider in `Date`',
  notices: 'On a device with a wrong clock, titles open and close at the wrong time.',
  needs: ['api'],
  run: async (target) => {
    const found = await target.send('/user');
    const { headers, sent } = found;
    const date = headers.get('date');
    return Number.isFinite(Date.parse(date ?? ''))
      ? passed
      : differs(sent, date === null ? 'There is no Date header.' : `Date: ${date}`);
  },
};

/** Runs last: it looks at all responses of the other checks. */
export const retryAfterCheck: Check = {
  id: 'retry-after',
  title: 'An answer 429 or 503 says in `Retry-After` when to try again',
  notices: 'The app gives up although the provider is busy for a moment only.',
  needs: ['api'],
  run: async ({ seen }) => {
    const busy = seen.filter(({ status }) => status === 429 || status === 503);
    const silent = busy.find(({ retryAfter }) => retryAfter === null);
    if (silent !== undefined) return differs(silent.sent, `${silent.status} without Retry-After.`);
    return busy.length === 0 ? notTried('The provider was never busy.') : passed;
  },
};

const WANTED_HEADERS = ['authorization', 'content-type', 'x-client-version'];

const listOf = (header: string | null): readonly string[] =>
  (header ?? '').split(',').map((name) => name.trim().toLowerCase());

const isAllowed = (headers: Headers, origin: string): boolean =>
  ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');

/** What is wrong with a preflight; null if nothing. */
export function preflightFault(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  wanted: { readonly origin: string; readonly method: string; readonly headers: readonly string[] },
): string | null {
  if (status < 200 || status > 299) return `${status}`;
  if (!isAllowed(headers, wanted.origin)) return 'Access-Control-Allow-Origin does not name the origin.';
  const allowed = listOf(headers.get('access-control-allow-headers'));
  // A star does not stand for `Authorization`.
  const missing = wanted.headers.filter(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  );
  if (missing.length > 0) return `Access-Control-Allow-Headers does not name ${missing.join(', ')}.`;
  const methods = listOf(headers.get('access-control-allow-methods'));
  // GET, HEAD and POST need not be named.
  const isSimple = ['get', 'head', 'post'].includes(wanted.method.toLowerCase());
  return isSimple || methods.includes('*') || methods.includes(wanted.method.toLowerCase())
    ? null
    : `Access-Control-Allow-Methods does not name ${wanted.method}.`;
}

const originOf = ({ settings }: Target): string => settings.origin ?? '';

/** What pages of another origin need to call the product API. */
export const corsChecks: readonly Check[] = [
  {
    id: 'cors-preflight',
    title: 'Pages of the app may send the headers and methods of their calls',
    notices: 'Nothing of the app works.',
    needs: ['api', 'origin'],
    run: async (target) => {
      for (const method of ['GET', 'POST', 'PUT']) {
        const headers = {
          Origin: originOf(target),
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': WANTED_HEADERS.join(','),
        };
        const found = await target.send('/user', { method: 'OPTIONS', headers, redirect: 'manual' });
        const fault = preflightFault(found, {
          origin: originOf(target),
          method,
          headers: WANTED_HEADERS,
        });
        if (fault !== null) return differs(`${found.sent} (for ${method})`, fault);
      }
      return passed;
    },
  },
  {
    id: 'cors-read',
    title: 'Pages of the app may read the answers',
    notices: 'Nothing of the app works.',
    needs: ['api', 'origin', 'session'],
    run: async (target) => {
      const headers = {
        ...(await bearer(target)),
        Origin: originOf(target),
        'X-Client-Version': API_CLIENT_VERSION,
      };
      const found = await target.send('/user', { headers });
      return isAllowed(found.headers, originOf(target))
        ? passed
        : differs(found.sent, 'Access-Control-Allow-Origin does not name the origin.');
    },
  },
  {
    id: 'cors-errors',
    title: 'Pages of the app may read the errors, too',
    notices: 'Every error looks like a lost network, and a session that has ended is not noticed.',
    needs: ['api', 'origin'],
    run: async (target) => {
      const found = await target.send('/user', { headers: { Origin: originOf(target) } });
      return isAllowed(found.headers, originOf(target))
        ? passed
        : differs(found.sent, `${found.status} without Access-Control-Allow-Origin.`);
    },
  },
  {
    id: 'cors-exposed',
    title: 'Pages of the app may read `Date` and `Retry-After`',
    notices:
      'On a device with a wrong clock, titles open at the wrong time; a busy provider is asked too soon.',
    needs: ['api', 'origin'],
    run: async (target) => {
      const found = await target.send('/user', { headers: { Origin: originOf(target) } });
      const exposed = listOf(found.headers.get('access-control-expose-headers'));
      const missing = ['date', 'retry-after'].filter((name) => !exposed.includes(name));
      return missing.length === 0 || exposed.includes('*')
        ? passed
        : differs(found.sent, `Access-Control-Expose-Headers does not name ${missing.join(', ')}.`);
    },
  },
];
