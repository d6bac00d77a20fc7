import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readStoreAddress, S3Store } from '../../store/s3-store.ts';
import { FileStore } from '../../store/file-store.ts';
import { type MediaStore, StoreUnavailableError } from '../../store/media-store.ts';
import { temporaryFolder } from '../support/provider.ts';
import { BUCKET, KEY, S3Server } from './s3-server.ts';
import { STORE_SUITE } from './store-suite.ts';

let server: S3Server;

beforeAll(async () => {
  server = await S3Server.start();
  return () => server.stop();
});

/** A store of the server. Each has a prefix of its own. */
function s3(
  prefix: string = randomUUID(),
  bucket?: string,
  key: Readonly<Record<string, string>> = KEY,
): S3Store {
  for (const [name, value] of Object.entries(key)) vi.stubEnv(name, value);
  const address = readStoreAddress(server.addressOf(prefix, bucket));
  if (address === null) throw new Error('The address cannot be read.');
  return new S3Store(address, 2);
}

const file = (): FileStore => new FileStore(temporaryFolder());

describe.each<[string, () => MediaStore]>([
  ['a folder', file],
  ['a bucket', s3],
])('%s', (_, make) => {
  test.each(STORE_SUITE)('%s', async (_name, check) => {
    const store = make();
    await check(store);
    store.close();
  });
});

/** A folder with a method replaced. */
const defective = (change: (store: MediaStore) => Partial<MediaStore>) => (): MediaStore => {
  const store = file();
  const changed = change(store);
  return new Proxy<MediaStore>(store, {
    get: (target, name) => {
      const found: unknown = Reflect.get(Reflect.has(changed, name) ? changed : target, name);
      return typeof found === 'function'
        ? (...given: unknown[]): unknown => Reflect.apply(found, target, given)
        : found;
    },
  });
};

describe('the suite reports a store', () => {
  test.each<[string, string, () => MediaStore]>([
    [
      'that ignores ranges',
      'returns the bytes of a range',
      defective((store) => ({ read: (key, _range, tag) => store.read(key, undefined, tag) })),
    ],
    [
      'that sends one byte too many',
      'returns the bytes of a range',
      defective((store) => ({
        read: (key, range, tag) => store.read(key, range && { from: range.from, to: range.to + 1 }, tag),
      })),
    ],
    [
      'that ignores tags',
      'changes the tag with the bytes',
      defective((store) => ({ read: (key, range) => store.read(key, range) })),
    ],
    [
      'whose tag is the size',
      'changes the tag with the bytes',
      defective((store) => ({
        put: async (key, body) => {
          const stored = await store.put(key, body);
          return { ...stored, tag: String(stored.size) };
        },
      })),
    ],
    [
      'that replaces what it should create',
      'creates an object once',
      defective((store) => ({ create: (key, body) => store.put(key, body) })),
    ],
    [
      'that keeps the half of a body',
      'keeps the old object if the new body fails',
      defective((store) => ({
        put: async (key, body) => {
          const chunks: unknown[] = [];
          try {
            for await (const chunk of body) chunks.push(chunk);
          } catch (error) {
            await store.put(key, Readable.from(chunks));
            throw error;
          }
          return store.put(key, Readable.from(chunks));
        },
      })),
    ],
    ['that deletes nothing', 'deletes an object', defective(() => ({ delete: async () => undefined }))],
    [
      'that lists one page',
      'lists all objects of a prefix, and no others',
      defective((store) => ({
        async *list(prefix) {
          let count = 0;
          for await (const each of store.list(prefix)) if (++count <= 2) yield each;
        },
      })),
    ],
    [
      'that lists the neighbours',
      'lists all objects of a prefix, and no others',
      defective((store) => ({ list: (prefix) => store.list(prefix.replace(/\/$/u, '')) })),
    ],
    [
      'whose list has other tags',
      'gives the same tag and date when it lists',
      defective((store) => ({
        async *list(prefix) {
          for await (const each of store.list(prefix)) yield { ...each, tag: `${each.tag}-1` };
        },
      })),
    ],
  ])('%s', async (_, name, make) => {
    const failures: string[] = [];
    for (const [each, check] of STORE_SUITE) await check(make()).catch(() => failures.push(each));
    expect(failures).toContain(name);
  });
});

