import { describe, expect, test } from 'vitest';
import { namesOf } from '../../../src/adapters/origin-files/file-store.ts';
import { withOpenFile } from '../../../src/adapters/origin-files/open-file.ts';
import { OriginFiles } from '../../../src/adapters/origin-files/origin-files.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import { userId } from '../../../src/domain/account/user.ts';

const FILE = { listener: userId('ada'), name: 'book_1' };
const DESCRIPTION = JSON.stringify({ name: FILE.name, type: 'audio/mpeg', length: 4, validator: null });
const DATA = 'data';

const rejected = async (name: string): Promise<never> => Promise.reject(new DOMException(name, name));

/** Files in the given folder. `error` is the name of the failure if the folder cannot be opened. */
const filesIn = (folder: unknown, error?: string): OriginFiles => {
  const handle: Record<string, unknown> = {};
  handle['getDirectoryHandle'] = async (name: string) => {
    if (name === 'downloads') return handle;
    return error === undefined ? folder : rejected(error);
  };
  const storage = { getDirectory: async () => handle };
  const dependencies = {
    storage,
    locks: { request: async () => undefined },
    channel: null,
    createAddress: () => 'blob:file',
    revokeAddress: () => undefined,
  };
  return new OriginFiles(dependencies as unknown as ConstructorParameters<typeof OriginFiles>[0]);
};

/** A folder with one file that is whole. `failing` is the part that cannot be read, with the name of its error. */
const folderWith = async (failing: Partial<Record<'data' | 'description' | 'text', string>>) => {
  const { data, description } = await namesOf(FILE);
  const file = (part: 'data' | 'description', content: string) => ({
    getFile: async () => {
      const error = failing[part];
      if (error !== undefined) return rejected(error);
      const read = new File([content], part);
      const { text } = failing;
      return text === undefined ? read : Object.assign(read, { text: async () => rejected(text) });
    },
  });
  return {
    keys: async function* () {
      yield* [data, description];
    },
    getFileHandle: async (name: string) =>
      name === data ? file('data', DATA) : file('description', DESCRIPTION),
  };
};

describe('a file of the origin', () => {
  test('opens, and is listed', async () => {
    const files = filesIn(await folderWith({}));
    expect(await files.open(FILE)).toEqual({ ok: true, value: 'blob:file' });
    expect(await files.files(FILE.listener)).toEqual([{ name: FILE.name, bytes: DATA.length }]);
  });

  test.each(['data', 'description', 'text'] as const)(
    'is missing only if the browser reports it as not found: %s (DOWN-83)',
    async (part) => {
      const missing = filesIn(await folderWith({ [part]: 'NotFoundError' }));
      expect(await missing.open(FILE)).toEqual({ ok: false, error: { kind: 'missing' } });
      expect(await missing.files(FILE.listener)).toEqual([]);
      for (const error of ['NotReadableError', 'InvalidStateError']) {
        const unreadable = filesIn(await folderWith({ [part]: error }));
        expect(await unreadable.open(FILE)).toEqual({ ok: false, error: { kind: 'unreadable' } });
        expect(await unreadable.files(FILE.listener)).toBeNull();
      }
    },
  );

  test('is missing if its folder does not exist, but not if the folder cannot be read (DOWN-83)', async () => {
    const { listener } = FILE;
    const missing = filesIn(null, 'NotFoundError');
    expect(await missing.open(FILE)).toEqual({ ok: false, error: { kind: 'missing' } });
    expect(await missing.files(listener)).toEqual([]);
    const unreadable = filesIn(null, 'UnknownError');
    expect(await unreadable.open(FILE)).toEqual({ ok: false, error: { kind: 'unreadable' } });
    expect(await unreadable.files(listener)).toBeNull();
  });
});

/** An origin with two files in memory. `faults` replaces methods of their handles, by the end of the file's name. */
const openableStorage = (faults: Readonly<Record<string, object>> = {}) => {
  const stored = new Map<string, number[]>();
  const handleOf = (name: string) => ({
    getFile: async () => new File([Uint8Array.from(stored.get(name) ?? [])], name),
    createSyncAccessHandle: async () => ({
      read: (into: Uint8Array) => {
        into.set(stored.get(name) ?? []);
        return into.length;
      },
      write: (bytes: Uint8Array, { at }: { readonly at: number }) => {
        stored.set(name, [...(stored.get(name) ?? []).slice(0, at), ...bytes]);
        return bytes.length;
      },
      truncate: (size: number) => stored.set(name, (stored.get(name) ?? []).slice(0, size)),
      getSize: () => stored.get(name)?.length ?? 0,
      flush: () => undefined,
      close: () => undefined,
      ...faults[name.replace(/^.*\./, '')],
    }),
  });
  const root = {
    getDirectoryHandle: async () => root,
    removeEntry: async (name: string) => stored.delete(name),
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (create && !stored.has(name)) stored.set(name, []);
      return stored.has(name) ? handleOf(name) : rejected('NotFoundError');
    },
  };
  const storage = { getDirectory: async () => root };
  return { stored, storage: storage as unknown as Parameters<typeof withOpenFile>[0] };
};

