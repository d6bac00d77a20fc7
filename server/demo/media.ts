import type { Media, MediaOptions } from '../source.ts';
import { limitMedia } from '../http/rate-limit.ts';
import {
  allowEmbedding,
  respondToMediaPreflights,
  sendUnknown,
  listenerOrRefusal,
  type Lookup,
  sendMedium,
  sourceOf,
  type Verify,
} from '../media/request.ts';
import { coverRoutes } from './pictures/pictures.ts';
import type { FastifyPluginAsync } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AudioSource } from '../media/source.ts';
import { hashOf } from './catalogue/random.ts';

/** Increased when a recording changes, so that no reader mixes two versions. */
const VERSION = 2;

/**
 * MPEG-2 Layer III at 24 kHz, mono, 48 kbit/s: every frame has exactly 144 bytes and lasts 24 ms, without padding and
 * without a header frame. So the size of a track, and the byte of each second, is known.
 */
const FRAME_BYTES = 144;
const FRAMES_PER_SECOND = 1000 / 24;

/** Pieces of music of 24 seconds, which start and end in silence, and of which no frame needs an earlier piece. */
const PIECES = [1, 2, 3, 4, 5, 6].map((number) =>
  readFileSync(new URL(`./recordings/${number}.mp3`, import.meta.url)),
);

/** A track repeats its piece. The chapters of a title follow each other with different pieces. */
const pieceOf = ({ id, chapter }: AudioSource): Buffer =>
  PIECES[(hashOf(id) + (chapter ?? 0)) % PIECES.length] ?? Buffer.alloc(FRAME_BYTES);

/** The bytes of a track from `from` up to `to`, without `to`. */
function* bytesOf(source: AudioSource, from: number, to: number): Generator<Buffer, void, undefined> {
  const piece = pieceOf(source);
  for (let at = from; at < to;) {
    const start = at % piece.length;
    const bytes = piece.subarray(start, start + to - at);
    yield bytes;
    at += bytes.length;
  }
}

/** In bytes. */
const sizeOf = ({ duration }: AudioSource): number =>
  Math.max(1, Math.ceil((duration ?? 0) * FRAMES_PER_SECOND)) * FRAME_BYTES;

const tagOf = ({ id, chapter, duration }: AudioSource): string => {
  const content = createHash('sha256').update(JSON.stringify([id, chapter, duration, VERSION]));
  return `"${content.digest('hex').slice(0, 32)}"`;
};

interface RouteOptions {
  readonly lookup: Lookup;
  readonly verify: Verify;
}

/** `/media/audio/*`: the sound of every title and chapter. */
function audioRoutes({ lookup, verify }: RouteOptions): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/audio/:file(^.+\\.mp3$)',
      handler: async (request, reply) => {
        if (listenerOrRefusal(request, reply, verify) === null) return reply;
        const source = await sourceOf(request, 'audio', lookup);
        if (source === null) return sendUnknown(reply);
        return sendMedium(request, reply, {
          size: sizeOf(source),
          type: 'audio/mpeg',
          tag: tagOf(source),
          read: (from, to) => bytesOf(source, from, to),
        });
      },
    });
  };
}

const NOTES = readFileSync(new URL('./recordings/notes.pdf', import.meta.url));

/** `/media/pdf/*`: companion notes, the same for every title. */
function pdfRoutes({ lookup, verify }: RouteOptions): FastifyPluginAsync {
  return async (app) => {
    app.get('/media/pdf/:file', async (request, reply) => {
      if (listenerOrRefusal(request, reply, verify) === null) return reply;
      const source = await sourceOf(request, 'pdf', lookup);
      if (source === null) return sendUnknown(reply);
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${source.id}.pdf"`)
        .send(NOTES);
    });
  };
}

type DemoMediaOptions = Pick<MediaOptions, 'lookup' | 'verify' | 'requestCounts' | 'requestsPerSecond'>;

/** The media of the invented catalogue: recordings, pictures and notes of the repository. */
export function createMedia({ lookup, verify, requestCounts, requestsPerSecond }: DemoMediaOptions): Media {
  return {
    routes: async (app) => {
      app.addHook('onRequest', allowEmbedding);
      respondToMediaPreflights(app);
      limitMedia(app, requestCounts, requestsPerSecond);
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
