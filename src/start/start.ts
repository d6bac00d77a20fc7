import { firstName } from '../domain/account/user.ts';
import { greeting } from '../domain/catalogue/greeting.ts';
import { CAROUSEL } from '../domain/catalogue/limits.ts';
import { slidesInView } from '../domain/catalogue/slides-in-view.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { accessToken, earlyCalls, HOME_CALLS, type EarlyCallDependencies } from './early-calls.ts';
import { tellFailedStart } from './failed-start.ts';
import { FirstFrame } from './first-frame.ts';
import { firstShelf, type FirstShelf } from './first-shelf.ts';
import { addUrlMethods } from './url-methods.ts';

// Runs inline in the head, directly after the configuration document and before any other request. The policy is made
// in the page, so that a host can rewrite the document without sending a header for it.

/** Milliseconds after the start of the page, within which the app may use an early response. */
const FRESH_MS = 15_000;

/** The longest time for which the first tiles delay the other scripts of the application, in milliseconds. */
const MOST_DELAY_MS = 1000;

/**
 * How long the first tiles wait for the other calls of home after the catalogue has arrived, in milliseconds (CAT-8).
 */
const MOST_WAIT_MS = 700;

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
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

/** Resolves when the browser has painted what the page shows now; soon if the page is hidden. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const inNewTask = (): void => void setTimeout(resolve);
    if (document.hidden) inNewTask();
    else requestAnimationFrame(inNewTask);
  });

const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Returns the response of a call as JSON; undefined if it failed. */
type ReadResponse = (path: string) => Promise<unknown>;

/** Sends the first calls of the route, and keeps the responses for the app (CAT-68). */
function callEarly(dependencies: EarlyCallDependencies): ReadResponse {
  const { calls, headers, cached } = earlyCalls(dependencies);
  const bodies = new Map<string, Promise<unknown>>();
  const waiting = new Map(
    calls.map(({ path, url }) => {
      const answer = fetch(url, { headers, credentials: 'omit', cache: 'no-store' }).then((response) => ({
        response,
        arrivedAt: performance.now(),
        // Cloned at once, because the app reads the response itself.
        body: response.ok ? response.clone().json() : undefined,
      }));
      // The app handles the failure when it takes the response.
      bodies.set(
        path,
        answer.then(async ({ body }): Promise<unknown> => body).catch(() => undefined),
      );
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
  return async (path) => (path in cached ? parsed(cached[path] ?? null) : bodies.get(path));
}

/** Loads the first shelf of home; null if there is none. */
async function loadFirstShelf(readResponse: ReadResponse, apiUrl: string): Promise<FirstShelf | null> {
  const [browse, ...others] = [HOME_CALLS.browse, HOME_CALLS.recentlyListened, HOME_CALLS.recommended].map(
    async (path) => readResponse(path),
  );
  const catalogue = await browse;
  const inTime = async (other: Promise<unknown> | undefined): Promise<unknown> =>
    Promise.race([other, wait(MOST_WAIT_MS)]);
  const [recentlyListened, recommended] = await Promise.all(others.map(inTime));
  return firstShelf({ browse: catalogue, recentlyListened, recommended }, apiUrl);
}

/**
 * Shows the frame of the page (APP-59).
 *
 * @returns null if there is no frame for this page
 */
function showFirstFrame(dependencies: EarlyCallDependencies): FirstFrame | null {
  const { configuration, pathname } = dependencies;
  const token = accessToken(dependencies);
  if (token === undefined) return null;
  const user = parsed(stored('store.user'));
  const name = textIn(user, 'name');
  const isKnown = name !== null && textIn(user, 'id') !== null;
  const hello = greeting(new Date().getHours());
  const frame = FirstFrame.show({
    kind: token === null ? 'visitor' : 'member',
    isHome: pathname === '/',
    brand: textIn(configuration, 'brand') ?? document.title,
    account: isKnown ? `Hi, ${firstName({ name })}` : 'Account',
    greeting: isKnown ? `${hello}, ${firstName({ name })}` : hello,
  });
  if (frame !== null) Reflect.set(window, 'endFirstFrame', () => frame.end());
  return frame;
}

/** Shows the first titles of home in the frame, once their data has come. */
async function showFirstTitles(
  frame: FirstFrame,
  { configuration, origin }: EarlyCallDependencies,
  readResponse: ReadResponse,
): Promise<void> {
  const shelf = await loadFirstShelf(readResponse, textIn(configuration, 'apiUrl') ?? origin);
  if (shelf === null) return;
  frame.showShelf(shelf, slidesInView(CAROUSEL, window.innerWidth));
  await painted();
}

function textIn(value: unknown, field: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const text: unknown = Object.getOwnPropertyDescriptor(value, field)?.value;
  return typeof text === 'string' && text !== '' ? text : null;
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

/** Loads the scripts of the application, which the document holds in a template (`scripts/vite/first-frame.ts`). */
function loadApplication(): void {
  const template = document.getElementById('app-files');
  if (template instanceof HTMLTemplateElement)
    document.head.append(document.importNode(template.content, true));
}

tellFailedStart(() => void window.endFirstFrame?.());
addUrlMethods(URL);

const configuration = parsed(document.getElementById('configuration')?.textContent ?? null);

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
const readResponse = callEarly(dependencies);
document.addEventListener('DOMContentLoaded', () => {
  const frame = showFirstFrame(dependencies);
  if (frame === null || pathname !== '/' || accessToken(dependencies) === null) {
    loadApplication();
    return;
  }
  const shown = showFirstTitles(frame, dependencies, readResponse);
  void Promise.race([shown, wait(MOST_DELAY_MS)]).then(loadApplication);
});
