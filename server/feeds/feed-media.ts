import { createHash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { askedPicture, findCover, sendCover } from '../library/media/covers.ts';
import { PictureMaker } from '../library/media/picture-maker.ts';
import { Renewal } from '../library/media/routes.ts';
import type { Format } from '../library/read/pictures.ts';
import type { OwnTables } from '../library/tables.ts';
import { allowEmbedding, refuseAddress, sourceOf } from '../media/request.ts';
import type { Media, MediaOptions, ReadSizes } from '../source.ts';
import type { MadeMedia } from '../store/made-media.ts';
import { withCredentials } from './credentials.ts';
import { fetchDocument } from './fetch/fetch-document.ts';
import { PublicAddresses } from './fetch/request.ts';
import { pictureOf, saveSoundLength, soundOfEpisode, soundsOfEpisodes } from './episodes.ts';
import { pinKey } from './pins.ts';
import { type RequestedSound, passSound, typeByEnding } from './sounds.ts';
import type { FeedTables, FeedsDatabase } from './tables.ts';
import { parseMediaPath } from '../media/media-path.ts';

/** The pictures of podcasts in the asked sizes. Each is fetched and made once, and stored. */
class FeedCovers {
  private readonly maker: PictureMaker;

  constructor(
    private readonly addresses: PublicAddresses,
    private readonly made: MadeMedia,
    clock: Clock,
  ) {
    this.maker = new PictureMaker(clock);
  }

  /** @returns null if there is no picture at the address */
  async cover(url: string, width: number, format: Format): Promise<{ bytes: Buffer; tag: string } | null> {
    const key = createHash('sha256').update(url).digest('hex').slice(0, 24);
    const name = `feed-${key}-${width}.${format}`;
    const read = async (): Promise<Uint8Array | null> => {
      const document = await fetchDocument(this.addresses, url, 'image/*', null);
      return 'bytes' in document ? document.bytes : null;
    };
    const original = { name: key, source: new URL(url).host, read };
    const bytes = await this.made.get(`covers/${name}`, () => this.maker.make(original, width, format));
    return bytes === null ? null : { bytes, tag: name };
  }
}

/** The length of the whole sound that is sent, in bytes. */
function lengthIn(reply: FastifyReply): number | null {
  const range = /\/(?<length>\d+)$/u.exec(String(reply.getHeader('content-range') ?? ''))?.groups?.['length'];
  const length = reply.statusCode === 200 ? reply.getHeader('content-length') : range;
  return length === undefined ? null : Number(length);
}

/** The ids of podcasts and episodes. Those of other titles begin with other letters. */
const OF_FEED = /^[ep][\da-f]{20}$/u;

/** Sends the media of podcasts, and leaves all others to the media of the library. */
export function withFeedMedia(media: Media, options: MediaOptions, ownNetworks: readonly string[]): Media {
  const db: FeedsDatabase = options.db.withTables<OwnTables & FeedTables>();
  const addresses = new PublicAddresses(ownNetworks);
  const covers = new FeedCovers(addresses, options.made, options.clock);
  const renewal = new Renewal(options);

  const sendSound = async (id: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const url = new URL(request.url, 'http://localhost');
    const admitted = await renewal.admit(url);
    if (typeof admitted === 'string') return refuseAddress(reply, admitted);
    if ((await sourceOf(request, 'audio', options.lookup)) === null) return undefined;
    const row = await soundOfEpisode(db, id);
    if (row === undefined) return undefined;
    void reply.header('cache-control', `private, max-age=${admitted.seconds}`);
    const sound: RequestedSound = {
      url: row.sound_url,
      credentials: row.credentials,
      key: pinKey(url.searchParams.get('listener') ?? '', url.pathname),
      expires: Number(url.searchParams.get('expires')) * 1000,
      guard: admitted.guard,
    };
    const sent = await passSound(addresses, db, sound, request, reply);
    const length = lengthIn(reply);
    if (length !== null && length !== row.sound_length) {
      // While the database can only be read, the next request saves it.
      await saveSoundLength(db, id, length).catch(() => undefined);
    }
    return sent;
  };

  const sendPicture = async (id: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const row = await pictureOf(db, id);
    const address = row?.image_url ?? null;
    const cover = await findCover(request, { ...options, db });
    if (address === null || cover === null) return undefined;
    const { format, width } = askedPicture(request);
    const source = withCredentials(address, row?.credentials ?? null);
    const found = await covers.cover(source, width, format);
    return found === null ? undefined : sendCover(request, reply, found, { format, ...cover });
  };

  /** The length of an episode is known once it was sent, because its feed often names another one. */
  const readSizes: ReadSizes = async (sounds) => {
    const own = sounds.flatMap(({ id }) => (OF_FEED.test(id) ? [id] : []));
    if (own.length === 0) return media.readSizes(sounds);
    const others = await media.readSizes(sounds.filter(({ id }) => !OF_FEED.test(id)));
    const rows = await soundsOfEpisodes(db, own);
    const known = new Map(
      rows.map(({ id, sound_length, path }) => [
        id,
        { length: sound_length ?? 0, type: typeByEnding(path ?? '') },
      ]),
    );
    const rest = others.values();
    return sounds.map(({ id }) => (OF_FEED.test(id) ? (known.get(id) ?? null) : (rest.next().value ?? null)));
  };

  const routes: FastifyPluginAsync = async (app) => {
    app.addHook('onRequest', allowEmbedding);
    app.addHook('preHandler', async (request, reply) => {
      const path = parseMediaPath(request.url.replace(/\?.*$/su, ''));
      if (path === null || !OF_FEED.test(path.id)) return undefined;
      // Without a response here, the library sends a drawn cover or 404.
      if (path.kind === 'audio') return sendSound(path.id, request, reply);
      return path.kind === 'cover' && path.of === 'item' ? sendPicture(path.id, request, reply) : undefined;
    });
    await app.register(media.routes);
  };
  return { routes, readSizes, close: () => media.close() };
}
