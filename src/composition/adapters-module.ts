import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { CognitoAuth } from '../adapters/cognito/cognito-auth.ts';
import { CognitoHostedLogin } from '../adapters/cognito/hosted-login.ts';
import { CognitoRegistration } from '../adapters/cognito/cognito-registration.ts';
import { UserPool } from '../adapters/cognito/user-pool.ts';
import { BrowserTabs } from '../adapters/browser-tabs/browser-tabs.ts';
import { CookieStore } from '../adapters/cookies/cookie-store.ts';
import { HtmlAudioOutput } from '../adapters/html-audio/html-audio-output.ts';
import { HttpContentApi } from '../adapters/http/http-content-api.ts';
import { ResponseCache } from '../adapters/http/response-cache.ts';
import { LocalStorageStore } from '../adapters/local-storage/local-storage-store.ts';
import { MediaSessionControls } from '../adapters/media-session/media-session-controls.ts';
import { StoredPlaybackJournal } from '../adapters/playback-journal/stored-playback-journal.ts';
import { BrowserNetwork } from '../adapters/system/browser-network.ts';
import { ConsoleLog } from '../adapters/system/console-log.ts';
import { PageDeployment } from '../adapters/system/page-deployment.ts';
import { SystemClock } from '../adapters/system/system-clock.ts';
import { webLocks } from '../adapters/system/web-locks.ts';
import { whenIdle } from '../adapters/system/when-idle.ts';
import { pageId } from '../domain/place.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { analyticsFrom, messagingFrom } from './observing-services.ts';
import { earlyFetch } from './early-fetch.ts';
import { TOKENS } from './tokens.ts';

/** What more than one port is built from. */
export const SHARED = {
  clock: Symbol('SystemClock') as ServiceIdentifier<SystemClock>,
  cache: Symbol('ResponseCache') as ServiceIdentifier<ResponseCache>,
  auth: Symbol('CognitoAuth') as ServiceIdentifier<CognitoAuth>,
  pool: Symbol('UserPool') as ServiceIdentifier<UserPool>,
  sessionStore: Symbol('SessionStore') as ServiceIdentifier<KeyValueStore>,
};

const cookieStore = (): KeyValueStore =>
  new CookieStore({
    jar: document,
    isEnabled: () => navigator.cookieEnabled,
    isSecure: window.location.protocol === 'https:',
    channel: new BroadcastChannel('session'),
  });

const createAudio = (): HTMLAudioElement => document.createElement('audio');

/** The element stands in the page, where the browser's own tools find what sounds. */
const audioElement = (): HTMLAudioElement => document.body.appendChild(createAudio());

