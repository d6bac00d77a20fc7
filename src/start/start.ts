import { contentSecurityPolicy } from './content-security-policy.ts';
import { earlyCalls, type EarlyCallDependencies } from './early-calls.ts';
import { tellFailedStart } from './failed-start.ts';

// Runs inline in the head, directly after the configuration document and before any other request. The policy is made
// in the page, so that a host can rewrite the document without sending a header for it.

/** For so many milliseconds after the start of the page, the app may take an early response. */
const FRESH_MS = 15_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The app names the wrong field (APP-21). Until then the strictest policy applies.
    return undefined;
  }
}

/** If site data is blocked, even reading `localStorage` throws. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Sends the first calls of the route, and keeps the responses for the app (CAT-68). */
function callEarly(dependencies: EarlyCallDependencies): void {
  const { urls, headers } = earlyCalls(dependencies);
  const waiting = new Map(
    urls.map((url) => {
      const answer = fetch(url, { headers, credentials: 'omit', cache: 'no-store' }).then((response) => ({
        response,
        arrivedAt: performance.now(),
      }));
      // The app handles the failure when it takes the response.
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
