import { contentSecurityPolicy } from './content-security-policy.ts';
import { earlyCalls, type EarlyWorld } from './early-calls.ts';
import { tellFailedStart } from './failed-start.ts';

// Runs inline in the head, right behind the configuration document and before anything else is asked for. The policy
// is made here, in the page, so that whoever hosts the build may rewrite the document and needs no header for it.

/** How long an answer may wait for the app, in milliseconds: later, the app asks for itself. */
const FRESH_MS = 15_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The app says which field is wrong; until then, the strictest policy holds.
    return undefined;
  }
}

/** Where site data is blocked, even looking at it throws. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Asks for what the route needs, and leaves the answers for the app to take. */
function callEarly(world: EarlyWorld): void {
  const { urls, headers } = earlyCalls(world);
  const waiting = new Map(
    urls.map((url) => {
      const answer = fetch(url, { headers, credentials: 'omit', cache: 'no-store' }).then((response) => ({
        response,
        arrivedAt: performance.now(),
      }));
      // A failure is for whoever takes it.
      answer.catch(() => undefined);
      return [url, answer];
    }),
  );
  Reflect.set(window, 'takeEarlyCall', (url: string, authorization: string) => {
    const answer = waiting.get(url);
    const isOurs = authorization === headers['Authorization'] && performance.now() < FRESH_MS;
    if (answer === undefined || !isOurs) return undefined;
    waiting.delete(url);
    return answer;
  });
}

tellFailedStart();

const configuration = parsed(document.getElementById('configuration')?.textContent ?? '');

// The development server's hot reload needs inline scripts and styles.
if (!import.meta.env.DEV) {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = contentSecurityPolicy(configuration);
  document.head.append(policy);
}

const { origin, pathname } = window.location;
callEarly({ configuration, origin, pathname, stored, now: Date.now() });