/** The world: the product API, the user pool, this browser's storage, clock and sound. */
export const adaptersModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.deployment)
    .toResolvedValue(() => new PageDeployment(window))
    .inSingletonScope();
  bind(TOKENS.log)
    .toResolvedValue(() => new ConsoleLog())
    .inSingletonScope();
  bind(SHARED.clock)
    .toResolvedValue(() => new SystemClock())
    .inSingletonScope();
  bind(TOKENS.clock).toResolvedValue((clock) => clock, [SHARED.clock]);
  bind(TOKENS.store)
    .toResolvedValue(() => new LocalStorageStore(window))
    .inSingletonScope();
  bind(TOKENS.analytics)
    .toResolvedValue(analyticsFrom, [TOKENS.configuration, TOKENS.store, TOKENS.log])
    .inSingletonScope();
  bind(TOKENS.messaging)
    .toResolvedValue(messagingFrom, [TOKENS.configuration, TOKENS.log])
    .inSingletonScope();

  bind(SHARED.cache)
    .toResolvedValue(
      (store, clock) => new ResponseCache(store, clock, whenIdle),
      [TOKENS.store, TOKENS.clock],
    )
    .inSingletonScope();
  bind(TOKENS.cache).toResolvedValue((cache) => cache, [SHARED.cache]);
  bind(TOKENS.contentApi)
    .toResolvedValue(
      ({ apiUrl }, auth, clock, cache, log) =>
        new HttpContentApi(
          {
            apiUrl,
            auth,
            clock,
            random: Math.random,
            onServerTime: (serverTime) => clock.serverTimeSeen(serverTime),
            fetch: earlyFetch,
          },
          cache,
          log,
        ),
      [TOKENS.configuration, TOKENS.auth, SHARED.clock, SHARED.cache, TOKENS.log],
    )
    .inSingletonScope();
  bind(TOKENS.catalogue).toResolvedValue((api) => api.catalogue, [TOKENS.contentApi]);
  bind(TOKENS.playbackApi).toResolvedValue((api) => api.playback, [TOKENS.contentApi]);
  bind(TOKENS.userApi).toResolvedValue((api) => api.users, [TOKENS.contentApi]);
  bind(TOKENS.favoritesApi).toResolvedValue((api) => api.favorites, [TOKENS.contentApi]);

  bind(SHARED.sessionStore)
    .toResolvedValue(
      ({ sessionStore }, store) => (sessionStore === 'cookie' ? cookieStore() : store),
      [TOKENS.configuration, TOKENS.store],
    )
    .inSingletonScope();
  bind(SHARED.pool)
    .toResolvedValue(({ cognito }) => new UserPool(cognito), [TOKENS.configuration])
    .inSingletonScope();
  bind(SHARED.auth)
    .toResolvedValue(
      (pool, store, clock, log, cache) =>
        new CognitoAuth({
          pool,
          store,
          clock,
          log,
          makeRoom: () => cache.clear(),
          locks: webLocks(navigator),
        }),
      [SHARED.pool, SHARED.sessionStore, TOKENS.clock, TOKENS.log, SHARED.cache],
    )
    .inSingletonScope();
  bind(TOKENS.auth).toResolvedValue((auth) => auth, [SHARED.auth]);
  bind(TOKENS.hostedLogin)
    .toResolvedValue(
      ({ hostedLogin, cognito }, auth, store, clock, log) =>
        new CognitoHostedLogin({
          url: hostedLogin?.url ?? null,
          clientId: cognito.clientId,
          auth,
          store,
          clock,
          log,
          browser: {
            origin: window.location.origin,
            crypto,
            fetch: async (address, request) => fetch(address, request),
            goTo: (address) => window.location.assign(address),
          },
        }),
      [TOKENS.configuration, SHARED.auth, TOKENS.store, TOKENS.clock, TOKENS.log],
    )
    .inSingletonScope();
  bind(TOKENS.registration)
    .toResolvedValue(
      (pool, clock, log) => new CognitoRegistration(pool, clock, log),
      [SHARED.pool, TOKENS.clock, TOKENS.log],
    )
    .inSingletonScope();

  bind(TOKENS.mediaControls)
    .toResolvedValue(() => {
      // Older browsers have none, whatever the types say.
      const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined;
      return new MediaSessionControls(session, (init) => new MediaMetadata(init));
    })
    .inSingletonScope();

  bind(TOKENS.journal)
    .toResolvedValue((store) => new StoredPlaybackJournal(store), [TOKENS.store])
    .inSingletonScope();
  bind(TOKENS.network)
    .toResolvedValue(() => new BrowserNetwork(window))
    .inSingletonScope();
  bind(TOKENS.tabs)
    .toResolvedValue(
      (store) =>
        new BrowserTabs(pageId(crypto.randomUUID()), {
          channel: 'BroadcastChannel' in window ? new BroadcastChannel('tabs') : null,
          store,
          locks: webLocks(navigator),
        }),
      [TOKENS.store],
    )
    .inSingletonScope();

  bind(TOKENS.audioOutput)
    .toResolvedValue((clock) => new HtmlAudioOutput(audioElement(), clock, createAudio), [TOKENS.clock])
    .inSingletonScope();
});
