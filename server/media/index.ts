import path from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { Lookup, Verify } from './address.ts';
import { AudioLibrary } from './audio/audio-library.ts';
import { audioRoutes } from './audio/routes.ts';
import { coverRoutes } from './covers/routes.ts';
import { allowEmbedding } from './headers.ts';
import { pdfRoutes } from './notes/routes.ts';

/** A quarter of a GiB holds about twelve hours of sound. */
const CACHE_LIMIT = 256 * 1024 * 1024;

export interface Media {
  /** Serves `/media/audio/*` and `/media/pdf/*` to signed addresses, and `/media/covers/*` to all. */
  readonly routes: FastifyPluginAsync;
  /** Stops the threads that make sound; what is being streamed breaks off. */
  close(): Promise<void>;
}

export interface MediaOptions {
  /** Where finished sound is kept; made where it is missing. */
  readonly cacheDir: string;
  /** Finds what a path names, such as `/media/audio/the-tide-library-3.mp3`; null answers 404. */
  readonly lookup: Lookup;
  /** Judges a whole address with its token; anything but `ok` answers 403. */
  readonly verify: Verify;
  /** How many bytes the cache may take on disk. */
  readonly cacheLimit?: number;
}

/**
 * The media of the catalogue, none of which exists before somebody asks for it: sound is composed and encoded while
 * it is streamed, covers and PDFs are drawn.
 *
 * Registering the routes fails when the cache's directory can't be used.
 */
export function createMedia(options: MediaOptions): Media {
  const { cacheDir, lookup, verify, cacheLimit = CACHE_LIMIT } = options;
  const library = new AudioLibrary(path.join(cacheDir, 'audio'), cacheLimit);
  return {
    routes: async (app) => {
      await library.ready();
      app.addHook('onRequest', allowEmbedding);
      await app.register(audioRoutes({ library, lookup, verify }));
      await app.register(pdfRoutes({ lookup, verify }));
      await app.register(coverRoutes({ lookup, onFirstCover: () => library.warmUpSoon() }));
    },
    async close() {
      await library.close();
    },
  };
}
