import { currentLanguage } from 'audio-streaming-translations/translate';
import { BrowserNetwork } from '../adapters/browser/browser-network.ts';
import { BrowserTabs } from '../adapters/browser/browser-tabs.ts';
import { ServiceWorkerApp } from '../adapters/browser/service-worker-app.ts';
import { StoredBookmarks, StoredHistory } from '../adapters/browser/stored-title-positions.ts';
import { StoredDownloadList } from '../adapters/browser/stored-download-list.ts';
import { MediaSessionControls } from '../adapters/browser/media-session-controls.ts';
import { trustedScript } from '../adapters/browser/register-service-worker.ts';
import { CognitoAuth } from '../adapters/cognito/cognito-auth.ts';
import { CognitoRegistration } from '../adapters/cognito/sign-in/cognito-registration.ts';
import { CognitoHostedLogin } from '../adapters/cognito/sign-in/hosted-login.ts';
import { UserPool } from '../adapters/cognito/user-pool.ts';
import { HtmlAudioOutput } from '../adapters/html-audio/html-audio-output.ts';
import { HttpContentApi } from '../adapters/http/http-content-api.ts';
import { HttpFeeds, HttpListening } from '../adapters/http/feeds-and-listening.ts';
import { mediaPolicyOf, resolveMediaUrl } from '../adapters/http/api-path.ts';
import { OriginFiles } from '../adapters/origin-files/origin-files.ts';
// oxlint-disable-next-line import/default -- Vite makes the export
import transferWorker from '../adapters/origin-files/transfer-worker.ts?worker&url';
import { FileTranscripts } from '../adapters/transcripts/file-transcripts.ts';
// oxlint-disable-next-line import/default -- Vite makes the export
import transcriptWorker from '../adapters/transcripts/transcript-worker.ts?worker&url';
import { ok } from '../domain/result.ts';
import type { OfflineApp } from '../ports/platform.ts';
import { pageId } from '../domain/progress/position.ts';
import { feature } from './container.ts';
import { TOKENS } from './tokens.ts';

/** Only a build has a service worker. The development server opens nothing without a network, and says nothing about it. */
const offlineApp = (): OfflineApp =>
  import.meta.env.PROD
    ? new ServiceWorkerApp(navigator.serviceWorker)
    : { isStored: () => true, store: async () => ok(undefined) };

/** The adapters that load after the first content: for playing, signing in and creating accounts. */
export const lazyAdapters = feature((bind) => {
  bind(
    TOKENS.audioOutput,
    (clock) => {
      const createAudio = () => document.createElement('audio');
      // The element is part of the page, where the browser's tools find the sound.
      const output = new HtmlAudioOutput(document.body.appendChild(createAudio()), clock, createAudio);
      for (const gesture of ['click', 'keydown'])
        document.addEventListener(gesture, () => output.useGesture(), { capture: true, once: true });
      return output;
    },
    [TOKENS.clock],
  );
  bind(TOKENS.downloadList, (store) => new StoredDownloadList(store), [TOKENS.store]);
  bind(
    TOKENS.downloadFiles,
    ({ apiUrl, mediaOrigins }) => {
      const policy = mediaPolicyOf(mediaOrigins);
      return new OriginFiles({
        // Absent outside a secure context.
        storage: 'storage' in navigator ? navigator.storage : null,
        locks: 'locks' in navigator ? navigator.locks : null,
        channel: 'BroadcastChannel' in window ? new BroadcastChannel('downloads') : null,
        createWorker: () => new Worker(trustedScript(transferWorker), { type: 'module' }),
        resolve: (address) => {
          const resolved = resolveMediaUrl(apiUrl, address);
          return resolved !== null && policy.allows(resolved) ? resolved : null;
        },
        createAddress: (data) => URL.createObjectURL(data),
        revokeAddress: (address) => URL.revokeObjectURL(address),
      });
    },
    [TOKENS.configuration],
  );
  bind(TOKENS.feedsApi, ({ client }, { apiUrl }) => new HttpFeeds(client, apiUrl), [
    HttpContentApi,
    TOKENS.configuration,
  ]);
  bind(
    TOKENS.listeningApi,
    ({ client }) => new HttpListening(client, () => new Intl.DateTimeFormat().resolvedOptions().timeZone),
    [HttpContentApi],
  );
  bind(TOKENS.mediaControls, () => {
    // Older browsers have none, although the types say otherwise.
    const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined;
    return new MediaSessionControls(session, (init) => new MediaMetadata(init));
  });
  bind(TOKENS.mediaPolicy, ({ mediaOrigins }) => mediaPolicyOf(mediaOrigins), [TOKENS.configuration]);
  bind(
    TOKENS.transcriptReader,
    () =>
      new FileTranscripts(
        async (address, request) => fetch(address, request),
        () => new Worker(trustedScript(transcriptWorker), { type: 'module' }),
      ),
  );
  bind(TOKENS.network, () => new BrowserNetwork(window));
  bind(TOKENS.offlineApp, () => offlineApp());
  bind(TOKENS.bookmarks, (store) => new StoredBookmarks(store), [TOKENS.store]);
  bind(TOKENS.history, (store) => new StoredHistory(store), [TOKENS.store]);
  bind(
    TOKENS.tabs,
    (store, clock) => {
      const channel = 'BroadcastChannel' in window ? new BroadcastChannel('tabs') : null;
      // Absent outside a secure context.
      const locks = 'locks' in navigator ? navigator.locks : null;
      return new BrowserTabs(pageId(crypto.randomUUID()), { channel, store, locks, clock });
    },
    [TOKENS.store, TOKENS.clock],
  );

  bind(
    TOKENS.hostedLogin,
    ({ hostedLogin, cognito: { clientId } }, auth, store, clock, log) => {
      const browser = {
        origin: window.location.origin,
        crypto,
        language: currentLanguage,
        fetch: async (address: string, request: RequestInit) => fetch(address, request),
        goTo: (address: string) => window.location.assign(address),
      };
      return new CognitoHostedLogin({
        url: hostedLogin?.url ?? null,
        clientId,
        auth,
        store,
        clock,
        log,
        browser,
      });
    },
    [TOKENS.configuration, CognitoAuth, TOKENS.store, TOKENS.clock, TOKENS.log],
  );
  bind(TOKENS.registration, (pool, clock, log) => new CognitoRegistration(pool, clock, log), [
    UserPool,
    TOKENS.clock,
    TOKENS.log,
  ]);
});
