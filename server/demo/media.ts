import path from 'node:path';
import type { Media, MediaOptions } from '../source.ts';
import { limitMedia } from '../http/rate-limit.ts';
import { allowEmbedding, answerMediaPreflights } from '../media/request.ts';
import { AudioLibrary, type QueueLimits } from './sounds/audio-library.ts';
import { audioRoutes, type StreamLimits, Streams } from './sounds/routes.ts';
import { coverRoutes } from './pictures/pictures.ts';
import { pdfRoutes } from './notes.ts';

/** A quarter of a GiB holds about twelve hours of sound. */
const CACHE_LIMIT = 256 * 1024 * 1024;

/**
 * A browser opens at most six connections to one host, and a listener has more than one device. An open stream holds a
 * phrase or two, of 150 kB each.
 */
const STREAMS: StreamLimits = { all: 256, ofOneListener: 12 };

/** A phrase takes less than half a second to make. A listener waits at most ten seconds for the first one. */
const QUEUE: QueueLimits = { all: 24, ofOneListener: 6 };

export interface MadeMediaOptions extends Omit<MediaOptions, 'db' | 'log' | 'made' | 'clock' | 'mayHear'> {
  /** The most bytes of the cache on disk. */
  readonly cacheLimit?: number;
  /** The most open streams. */
  readonly streams?: StreamLimits;
  /** The most phrases of sound that may wait to be made. */
  readonly queue?: QueueLimits;
}

/**
 * The media of the invented catalogue. Each medium is made when it is first requested: sound is composed and encoded
 * while it is streamed, and PDFs are drawn. Covers are pictures of the repository.
 *
 * Registering the routes fails if the cache folder cannot be used.
 */
export function createMedia(options: MadeMediaOptions): Media {
  const { cacheDir, lookup, verify, cacheLimit = CACHE_LIMIT } = options;
  const library = new AudioLibrary(path.join(cacheDir, 'audio'), cacheLimit, options.queue ?? QUEUE);
  const streams = new Streams(options.streams ?? STREAMS);
  return {
    routes: async (app) => {
      await library.ready();
      app.addHook('onRequest', allowEmbedding);
      answerMediaPreflights(app);
      await limitMedia(app, options.requestCounts, options.requestsPerSecond);
      await app.register(audioRoutes({ library, streams, lookup, verify }));
      await app.register(pdfRoutes({ lookup, verify }));
      await app.register(coverRoutes({ lookup, onFirstCover: () => library.startSoon() }));
    },
    async close() {
      await library.close();
    },
  };
}
