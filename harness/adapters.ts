import { BeaconAnalytics } from '../examples/beacon/beacon-analytics.ts';
import { WebAudioOutput } from '../examples/web-audio/web-audio-output.ts';
import { SystemClock } from '../src/adapters/browser/browser-platform.ts';
import { StoredPlaybackJournal } from '../src/adapters/browser/stored-playback-journal.ts';
import { HtmlAudioOutput } from '../src/adapters/html-audio/html-audio-output.ts';
import { IndexedDbStore } from '../src/adapters/indexed-db/indexed-db-store.ts';
import { MemoryKeyValueStore } from '../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../src/adapters/memory/memory-platform.ts';
import { SilentAnalytics } from '../src/adapters/silent/silent-services.ts';
import type { AudioOutput } from '../src/ports/audio-output.ts';
import { silence } from '../test/contract/in-page/silence.ts';
import type { Ports } from '../test/harness.ts';

/** An adapter that can replace a double. */
type SwappedAdapter = {
  readonly name: string;
  /** The beginning of the names of its contract suites in `suites.ts`. */
  readonly suite: string;
  /** Makes the ports that it takes over. Null: the double itself. */
  readonly make: (() => Promise<Partial<Ports>> | Partial<Ports>) | null;
};

/**
 * The ports that can be swapped in the harness, each with its adapters. The first one is the double. To try an adapter
 * of your own, add it here, and its contract suite to `suites.ts`.
 */
export const SWAPPED: Readonly<Record<string, readonly SwappedAdapter[]>> = {
  KeyValueStore: [
    { name: 'MemoryKeyValueStore', suite: 'MemoryKeyValueStore', make: null },
    {
      name: 'IndexedDbStore',
      suite: 'IndexedDbStore',
      make: async () => ({ store: await openIndexedDb() }),
    },
  ],
  PlaybackJournal: [
    { name: 'MemoryPlaybackJournal', suite: 'MemoryPlaybackJournal', make: null },
    {
      name: 'StoredPlaybackJournal',
      suite: 'StoredPlaybackJournal',
      make: () => ({ journal: new StoredPlaybackJournal(new MemoryKeyValueStore()) }),
    },
  ],
  AudioOutput: [
    { name: 'FakeAudioOutput', suite: 'FakeAudioOutput', make: null },
    { name: 'WebAudioOutput', suite: 'WebAudioOutput', make: () => ({ audioOutput: silentWebAudio() }) },
    { name: 'HtmlAudioOutput', suite: 'HtmlAudioOutput', make: () => ({ audioOutput: silentAudio() }) },
  ],
  Analytics: [
    { name: 'MemoryAnalytics', suite: 'MemoryAnalytics', make: null },
    {
      name: 'BeaconAnalytics',
      suite: 'BeaconAnalytics',
      make: () => ({
        analytics: new BeaconAnalytics('https://events.invalid/', new MemoryKeyValueStore(), {
          // There is no server, so nothing is sent.
          sendBeacon: () => true,
          newId: () => crypto.randomUUID(),
        }),
      }),
    },
    { name: 'SilentAnalytics', suite: 'SilentAnalytics', make: () => ({ analytics: new SilentAnalytics() }) },
  ],
};

/** The adapter of a port that a state has chosen. */
export const chosenAdapter = (port: string, name: string | undefined): SwappedAdapter | undefined => {
  const adapters = SWAPPED[port] ?? [];
  return adapters.find((adapter) => adapter.name === name) ?? adapters[0];
};

const openIndexedDb = async (): Promise<IndexedDbStore> =>
  IndexedDbStore.open({
    factory: () => window.indexedDB,
    name: 'harness',
    channel: new BroadcastChannel('harness'),
    clock: new SystemClock(),
    log: new MemoryLog(),
  });

/** The example of another sound. Every address sounds as ten minutes of silence, because there is no server. */
const silentWebAudio = (): AudioOutput =>
  new WebAudioOutput(
    () => new AudioContext(),
    new SystemClock(),
    async () => silence(600).arrayBuffer(),
  );

/** The audio element of the browser. Every address sounds as ten minutes of silence, because there is no server. */
function silentAudio(): AudioOutput {
  const createAudio = (): HTMLAudioElement => document.createElement('audio');
  const output = new HtmlAudioOutput(
    document.body.appendChild(createAudio()),
    new SystemClock(),
    createAudio,
  );
  const url = URL.createObjectURL(silence(600));
  return {
    load: (source) => output.load({ ...source, url }),
    preload: () => undefined,
    play: async () => output.play(),
    pause: () => output.pause(),
    seek: (to) => output.seek(to),
    setSpeed: (speed) => output.setSpeed(speed),
    canSetVolume: output.canSetVolume,
    otherDevices: output.otherDevices,
    setVolume: (volume) => output.setVolume(volume),
    unload: () => output.unload(),
    position: () => output.position(),
    events: output.events,
  };
}
