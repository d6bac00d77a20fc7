import type { Container } from 'inversify';
import type { ContentApi } from '../../ports/content-api.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import { TOKENS } from '../tokens.ts';
import { recordedPort, recordedSignals } from './recorded-port.ts';
import { Recorder } from './recorder.ts';

/** The ports whose answers a run depends on. The others only take what they are told, or keep it. */
const ANSWERING = [
  'account',
  'audioOutput',
  'auth',
  'deployment',
  'hostedLogin',
  'network',
  'registration',
] as const;

/** A port that only takes what it is told, and whose words count all the same. */
const SPEAKING = ['mediaControls'] as const;

/** Begins to take down a run, before anything of the application has been built. */
export function recordApplication(container: Container): Recorder {
  const store = container.get(TOKENS.store);
  const recorder = new Recorder(container.get(TOKENS.clock), heldBy(store));
  for (const name of ANSWERING) {
    container.onActivation<object>(TOKENS[name], (_, port) => recordedPort(recorder, name, port));
  }
  for (const name of SPEAKING) {
    container.onActivation<object>(TOKENS[name], (_, port) => recordedSignals(recorder, name, port));
  }
  container.onActivation(TOKENS.contentApi, (_, api) => recordedContentApi(recorder, api));
  return recorder;
}

const recordedContentApi = (recorder: Recorder, api: ContentApi): ContentApi => ({
  catalogue: recordedPort(recorder, 'contentApi.catalogue', api.catalogue),
  playback: recordedPort(recorder, 'contentApi.playback', api.playback),
  users: recordedPort(recorder, 'contentApi.users', api.users),
  favorites: recordedPort(recorder, 'contentApi.favorites', api.favorites),
});

const heldBy = (store: KeyValueStore): Readonly<Record<string, string>> =>
  Object.fromEntries(store.keys().flatMap((key) => entryOf(key, store.get(key))));

const entryOf = (key: string, text: string | null): readonly (readonly [string, string])[] =>
  text === null ? [] : [[key, text]];
