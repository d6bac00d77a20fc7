import type { Container } from 'inversify';
import { isTitlePositionKey } from '../../adapters/browser/title-positions.ts';
import { isCacheKey } from '../../adapters/http/response-store.ts';
import { recordedPort, recordedSignals } from '../../adapters/recording/recorded-port.ts';
import { Recorder } from '../../adapters/recording/recorder.ts';
import type { ContentApi } from '../../ports/content-api.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import { TOKENS } from '../tokens.ts';

/** The ports besides the content whose results influence a run. All others only receive or store data. */
const RECORDED = ['audioOutput', 'auth', 'deployment', 'hostedLogin', 'network', 'registration'] as const;

/**
 * Starts recording a run. Call it before anything of the application is built. Calls between adapters are not recorded.
 */
export function recordApplication(container: Container): Recorder {
  const recorder = new Recorder(container.get(TOKENS.clock), storedIn(container.get(TOKENS.store)));
  const ports = RECORDED.map((name) => [name, container.get<object>(TOKENS[name])] as const);
  const mediaControls = container.get(TOKENS.mediaControls);
  const api = container.get(TOKENS.contentApi);

  for (const [name, port] of ports) {
    container.rebind<object>(TOKENS[name]).toConstantValue(recordedPort(recorder, name, port));
  }
  container
    .rebind(TOKENS.mediaControls)
    .toConstantValue(recordedSignals(recorder, 'mediaControls', mediaControls));
  container.rebind(TOKENS.contentApi).toConstantValue(recordedContentApi(recorder, api));
  // Bound only when the account page is opened.
  container.onActivation(TOKENS.account, (_, account) => recordedPort(recorder, 'account', account));
  return recorder;
}

const recordedContentApi = (recorder: Recorder, api: ContentApi): ContentApi => ({
  catalogue: recordedPort(recorder, 'contentApi.catalogue', api.catalogue),
  playback: recordedPort(recorder, 'contentApi.playback', api.playback),
  users: recordedPort(recorder, 'contentApi.users', api.users),
  favorites: recordedPort(recorder, 'contentApi.favorites', api.favorites),
});

/** The stored data of this browser, without cached responses, and without bookmarks and history: notes are private. */
const storedIn = (store: KeyValueStore): Readonly<Record<string, string>> =>
  Object.fromEntries(
    store.keys().flatMap((key) => {
      const text = isCacheKey(key) || isTitlePositionKey(key) ? null : store.get(key);
      return text === null ? [] : [[key, text]];
    }),
  );
