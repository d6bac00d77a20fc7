import { currentLanguage } from 'audio-streaming-translations/translate';
import { AmplitudeAnalytics } from '../adapters/amplitude/amplitude-analytics.ts';
import { BrazeMessaging } from '../adapters/braze/braze-messaging.ts';
import { afterFirstPaint, whenIdle, whenQuiet } from '../adapters/browser/scheduling.ts';
import { SystemClock, ConsoleLog } from '../adapters/browser/browser-platform.ts';
import { LocalStorageStore } from '../adapters/browser/local-storage-store.ts';
import { PageDeployment } from '../adapters/browser/page-deployment.ts';
import { StoredPlaybackJournal } from '../adapters/browser/stored-playback-journal.ts';
import { CognitoAuth } from '../adapters/cognito/cognito-auth.ts';
import { UserPool } from '../adapters/cognito/user-pool.ts';
import { StoreBesideCache } from '../adapters/http/response-store.ts';
import { earlyFetch } from '../adapters/http/early-fetch.ts';
import { HttpContentApi } from '../adapters/http/http-content-api.ts';
import { ResponseCache } from '../adapters/http/response-cache.ts';
import { SilentAnalytics, SilentMessaging } from '../adapters/silent/silent-services.ts';
import { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import type { Configuration } from './configuration/configuration.ts';
import { Container } from './container.ts';
import { createObservedList } from './observed.ts';
import { register } from './register.ts';
import { createSignIn } from './sign-in.ts';
import { TOKENS } from './tokens.ts';

/** When the libraries of analytics and messaging may load. */
const VENDOR_LOAD_TIMES = { whenIdle: afterFirstPaint, whenQuiet };

/**
 * A fresh application in which nothing is created yet, with the adapters that the first page needs: the product API, the user
 * pool, the browser's storage and the clock.
 */
export function createContainer(configuration: Configuration): Container {
  const container = new Container();
  const { bind } = container;
  bind(TOKENS.configuration, () => configuration);
  bind(TOKENS.createList, () => createObservedList);
  register(container, MoveToNewestBuild);
  bind(TOKENS.deployment, () => new PageDeployment(window));
  bind(TOKENS.log, () => new ConsoleLog());

  bind(TOKENS.browserStore, () => new LocalStorageStore(window));
  bind(TOKENS.store, (store) => new StoreBesideCache(store), [TOKENS.browserStore]);
  bind(SystemClock, (store) => new SystemClock(store), [TOKENS.store]);
  bind(TOKENS.clock, (clock) => clock, [SystemClock]);
  bind(TOKENS.sessionStore, (store) => store, [TOKENS.store]);
  bind(TOKENS.journal, (store) => new StoredPlaybackJournal(store), [TOKENS.store]);

  bind(ResponseCache, (store, clock) => new ResponseCache(store, clock, whenIdle), [
    TOKENS.browserStore,
    TOKENS.clock,
  ]);
  bind(TOKENS.cache, (cache) => cache, [ResponseCache]);
  bind(
    HttpContentApi,
    ({ apiUrl }, auth, clock, cache, log) => {
      const onServerTime = clock.serverTimeSeen.bind(clock);
      const calls = { apiUrl, auth, clock, random: Math.random, onServerTime, fetch: earlyFetch };
      return new HttpContentApi({ ...calls, language: currentLanguage }, cache, log);
    },
    [TOKENS.configuration, TOKENS.auth, SystemClock, ResponseCache, TOKENS.log],
  );
  bind(TOKENS.contentApi, (api) => api, [HttpContentApi]);
  bind(TOKENS.catalogue, (api) => api.catalogue, [TOKENS.contentApi]);
  bind(TOKENS.playbackApi, (api) => api.playback, [TOKENS.contentApi]);
  bind(TOKENS.userApi, (api) => api.users, [TOKENS.contentApi]);
  bind(TOKENS.favoritesApi, (api) => api.favorites, [TOKENS.contentApi]);

  bind(
    UserPool,
    ({ cognito }, moveToNewestBuild) => new UserPool(cognito, () => void moveToNewestBuild.move()),
    [TOKENS.configuration, MoveToNewestBuild],
  );
  bind(
    CognitoAuth,
    (configuration, pool, store, clock, log, cache) =>
      // A full storage first gives up cached responses (SES-31).
      createSignIn(configuration, { store, clock, log, makeRoom: () => cache.clear() }, pool),
    [TOKENS.configuration, UserPool, TOKENS.sessionStore, TOKENS.clock, TOKENS.log, ResponseCache],
  );
  bind(TOKENS.auth, (auth) => auth, [CognitoAuth]);

  // Analytics and messaging are off unless the configuration names all that they need (APP-29).
  bind(
    TOKENS.analytics,
    ({ amplitude }, store, log) =>
      amplitude === null
        ? new SilentAnalytics()
        : new AmplitudeAnalytics(amplitude, {
            store,
            log,
            post: async (url, request) => fetch(url, request),
            isSecure: window.location.protocol === 'https:',
            loadTimes: VENDOR_LOAD_TIMES,
            deleteCookie: (name) => {
              document.cookie = `${name}=; path=/; max-age=0`;
            },
          }),
    [TOKENS.configuration, TOKENS.store, TOKENS.log],
  );
  bind(
    TOKENS.messaging,
    ({ braze, mediaOrigins }, log) => {
      if (braze === null) return new SilentMessaging();
      const { origin } = window.location;
      const rules = { origin, imageOrigins: [origin, ...mediaOrigins], htmlScripts: braze.htmlScripts };
      return new BrazeMessaging(braze, { log, rules, loadTimes: VENDOR_LOAD_TIMES });
    },
    [TOKENS.configuration, TOKENS.log],
  );
  return container;
}
