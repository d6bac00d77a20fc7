import { limitMedia } from '../../http/rate-limit.ts';
import type { MediaStore } from '../../store/media-store.ts';
import type { FolderAt } from '../folders/folders.ts';
import { allowEmbedding, respondToMediaPreflights } from '../../media/request.ts';
import type { Media, MediaOptions } from '../../source.ts';
import { audioRoutes, pdfRoutes } from './routes.ts';
import { coverRoutes } from './covers.ts';
import { Pictures } from './pictures.ts';
import { Sounds } from './sounds.ts';
import type { OwnTables } from '../tables.ts';
import { ReadThreads } from '../read/read-threads.ts';
import { CoverReader } from '../cover-reader.ts';

/** Number of reading threads. While one waits for a slow disk, the other serves. */
const THREADS = 2;

export function createMedia(options: MediaOptions, store: MediaStore, folderAt: FolderAt): Media {
  const { lookup, verify, made } = options;
  const db = options.db.withTables<OwnTables>();
  const threads = new ReadThreads(THREADS);
  const sounds = new Sounds(db, threads, folderAt, made);
  const pictures = new Pictures(db, new CoverReader(threads, made), folderAt, made, options.clock);
  return {
    routes: async (app) => {
      app.addHook('onRequest', allowEmbedding);
      respondToMediaPreflights(app);
      limitMedia(app, options.requestCounts, options.requestsPerSecond);
      await app.register(audioRoutes(sounds, options));
      await app.register(coverRoutes({ pictures, db, lookup, verify }));
      await app.register(pdfRoutes({ db, store, lookup, verify }));
    },
    readSizes: (asked) => sounds.sizes(asked),
    close: () => threads.close(),
  };
}
