import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { databasePart } from './db.ts';
import { Feeds } from '../feeds/feeds.ts';
import { withFeedMedia } from '../feeds/feed-media.ts';
import { feedMigrations } from '../feeds/tables.ts';
import { renewWords } from '../catalogue/renew-words.ts';
import { repeat } from '../repeat.ts';
import { refreshFeeds } from '../feeds/refresh.ts';
import { type Given, UsageError } from '../given.ts';
import { diskFolder, type FolderAt, StoreFolder } from '../library/folders/folders.ts';
import { mediaPart } from './media.ts';
import { part } from './part.ts';
import { storePart, UPLOADS } from './store.ts';
import { Library } from '../library/library.ts';
import { libraryMigrations } from '../library/tables.ts';
import { type FolderWork, type ImportedFolder, serveFolders } from '../library/serve-folders.ts';
import { createMedia } from '../library/media/create-media.ts';

declare module './part.ts' {
  interface ProviderOptions {
    /**
     * Absolute paths of folders with audio files. If given, the provider serves these files, and nothing of the
     * demonstration.
     */
    readonly library?: readonly string[] | undefined;
    /** Networks that podcasts may come from although they are not public, such as `192.168.0.0/16`. */
    readonly feedNetworks?: readonly string[] | undefined;
  }
}

/** Milliseconds. The database may be away, or the process that does it may end. */
const WORDS_AGAIN_MS = 10 * 60_000;

/** The audio of the operator: folders, uploads and podcasts. Null for the demonstration. */
export const libraryPart = part({
  flags: {
    library: {
      type: 'string',
      multiple: true,
      usage: '--library DIR   serve the audio in this folder, and nothing of the demonstration (repeatable)',
    },
  },
  variables: {
    FEED_NETWORKS:
      'names networks of your own that podcasts may come from, such as "192.168.0.0/16 10.1.2.3".',
  },
  migrations: { library: libraryMigrations, feeds: feedMigrations },

  read: (given) => ({ library: readFolders(given), feedNetworks: given.networks('FEED_NETWORKS') }),

  async open(setup) {
    const { options, log } = setup;
    const { library: named, feedNetworks = [] } = options;
    if (named === undefined) return null;
    const { store, copies, uploads: uploadFolder, made } = await storePart.in(setup);
    const { background: db, clock } = await databasePart.in(setup);
    const stored = new StoreFolder(store, copies, UPLOADS);
    const folderAt: FolderAt = (name) => (name === stored.name ? stored : diskFolder(name));
    const uploads = uploadFolder ?? stored.name;
    // An upload folder inside a named folder is imported with that one.
    const isInside = named.some((folder) => uploads.startsWith(`${folder}/`));
    const folders: readonly ImportedFolder[] = [
      ...named.map((path) => ({ path, kind: 'library' }) as const),
      ...(isInside ? [] : [{ path: uploads, kind: 'uploads' } as const]),
    ];
    const paths = folders.map(({ path }) => path);
    if (uploadFolder !== null) await mkdir(uploadFolder, { recursive: true });
    await hideOtherFolders(new Library(db, clock), paths, log);
    const media = await mediaPart.in(setup);
    await media.serve((given) => withFeedMedia(createMedia(given, store, folderAt), given, feedNetworks));
    let work: FolderWork | null = null;
    setup.onListening(() => {
      work = serveFolders(paths.map(folderAt), new Library(db, clock, folderAt, made.background), log);
      return work;
    });
    setup.onListening(() =>
      repeat(
        WORDS_AGAIN_MS,
        (signal) => renewWords(db, signal),
        (message) => log(`library: ${message}`),
      ),
    );
    setup.onListening(() => refreshFeeds(new Feeds(db, clock, feedNetworks), { db, clock, log }));
    return {
      folders,
      /** Imports all folders as soon as no other import runs. */
      importAll: () => work?.importAll(),
      /** Tells that a file was uploaded, for uploads that no disk tells of. */
      uploadsChanged: () => work?.changed(uploads),
    };
  },
});

/**
 * Makes the folders of `--library` absolute, and checks them. npm changes the working folder, so a relative path
 * counts from the folder in which the command was typed.
 */
function readFolders(given: Given): readonly string[] | undefined {
  const typed = given.texts('library');
  if (typed === undefined) return undefined;
  const typedIn = given.variable('INIT_CWD') ?? '.';
  const folders = [...new Set(typed.map((folder) => resolve(typedIn, folder)))];
  if (given.has('reset') || given.has('scale')) {
    throw new UsageError('--reset and --scale belong to the demonstration. Leave them out with --library.');
  }
  const nested = folders.find((folder) => folders.some((other) => folder.startsWith(`${other}/`)));
  if (nested !== undefined) {
    throw new UsageError(`${nested} is inside another folder of --library. Name the outer one only.`);
  }
  return folders;
}

async function hideOtherFolders(
  library: Library,
  served: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  for (const [folder, titles] of await library.hideOtherFolders(served)) {
    log(`library: the titles of ${folder} are hidden, because this process does not serve it: ${titles}`);
  }
  await library.close();
}
