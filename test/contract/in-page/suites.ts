import { HtmlAudioOutput } from '../../../src/adapters/html-audio/html-audio-output.ts';
import { IndexedDbStore } from '../../../src/adapters/indexed-db/indexed-db-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { SystemClock } from '../../../src/adapters/browser/browser-platform.ts';
import { milliseconds, seconds } from '../../../src/domain/time.ts';
import type { AudioOutput } from '../../../src/ports/audio-output.ts';
import { describeAudioOutput, type AudioOutputFixture } from '../playback/audio-output.ts';
import { describeKeyValueStore } from '../platform/key-value-store.ts';
import { OriginFiles } from '../../../src/adapters/origin-files/origin-files.ts';
import { folderOf, namesOf } from '../../../src/adapters/origin-files/file-store.ts';
// oxlint-disable-next-line import/default -- Vite makes the export
import SmallDiskWorker from './small-disk-worker.ts?worker&inline';
import type { FileId } from '../../../src/ports/downloads.ts';
import { describeDownloadFiles } from '../playback/download-files.ts';
import { contentOf } from './file-content.ts';
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

let runs = 0;

describeDownloadFiles('OriginFiles', async () => {
  runs += 1;
  const run = `${runs}`;
  const root = await navigator.storage.getDirectory();
  await root.removeEntry('downloads', { recursive: true }).catch(() => undefined);
  let isBlocked = false;
  let room = Number.POSITIVE_INFINITY;
  const storage = {
    getDirectory: async () => {
      if (isBlocked) throw new DOMException('site data is blocked', 'SecurityError');
      return navigator.storage.getDirectory();
    },
    estimate: async () => navigator.storage.estimate(),
    persist: async () => navigator.storage.persist(),
    persisted: async () => navigator.storage.persisted(),
  };
  const inTab = (): OriginFiles =>
    new OriginFiles({
      storage,
      locks: navigator.locks,
      channel: new BroadcastChannel(`downloads-${run}`),
      createWorker: () => new SmallDiskWorker({ name: `${room}` }),
      resolve: (address) => address,
      createAddress: (data) => URL.createObjectURL(data),
      revokeAddress: (address) => URL.revokeObjectURL(address),
    });
  const dataOf = async (file: FileId) => {
    const folder = await folderOf(navigator.storage, file.listener, false);
    const { data } = await namesOf(file);
    return { folder, data };
  };
  return {
    files: inTab(),
    elsewhere: inTab(),
    address: ({ bytes, tag, cutAt, stallsAt, status }) => {
      // The test of the browser may name another origin.
      const origin: unknown = Reflect.get(globalThis, 'mediaOrigin');
      const address = new URL('/file', typeof origin === 'string' ? origin : window.location.href);
      for (const [name, value] of Object.entries({ run, bytes, tag, cutAt, stallsAt, status }))
        if (value !== undefined) address.searchParams.set(name, String(value));
      return address.href;
    },
    starts: async () => (await fetch(`/starts?run=${run}`)).json() as Promise<readonly number[]>,
    read: async (address) => {
      const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
      const tag = ['one', 'two', 'large'].find((each) => {
        const expected = contentOf(each, 0, bytes.length);
        return bytes.every((byte, at) => byte === expected[at]);
      });
      return { tag: tag ?? 'no file that was served', bytes: bytes.length };
    },
    fill: async () => {
      room = 900_000;
    },
    evict: async (file) => {
      const { folder, data } = await dataOf(file);
      await folder.removeEntry(data);
    },
    refuseReads: async (file) => {
      const { data } = await dataOf(file);
      const prototype = FileSystemFileHandle.prototype;
      const original = Reflect.get(prototype, 'getFile');
      const refusing = async function (this: FileSystemFileHandle): Promise<File> {
        if (this.name === data) throw new DOMException('cannot be read', 'NotReadableError');
        return original.call(this);
      };
      Reflect.set(prototype, 'getFile', refusing);
      return () => Reflect.set(prototype, 'getFile', original);
    },
    cutShort: async (file) => {
      const { folder, data } = await dataOf(file);
      const handle = await folder.getFileHandle(data);
      const { size } = await handle.getFile();
      const writable = await handle.createWritable({ keepExistingData: true });
      await writable.truncate(size - 1);
      await writable.close();
    },
    block: () => {
      isBlocked = true;
    },
  };
});

Object.assign(globalThis, { contracts: gathered, openStore: async () => openStore('kept') });