/** Stores four bytes. */
const store = async (storage: Parameters<typeof withOpenFile>[0]) =>
  withOpenFile(storage, FILE, async (file) => {
    if (file.description()?.length === 4 && file.size() === 4) return ok({ bytes: 4 });
    file.truncate(0);
    file.describe({ name: FILE.name, type: 'audio/mpeg', length: 4, validator: null });
    file.write(Uint8Array.of(1, 2, 3, 4), 0);
    return ok({ bytes: 4 });
  });

describe('an open file', () => {
  const NONSENSE = 4_294_967_288;

  test('is whole if the browser reads back as much as was written, also at the next attempt', async () => {
    const { storage } = openableStorage();
    expect(await store(storage)).toEqual(ok({ bytes: 4 }));
    expect(await store(storage)).toEqual(ok({ bytes: 4 }));
  });

  test('is removed if the browser reads back less (DOWN-89)', async () => {
    const { storage, stored } = openableStorage({ data: { write: () => 4 } });
    expect(await store(storage)).toEqual({ ok: false, error: { kind: 'full' } });
    expect(stored.size).toBe(0);
  });

  test.each([NONSENSE, 1, Number.NaN])(
    'cannot be described on a disk that is full: %d bytes were written (DOWN-89)',
    async (written) => {
      const { storage } = openableStorage({ json: { write: () => written } });
      await expect(store(storage)).rejects.toMatchObject({ name: 'QuotaExceededError' });
    },
  );

  test.each([{ getSize: () => NONSENSE }, { getSize: () => Number.NaN }, { read: () => NONSENSE }])(
    'has no description if the browser does not read it back (DOWN-89)',
    async (fault) => {
      const { storage, stored } = openableStorage();
      await store(storage);
      const faulty = openableStorage({ json: fault });
      for (const [name, bytes] of stored) faulty.stored.set(name, bytes);
      const description = await withOpenFile(faulty.storage, FILE, async (file) => {
        expect(file.description()).toBeNull();
        return failed({ kind: 'unreachable' });
      });
      expect(description).toEqual(failed({ kind: 'unreachable' }));
    },
  );
});

/** Files in a browser that has only these features. */
const filesWith = (features: {
  readonly storage?: Readonly<Record<string, unknown>>;
  readonly hasLocks?: boolean;
}): OriginFiles => {
  const { storage = null, hasLocks = true } = features;
  const dependencies = {
    storage,
    locks: hasLocks ? { request: async () => undefined } : null,
    channel: null,
    resolve: (address: string) => address,
    createWorker: () => expect.fail('Nothing is transferred.'),
    createAddress: () => 'blob:file',
    revokeAddress: () => undefined,
  };
  return new OriginFiles(dependencies as unknown as ConstructorParameters<typeof OriginFiles>[0]);
};

const folder = { getDirectoryHandle: async () => rejected('NotFoundError') };
const getDirectory = async () => folder;

describe('a browser without a store for files (DOWN-18)', () => {
  const browsers: readonly (readonly [string, Parameters<typeof filesWith>[0]])[] = [
    ['storage, as outside a secure context', {}],
    ['a file system of the origin', { storage: { estimate: async () => ({ usage: 1, quota: 2 }) } }],
    [
      'access to it, as in a private window',
      { storage: { getDirectory: async () => rejected('SecurityError') } },
    ],
    ['Web Locks', { storage: { getDirectory }, hasLocks: false }],
  ];
  test.each(browsers)('says so, and everything else works: without %s', async (_, features) => {
    const files = filesWith(features);
    expect(await files.isSupported()).toBe(false);
    expect(await files.transfer(FILE, 'https://media.invalid/a.mp3')).toEqual({
      ok: false,
      error: { kind: 'blocked' },
    });
    expect(await files.open(FILE)).toEqual({ ok: false, error: { kind: 'missing' } });
    await files.delete(FILE);
    await files.deleteUnused(FILE.listener, () => false);
    await files.deleteAllOf(FILE.listener);
  });
});

describe('a browser that does not say how much room there is, or that keeps nothing for long', () => {
  test('stores files, and says nothing about the room (Safari 16)', async () => {
    const files = filesWith({ storage: { getDirectory } });
    expect(await files.isSupported()).toBe(true);
    expect(await files.space()).toBeNull();
  });

  test('promises nothing', async () => {
    const refuses = {
      persist: async () => rejected('TypeError'),
      persisted: async () => rejected('TypeError'),
    };
    for (const storage of [{ getDirectory }, { getDirectory, ...refuses }]) {
      const files = filesWith({ storage });
      expect(await files.isPersistent()).toBe(false);
      expect(await files.persist()).toBe(false);
    }
  });
});
