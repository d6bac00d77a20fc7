import { resolve } from 'node:path';
import { databasePart } from './db.ts';
import { type Given, UsageError } from '../given.ts';
import type { Database } from '../members/tables.ts';
import { part, type ProviderOptions } from './part.ts';
import { readStoreAddress, type StoreAddress } from '../store/s3-store.ts';
import { FileStore } from '../store/file-store.ts';
import { LocalCopies } from '../store/local-copies.ts';
import { MadeMedia, madeMediaMigrations, type MadeMediaTables } from '../store/made-media.ts';
import { type MediaStore, StoreUnavailableError } from '../store/media-store.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /** Where uploads, PDFs and made media of a library are. By default in the data folder. */
    readonly mediaStore?: StoreAddress | undefined;
    /** The most bytes of made media; 4 GB by default. */
    readonly mostMadeBytes?: number | undefined;
  }
}

/** The folder of the uploads in the store. */
export const UPLOADS = 'uploads';
const ABORT_MS = 5_000;

/** Where files are: in the data folder, or in a store that several processes share. */
export const storePart = part({
  variables: {
    MEDIA_STORE: `is where the uploads, PDFs and made media of a library are: "file:" (the data folder, the default), or
  s3://bucket/prefix?endpoint=https://store.example&region=eu-central-1. The keys are in AWS_ACCESS_KEY_ID and
  AWS_SECRET_ACCESS_KEY.`,
  },
  migrations: { store: madeMediaMigrations },

  read: (given) => ({ mediaStore: readMediaStore(given) }),

  async open(setup) {
    const { options, log } = setup;
    const store = await openStore(options, log);
    setup.onEnd({ close: () => store.close(), abort: () => store.close(), abortMs: ABORT_MS });
    const copies = new LocalCopies(store, resolve(options.dataDir, 'media', 'copies'));
    setup.onEnd({ close: () => copies.close() });
    const { db, background, clock } = await databasePart.in(setup);
    const madeIn = (rows: Database): MadeMedia =>
      new MadeMedia({
        db: rows.withTables<MadeMediaTables>(),
        store,
        clock,
        log,
        mostBytes: options.mostMadeBytes,
      });
    return {
      store,
      copies,
      /** Null if uploads are in the store, and not in a folder of this machine. */
      uploads: options.mediaStore === undefined ? resolve(options.dataDir, 'uploads') : null,
      /** Files that are made of others, for requests and for work in the background. */
      made: { requests: madeIn(db), background: madeIn(background) },
    };
  },
});

/**
 * Opens the store of the media, and tries it.
 *
 * @throws {StoreUnavailableError} if only the operator can help: a wrong key, or no such bucket
 */
async function openStore(
  { mediaStore, dataDir }: ProviderOptions,
  log: (line: string) => void,
): Promise<MediaStore> {
  if (mediaStore === undefined) return new FileStore(resolve(dataDir));
  // The client is large, so only those who need it load it.
  const { S3Store } = await import('../store/s3-store.ts');
  const store = new S3Store(mediaStore);
  try {
    for await (const _ of store.list(`${UPLOADS}/`)) break;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    if (error.problem === 'refused' || error.problem === 'missing') {
      store.close();
      throw error;
    }
    log(`media: ${error.sentence}`);
  }
  return store;
}

function readMediaStore(given: Given): StoreAddress | undefined {
  const text = given.variable('MEDIA_STORE') ?? 'file:';
  if (text === 'file:') return undefined;
  const address = readStoreAddress(text);
  if (address === null) {
    throw new UsageError(
      // The value may contain a key by mistake, so it is not repeated.
      'MEDIA_STORE is file: or an address such as s3://bucket/prefix?endpoint=https://store.example&region=eu-central-1. ' +
        'Keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  if (!given.has('library')) {
    throw new UsageError(
      'MEDIA_STORE belongs to --library. The demonstration makes its media itself, so leave MEDIA_STORE out.',
    );
  }
  return address;
}
