import { resolve } from 'node:path';
import { apiPart } from './api.ts';
import { databasePart } from './db.ts';
import { Feeds } from '../feeds/feeds.ts';
import type { FeedTables } from '../feeds/tables.ts';
import { httpPart } from './http.ts';
import { libraryPart } from './library.ts';
import { ReadThreads } from '../library/read/read-threads.ts';
import type { OwnTables } from '../library/tables.ts';
import { mailPart } from './mail.ts';
import { part } from './part.ts';
import { poolPart } from './pool.ts';
import { type ClaimedKeyTables, ClaimedKeys } from '../store/media-store.ts';
import { UPLOADS, storePart } from './store.ts';
import { moveFile, storeFile } from '../studio/uploads.ts';
import { prepareStudio, studioApi } from '../studio/studio-api.ts';

/** The API of the studio, if the provider serves a library. */
export const studioPart = part({
  async open(setup) {
    const { options, server } = setup;
    const library = await libraryPart.in(setup);
    if (library === null) return;
    const { db, clock } = await databasePart.in(setup);
    await prepareStudio(db.withTables<OwnTables & FeedTables>());
    const { origins } = await httpPart.in(setup);
    const { store, uploads } = await storePart.in(setup);
    const claims = new ClaimedKeys(db.withTables<ClaimedKeyTables>(), clock);
    const threads = new ReadThreads(1);
    server.addHook('onClose', () => threads.close());
    const studio = {
      feeds: new Feeds(db, clock, options.feedNetworks ?? []),
      folders: library.folders,
      importAll: library.importAll,
      members: (await poolPart.in(setup)).pool,
      invitations: (await mailPart.in(setup)).invitations,
      store,
      parts: resolve(options.dataDir, 'upload-parts'),
      async readTranscript(bytes: Uint8Array, type: string, seconds: number) {
        const read = await threads.transcript(bytes, type, seconds);
        return 'refused' in read
          ? { cues: [], isTimed: false, problems: [read.refused], language: null }
          : read;
      },
      async moveUpload(file: string, path: string) {
        if (uploads !== null) return moveFile(file, uploads, path);
        await storeFile(file, store, claims, UPLOADS, path);
        library.uploadsChanged();
      },
    };
    const context = await apiPart.in(setup);
    await server.register(studioApi(context, studio, origins, options.requestsPerSecond), {
      prefix: '/api/studio',
    });
  },
});
