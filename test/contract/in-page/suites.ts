import { HtmlAudioOutput } from '../../../src/adapters/html-audio/html-audio-output.ts';
import { IndexedDbStore } from '../../../src/adapters/indexed-db/indexed-db-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-log.ts';
import { SystemClock } from '../../../src/adapters/browser/system-clock.ts';
import { milliseconds, seconds } from '../../../src/domain/time.ts';
import type { AudioOutput } from '../../../src/ports/audio-output.ts';
import { describeAudioOutput, type AudioOutputFixture } from '../playback/audio-output.ts';
import { describeKeyValueStore } from '../platform/key-value-store.ts';
import { silence } from './silence.ts';
import { gathered } from './vitest.ts';

// The contract suites of adapters that only a browser can run. `e2e/app/contracts.spec.ts` runs these tests in a page.

const clock = new SystemClock();
const pass = async (span: number): Promise<void> => clock.after(milliseconds(span));

const until = async (condition: () => boolean): Promise<void> => {
  const startedAt = performance.now();
  while (!condition()) {
    if (performance.now() - startedAt > 20_000) {
      throw new Error(`the condition did not become true within 20 s: ${String(condition)}`);
    }
    await pass(10);
  }
};

const openStore = async (name: string, factory = () => window.indexedDB): Promise<IndexedDbStore> =>
  IndexedDbStore.open({
    factory,
    name,
    channel: new BroadcastChannel(name),
    clock,
    log: new MemoryLog(),
    capacity: 1000,
  });

let databases = 0;

describeKeyValueStore('IndexedDbStore', async () => {
  databases += 1;
  const name = `contract-${databases}`;
  const opened: IDBDatabase[] = [];
  let isBlocked = false;
  const factory = (): IDBFactory => {
    if (isBlocked) throw new DOMException('site data is blocked', 'SecurityError');
    return watched(window.indexedDB, opened);
  };
  const open = async (): Promise<IndexedDbStore> => openStore(name, factory);
  const store = await open();
  return {
    store,
    elsewhere: await open(),
    capacity: 1000,
    settle: until,
    block: async () => {
      isBlocked = true;
      for (const database of opened) database.dispatchEvent(new Event('close'));
      await until(() => !store.set('probe', '1').ok);
    },
  };
});

/** A factory that records the databases that it opens. */
const watched = (factory: IDBFactory, opened: IDBDatabase[]): IDBFactory =>
  new Proxy(factory, {
    get: (target, property) => {
      if (property !== 'open') return Reflect.get(target, property) as unknown;
      return (name: string, version: number) => {
        const request = target.open(name, version);
        request.addEventListener('success', () => opened.push(request.result));
        return request;
      };
    },
  });

const audio = (): HTMLAudioElement => document.createElement('audio');

/** The fixture of the contract suite for an output that really sounds. */
export const soundingFixture = (output: AudioOutput): AudioOutputFixture => ({
  output,
  url: URL.createObjectURL(silence(60)),
  duration: seconds(60),
  now: () => performance.now(),
  until,
  wait: async () => pass(300),
  unplayable: () => URL.createObjectURL(new Blob(['this is no sound'], { type: 'audio/wav' })),
});

describeAudioOutput(
  'HtmlAudioOutput',
  () => soundingFixture(new HtmlAudioOutput(audio(), clock, audio)),
  false,
);

Object.assign(globalThis, { contracts: gathered, openStore: async () => openStore('kept') });