/** Why a call failed. */
const problemOf = async (action: Promise<unknown>): Promise<unknown> =>
  action.then(
    () => null,
    (error: unknown) => (error instanceof StoreUnavailableError ? [error.problem, error.sentence] : error),
  );

describe('a bucket that cannot be used is named with the reason:', () => {
  const list = async (store: MediaStore): Promise<void> => {
    for await (const _ of store.list('')) return;
  };

  test('a wrong key', async () => {
    const store = s3('', BUCKET, { ...KEY, AWS_ACCESS_KEY_ID: 'UNKNOWN' });
    expect(await problemOf(list(store))).toEqual([
      'refused',
      expect.stringContaining('does not accept the key'),
    ]);
  });

  test('no such bucket', async () => {
    expect(await problemOf(list(s3('', 'other-bucket')))).toEqual([
      'missing',
      'there is no bucket other-bucket',
    ]);
  });

  test('nobody at the address', async () => {
    await server.stop();
    const problem = await problemOf(s3('').stat('a'));
    await server.resume();
    expect(problem).toEqual(['unreachable', expect.stringContaining('ECONNREFUSED')]);
  });

  test('connections that are cut off', async () => {
    server.behaviour = 'cuts';
    const problem = await problemOf(s3('').stat('a'));
    server.behaviour = 'answers';
    expect(problem).toEqual(['unreachable', expect.stringContaining('cannot be reached')]);
  });

  test('no response, within five seconds', async () => {
    server.behaviour = 'hangs';
    const started = performance.now();
    const problem = await problemOf(s3('').stat('a'));
    server.behaviour = 'answers';
    expect(problem).toEqual(['slow', `s3://${BUCKET} does not respond in time`]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('the end of the process, although the store does not respond', async () => {
    const store = s3('closed');
    server.behaviour = 'hangs';
    const calls = [
      list(store),
      store.stat('a'),
      store.put('b', Readable.from([Buffer.alloc(20_000_000)])),
      store.read('c'),
    ].map(problemOf);
    await wait(300);
    const started = performance.now();
    store.close();
    const problems = [...(await Promise.all(calls)), await problemOf(store.stat('a'))];
    server.behaviour = 'answers';
    expect(performance.now() - started).toBeLessThan(1_000);
    const ended = ['unreachable', `s3://${BUCKET}/closed is not used any more, because the process ends`];
    expect(problems).toEqual(Array.from({ length: 5 }, () => ended));
  });

  test('and the error holds neither the key nor the request', async () => {
    await server.stop();
    const error: unknown = await s3('')
      .stat('a')
      .catch((problem: unknown) => problem);
    await server.resume();
    expect(inspect(error, { depth: 10 })).not.toMatch(/authorization|signature|S3RVER/iu);
  });
});

describe('an address of a store', () => {
  test.each([
    ['s3://hark-media', { bucket: 'hark-media', prefix: '' }],
    [
      's3://hark-media/a/b/?region=eu-central-1',
      { prefix: 'a/b', region: 'eu-central-1', endpoint: undefined },
    ],
    [
      's3://hark/a%20b?endpoint=https://store.example:9000',
      { prefix: 'a b', endpoint: 'https://store.example:9000' },
    ],
  ])('%s', (text, expected) => {
    expect(readStoreAddress(text)).toMatchObject(expected);
  });

  test.each([
    's3://',
    's3://Upper_Case',
    's3://key:secret@hark',
    's3://hark/../x//y',
    's3://hark?endpoint=ftp://x',
    's3://hark?other=1',
    'https://hark',
    'hark',
  ])('is refused: %s', (text) => {
    expect(readStoreAddress(text)).toBeNull();
  });
});
