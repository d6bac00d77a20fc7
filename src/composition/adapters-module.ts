import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { CognitoAuth } from '../adapters/cognito/cognito-auth.ts';
import { UserPool } from '../adapters/cognito/user-pool.ts';
import { StoreBesideCache } from '../adapters/http/store-beside-cache.ts';
import { HttpContentApi } from '../adapters/http/http-content-api.ts';
import { ResponseCache } from '../adapters/http/response-cache.ts';
import { LocalStorageStore } from '../adapters/browser/local-storage-store.ts';
import { StoredPlaybackJournal } from '../adapters/browser/stored-playback-journal.ts';
import { eventsOf } from '../adapters/shared/events-of.ts';
import { ConsoleLog } from '../adapters/browser/console-log.ts';
import { PageDeployment } from '../adapters/browser/page-deployment.ts';
import { SystemClock } from '../adapters/browser/system-clock.ts';
import { webLocks } from '../adapters/browser/web-locks.ts';
import { whenIdle } from '../adapters/browser/when-idle.ts';
import { MoveToNewestBuild } from '../application/move-to-newest-build.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { analyticsFrom, messagingFrom } from './observing-services.ts';
import { earlyFetch } from './early-fetch.ts';
import { TOKENS } from './tokens.ts';

/** Objects that several adapters share. */
export const SHARED = {
  clock: Symbol('SystemClock') as ServiceIdentifier<SystemClock>,
  cache: Symbol('ResponseCache') as ServiceIdentifier<ResponseCache>,
  auth: Symbol('CognitoAuth') as ServiceIdentifier<CognitoAuth>,
  pool: Symbol('UserPool') as ServiceIdentifier<UserPool>,
  browserStore: Symbol('BrowserStore') as ServiceIdentifier<KeyValueStore>,
  sessionStore: Symbol('SessionStore') as ServiceIdentifier<KeyValueStore>,
};

/** The adapters that the first page needs: the product API, the user pool, the browser's storage and the clock. */
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
  bind(SHARED.browserStore)
    .toResolvedValue(() => new LocalStorageStore(window))
    .inSingletonScope();
  bind(TOKENS.store)
    .toResolvedValue((store) => new StoreBesideCache(store), [SHARED.browserStore])
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
      [SHARED.browserStore, TOKENS.clock],
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

  bind(SHARED.sessionStore).toResolvedValue((store) => store, [TOKENS.store]);
  bind(SHARED.pool)
    .toResolvedValue(
      ({ cognito }, moveToNewestBuild) => new UserPool(cognito, () => void moveToNewestBuild.move()),
      [TOKENS.configuration, MoveToNewestBuild],
    )
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
          networkReturned: eventsOf(window, 'online', () => null),
        }),
      [SHARED.pool, SHARED.sessionStore, TOKENS.clock, TOKENS.log, SHARED.cache],
    )
    .inSingletonScope();
  bind(TOKENS.auth).toResolvedValue((auth) => auth, [SHARED.auth]);

  bind(TOKENS.journal)
    .toResolvedValue((store) => new StoredPlaybackJournal(store), [TOKENS.store])
    .inSingletonScope();
});
