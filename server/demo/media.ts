import type { Media, MediaOptions } from '../source.ts';
import { limitMedia } from '../http/rate-limit.ts';
import { allowEmbedding, answerMediaPreflights } from '../media/request.ts';
import { coverRoutes } from './pictures/pictures.ts';
import { audioRoutes, pdfRoutes, sizeOf } from './sounds.ts';

type DemoMediaOptions = Pick<MediaOptions, 'lookup' | 'verify' | 'requestCounts' | 'requestsPerSecond'>;

/** The media of the invented catalogue: recordings, pictures and notes of the repository. */
export function createMedia({ lookup, verify, requestCounts, requestsPerSecond }: DemoMediaOptions): Media {
  return {
    routes: async (app) => {
      app.addHook('onRequest', allowEmbedding);
      answerMediaPreflights(app);
      await limitMedia(app, requestCounts, requestsPerSecond);
      await app.register(audioRoutes({ lookup, verify }));
      await app.register(pdfRoutes({ lookup, verify }));
      await app.register(coverRoutes({ lookup }));
    },
    readSizes: (sounds) =>
      Promise.resolve(sounds.map((sound) => ({ length: sizeOf(sound), type: 'audio/mpeg' }))),
    async close() {
      // Nothing runs in the background.
    },
  };
}
