import { BeaconAnalytics } from '../examples/beacon/beacon-analytics.ts';
import { WebAudioOutput } from '../examples/web-audio/web-audio-output.ts';
import { SystemClock } from '../src/adapters/browser/browser-platform.ts';
import { soundingFixture } from '../test/contract/in-page/suites.ts';
import { StoredPlaybackJournal } from '../src/adapters/browser/stored-playback-journal.ts';
import { MemoryAnalytics } from '../src/adapters/memory/memory-services.ts';
import { MemoryKeyValueStore } from '../src/adapters/memory/memory-key-value-store.ts';
import { SilentAnalytics } from '../src/adapters/silent/silent-services.ts';
import { gathered } from '../test/contract/in-page/vitest.ts';
import {
  memoryAnalytics,
  memoryAudioOutput,
  memoryKeyValueStore,
  memoryPlaybackJournal,
} from '../test/contract/memory-fixtures.ts';
import { describeKeyValueStore } from '../test/contract/platform/key-value-store.ts';
import { describeAudioOutput } from '../test/contract/playback/audio-output.ts';
import { describePlaybackJournal } from '../test/contract/playback/playback-journal.ts';
import { describeAnalytics, describeQuietAnalytics } from '../test/contract/services/services.ts';

// The contract suites of the adapters that the harness can swap.

describeKeyValueStore('MemoryKeyValueStore', memoryKeyValueStore);
describePlaybackJournal('MemoryPlaybackJournal', memoryPlaybackJournal);
describePlaybackJournal('StoredPlaybackJournal', () => {
  const store = new MemoryKeyValueStore();
  return {
    journal: new StoredPlaybackJournal(store),
    reopened: () => new StoredPlaybackJournal(store),
    fill: () => {
      store.isFull = true;
    },
  };
});
describeAudioOutput('FakeAudioOutput', memoryAudioOutput);
describeQuietAnalytics('MemoryAnalytics', () => new MemoryAnalytics());
describeAnalytics('MemoryAnalytics', memoryAnalytics);
describeAudioOutput('WebAudioOutput', () => soundingFixture(webAudio()), false);
describeQuietAnalytics(
  'BeaconAnalytics',
  () => new BeaconAnalytics('https://events.invalid/', new MemoryKeyValueStore(), noBeacons()),
);
describeQuietAnalytics('SilentAnalytics', () => new SilentAnalytics());

const context = new AudioContext();
const clock = new SystemClock();
const webAudio = (): WebAudioOutput =>
  new WebAudioOutput(
    () => context,
    clock,
    async (url) => (await fetch(url)).arrayBuffer(),
  );

const noBeacons = () => ({ sendBeacon: () => true, newId: () => crypto.randomUUID() });

/** The outcome of a test: null if it passed, else why not. */
export type Outcome = { readonly name: string; readonly failure: string | null };

/** Runs the contract suites of an adapter, one test after the other. `ended` is called after each. */
export async function runSuites(adapter: string, ended: (outcome: Outcome) => void): Promise<void> {
  for (const [name, run] of gathered) {
    if (!name.startsWith(`${adapter} `)) continue;
    try {
      await run();
      ended({ name, failure: null });
    } catch (error) {
      ended({ name, failure: error instanceof Error ? error.message : String(error) });
    }
  }
}
