import { contentSecurityPolicy } from './content-security-policy.ts';
import { accessToken, earlyCalls, type EarlyCallDependencies } from './early-calls.ts';
import { chooseLanguage } from './choose-language.ts';
import { tellFailedStart } from './failed-start.ts';
import { configurationOfPage, stored } from './read-page.ts';
import { addUrlMethods } from './url-methods.ts';

// Runs inline in the head, directly after the configuration document. The policy is made in the page, so that a host can
// rewrite the document without sending a header for it.

/** Milliseconds after the start of the page, within which the app may use an early response. */
const FRESH_MS = 15_000;

/** The delay of the request for React DOM, in milliseconds. */
const RENDERER_DELAY_MS = 300;

/** Sends the first calls of the route, and keeps the responses for the app (CAT-68). */
function callEarly(dependencies: EarlyCallDependencies): void {
  const { urls, headers } = earlyCalls(dependencies);
  const waiting = new Map(
    urls.map((url) => {
      const call = fetch(url, { headers, credentials: 'omit', cache: 'no-store' }).then((response) => ({
        response,
        arrivedAt: performance.now(),
      }));
      // The app handles the failure when it takes the response.
      call.catch(() => undefined);
      return [url, call];
    }),
  );
  Reflect.set(window, 'takeEarlyCall', (url: string, authorization: string) => {
    const call = waiting.get(url);
    const isOurs = authorization === headers['Authorization'] && performance.now() < FRESH_MS;
    if (call === undefined || !isOurs) return undefined;
    waiting.delete(url);
    return call;
  });
}

/** Says for whom and which page the document shows its skeleton (APP-59); nothing if it cannot be known yet. */
function showSkeleton(dependencies: EarlyCallDependencies): void {
  const token = accessToken(dependencies);
  if (token === undefined) return;
  const { dataset, style } = document.documentElement;
  style.setProperty('--brand', JSON.stringify(brandIn(dependencies.configuration)));
  dataset['skeleton'] = token === null ? 'visitor' : dependencies.pathname === '/' ? 'home' : 'member';
}

function brandIn(configuration: unknown): string {
  const isDocument = typeof configuration === 'object' && configuration !== null;
  const brand: unknown = isDocument ? Reflect.get(configuration, 'brand') : undefined;
  return typeof brand === 'string' ? brand : '';
}

/** A host that sends a policy without the hash of the inline style blocks it. Then the same style loads from its file. */
function loadStyleFile(): void {
  const style = document.getElementById('style');
  const file = style?.dataset['file'];
  if (!(style instanceof HTMLStyleElement) || style.sheet !== null || file === undefined) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = file;
  style.replaceWith(link);
}

/**
 * Requests React DOM a little later than the other files (APP-75). Files that load at the same time share a slow
 * connection, so the others arrive sooner. On a fast connection the application runs before the delay ends, and imports
 * React DOM itself.
 */
function loadRenderer(): void {
  const renderer = document.getElementById('renderer');
  if (!(renderer instanceof HTMLLinkElement)) return;
  setTimeout(() => {
    renderer.rel = 'modulepreload';
  }, RENDERER_DELAY_MS);
}

tellFailedStart();
loadRenderer();
addUrlMethods(URL);

const configuration = configurationOfPage();

// Before the first frame: its language and direction.
chooseLanguage(configuration, stored, navigator.languages);

// The development server's hot reload needs inline scripts and styles.
if (!import.meta.env.DEV) {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = contentSecurityPolicy(configuration);
  document.head.append(policy);
  loadStyleFile();
}

const { origin, pathname } = window.location;
const dependencies = { configuration, origin, pathname, stored, now: Date.now() };
callEarly(dependencies);
showSkeleton(dependencies);
