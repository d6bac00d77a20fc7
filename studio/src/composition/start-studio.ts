import { SystemClock, ConsoleLog } from '../../../src/adapters/browser/browser-platform.ts';
import { LocalStorageStore } from '../../../src/adapters/browser/local-storage-store.ts';
import { SessionDrafts } from '../adapters/session-drafts.ts';
import { whenIdle } from '../../../src/adapters/browser/scheduling.ts';
import { mediaUrlFrom } from '../../../src/adapters/http/api-path.ts';
import { ApiClient } from '../../../src/adapters/http/api-client.ts';
import { HttpUsers } from '../../../src/adapters/http/http-users.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { Transport } from '../../../src/adapters/http/transport.ts';
import { switchLanguage } from 'audio-streaming-translations/switch-language';
import { eventsOf } from '../../../src/adapters/shared/events-of.ts';
import { TusUploads } from '../adapters/tus/tus-uploads.ts';
import { HttpPeopleApi } from '../adapters/http/http-people-api.ts';
import { HttpStudioApi } from '../adapters/http/http-studio-api.ts';
import type { StudioServices } from '../application/services.ts';
import type { Result } from '../../../src/domain/result.ts';
import { contentSecurityPolicy } from '../../../src/start/content-security-policy.ts';
import { configurationOfPage } from '../../../src/start/read-page.ts';
import { addUrlMethods } from '../../../src/start/url-methods.ts';
import {
  decodeConfiguration,
  type ConfigurationFailure,
} from '../../../src/composition/configuration/configuration.ts';
import { openCookies, openIndexedDb } from '../../../src/composition/open-stores.ts';
import { createSignIn } from '../../../src/composition/sign-in.ts';
import { studioServices } from './studio-services.ts';

/**
 * Starts the studio on the page's configuration document. The session is that of the app: the same stores, the same
 * renewal (SES-25).
 */
export async function startStudio(): Promise<Result<StudioServices, ConfigurationFailure>> {
  addUrlMethods(URL);
  const text = document.getElementById('configuration')?.textContent ?? '';
  if (!import.meta.env.DEV) addSecurityPolicy();
  const configuration = decodeConfiguration(text, window.location.origin);
  if (!configuration.ok) return configuration;
  const { apiUrl, brand } = configuration.value;
  // It stores nothing, because the studio does not read the provider's time and could not replace an old correction.
  const clock = new SystemClock();
  const log = new ConsoleLog();
  // The same stores as those of the app, because both use one session (APP-46).
  const isIndexedDb = configuration.value.storage === 'indexeddb';
  const browserStore = isIndexedDb ? await openIndexedDb(log) : new LocalStorageStore(window);
  const store = configuration.value.sessionStore === 'cookie' ? await openCookies() : browserStore;
  const cache = new ResponseCache(browserStore, clock, whenIdle);
  const auth = createSignIn(configuration.value, { store, clock, log, makeRoom: () => cache.clear() });

  // Several calls may find at the same time that there is no session.
  let isLeaving = false;
  const leadTo = (address: string): void => {
    if (isLeaving) return;
    isLeaving = true;
    window.location.assign(address);
  };
  const leadToSignIn = (): void => {
    const { pathname, search, hash } = window.location;
    leadTo(`/login?${new URLSearchParams({ from: pathname + search + hash }).toString()}`);
  };
  const signOut = (): void => {
    const revoked = auth.signOut();
    cache.clear();
    void revoked.then(() => leadTo('/login'));
  };
  const api = new HttpStudioApi({ apiUrl, auth, clock }, log);
  const people = new HttpPeopleApi({ apiUrl, auth, clock }, log);
  const transport = new Transport({ apiUrl, auth, clock, random: Math.random });
  const users = new HttpUsers(new ApiClient(transport, cache, log));
  const mediaUrl = mediaUrlFrom(apiUrl);
  const drafts = new SessionDrafts(window);
  const files = new TusUploads({ apiUrl, auth, networkReturned: eventsOf(window, 'online', () => null) });
  const services = studioServices({
    api,
    people,
    users,
    clock,
    drafts,
    files,
    brand,
    mediaUrl,
    cache,
    signOut,
    leadToSignIn,
    showLanguage: (language) => void switchLanguage(language, 'account'),
  });
  // The service, or another tab, has ended the session.
  auth.ended.subscribe(() => {
    services.session.leave();
    leadToSignIn();
  });
  return { ok: true, value: services };
}

/** The policy is made in the page, so that a host can rewrite the document without sending a header for it (APP-34). */
function addSecurityPolicy(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = contentSecurityPolicy(configurationOfPage());
  document.head.append(policy);
}
