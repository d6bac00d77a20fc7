import { message } from 'audio-streaming-translations/message';
import { type Translation, translate } from 'audio-streaming-translations/translate';
import { NOTICES } from './notices.ts';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BoundedCache } from '../bounded-cache.ts';
import { transcriptsOf } from '../catalogue/transcripts.ts';
import type { Clock } from '../clock.ts';
import { errorHandler } from '../http/validation.ts';
import { translationAt } from '../languages/page-language.ts';
import { compressResponses } from '../http/compression.ts';
import { callerOf } from '../http/rate-limit.ts';
import type { RequestCounts } from '../http/request-counts.ts';
import type { MediaAddresses } from '../media/source.ts';
import { sendUnknown, holdsTag, type Lookup } from '../media/request.ts';
import { isRefused, readAccess, saveFreeListening } from '../members/entitlement.ts';
import { isSubscribed } from '../members/membership.ts';
import { readListener } from '../members/listeners.ts';
import type { ReadSizes, SoundSize } from '../source.ts';
import {
  type PrivateFeed,
  SECRET,
  type TitledFeed,
  feedOfGeneration,
  feedPath,
  feedWithSecret,
  generationOf,
  hashOf,
  saveChange,
} from './feeds.ts';
import { CHAPTERS_TYPE, type Composed, type Notice, SILENCE, chaptersIn, composeFeed } from './compose.ts';
import {
  documentsOf,
  entriesOf,
  type FeedRow,
  hasPart,
  type Hearing,
  isEmpty,
  NO_PAGE,
  type Page,
  type PageStart,
  readablePage,
  rowsIn,
} from './entries.ts';
import type { PrivateFeedDatabase } from './tables.ts';
import type { Caller, FeedUsage } from './usage.ts';

interface ServeOptions {
  readonly db: PrivateFeedDatabase;
  readonly clock: Clock;
  readonly pool: {
    isActive(sub: string): Promise<boolean>;
    getVerifiedEmail(sub: string): Promise<string | undefined>;
  };
  readonly addresses: MediaAddresses;
  readonly requestCounts: RequestCounts;
  readonly usage: FeedUsage;
  readonly lookup: Lookup;
  readonly log: (line: string) => void;
  /** Who runs the provider, with an address that everybody may know. */
  readonly owner: Composed['owner'];
  /** The language of a listener with its texts. Null: everybody. */
  readonly translationFor: (sub: string | null) => Promise<Translation>;
  /** On average, of documents and of sounds. */
  readonly requestsPerSecond: { readonly ofNetwork: number; readonly ofAccount: number };
}

const WINDOW_MS = 2_000;
const MOST_ACCOUNTS = 100_000;
const DAY_MS = 24 * 3_600_000;
/** Names the listener of a media address that was made for a feed. */
const LISTENER = 'feed:';
/** Then a sound that is being sent is decided again, once a minute (FEED-20). */
const LIFE_SECONDS = 60;

/**
 * Nobody but the app may keep or repeat a response, and no search engine may list it (FEED-2). A browser that shows it runs
 * nothing of it (FEED-15).
 */
const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

const noticeOf = (id: keyof typeof NOTICES): Notice => ({ id, ...NOTICES[id] });

/** Serves the feeds for other apps. Each request is decided by the rules of this instant (FEED-20). */
export class FeedServer {
  /** The accounts of addresses that were looked up, by the hashes of their secrets. */
  private readonly accounts = new BoundedCache<string>(MOST_ACCOUNTS);
  private readSizes: ReadSizes = async (sounds) => sounds.map(() => null);

  constructor(private readonly options: ServeOptions) {}

  /** Takes the source that knows how long sounds are. */
  useSizes(readSizes: ReadSizes): void {
    this.readSizes = readSizes;
  }

  /**
   * Whether the listener of a media address may hear it. A feed that was revoked, renewed or paused meanwhile ends its
   * downloads.
   *
   * @returns undefined if the address was not made for a feed
   */
  async mayHear(listener: string, path: string): Promise<boolean | undefined> {
    if (!listener.startsWith(LISTENER)) return undefined;
    const feed = await feedOfGeneration(this.options.db, listener.slice(LISTENER.length));
    return feed?.paused_at === null && (await this.decide(feed, path)) === 'heard';
  }

  /** Adds the routes of the feeds, and the hook for their media. Call it before any route of media. */
  async register(server: FastifyInstance): Promise<void> {
    server.addHook('onRequest', async (request, reply) => this.openMedium(request, reply));
    await server.register(async (app) => {
      app.setErrorHandler(errorHandler(this.options.log));
      compressResponses(app);
      app.addHook('onRequest', async (request, reply) => {
        reply.headers({ ...HEADERS, 'cache-control': 'private, no-cache' });
        return isReading(request) ? undefined : refuseMethod(reply);
      });
      app.all('/feeds', async (request, reply) => this.sendFeed(request, reply));
      app.all('/feeds/notice.mp3', async (_request, reply) => reply.type('audio/mpeg').send(SILENCE));
      app.all<{ Params: { readonly file: string } }>('/feeds/chapters/:file', async (request, reply) =>
        this.sendChapters(request, reply, request.params.file),
      );
      app.all('/feeds/unknown', async (_request, reply) => sendUnknown(reply));
    });
  }

  /** Leads a request for a sound or a transcript below a feed to the media, with a signed address of this moment. */
  private async openMedium(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (!request.url.startsWith('/media/') || !request.url.includes(`?${SECRET}=`)) return undefined;
    const path = pathOf(request);
    reply.headers(HEADERS);
    if (!isReading(request)) return refuseMethod(reply);
    const feed = await this.admit('feed-sounds', request, reply);
    if (feed === null) return reply;
    if (!(await this.isHeard(feed, path, request, reply, request.method === 'GET'))) return reply;
    request.raw.url = this.options.addresses.sign(path, LISTENER + generationOf(feed), LIFE_SECONDS);
    if (request.method === 'GET') this.countDownload(request, reply, path);
    return undefined;
  }

  /** Sends the chapters of an episode to who may hear it (FEED-56). */
  private async sendChapters(
    request: FastifyRequest,
    reply: FastifyReply,
    file: string,
  ): Promise<FastifyReply> {
    const feed = await this.admit('feed-sounds', request, reply);
    if (feed === null) return reply;
    const id = file.replace(/\.json$/u, '');
    const item = (await documentsOf(this.options.db, [id])).get(id);
    if (!(await this.isHeard(feed, item?.url ?? '', request, reply))) return reply;
    const chapters = chaptersIn(item?.description ?? '', item?.run_time ?? 0);
    // Players in a browser read the file too.
    reply.header('access-control-allow-origin', '*');
    return reply.type(CHAPTERS_TYPE).send(JSON.stringify({ version: '1.2.0', chapters }));
  }

  /** True if a medium may be heard by a feed now. Otherwise a refusal was sent. */
  private async isHeard(
    feed: PrivateFeed,
    path: string,
    request: FastifyRequest,
    reply: FastifyReply,
    isOpened = false,
  ): Promise<boolean> {
    const isPaused = await this.options.usage.note(feed, appOfRequest(request));
    const decision = isPaused ? 'refused' : await this.decide(feed, path, isOpened);
    if (decision === 'heard') return true;
    if (decision === 'unknown') sendUnknown(reply);
    else {
      reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(translate(translationAt(request), message('This may not be heard now. The feed says why.')));
    }
    return false;
  }

  /** Counts the bytes that a connection took. */
  private countDownload(request: FastifyRequest, reply: FastifyReply, path: string): void {
    const { socket } = request.raw;
    const before = socket.bytesWritten;
    const caller = appOfRequest(request);
    reply.raw.once('close', () => {
      const sent = socket.bytesWritten - before;
      if (reply.raw.statusCode !== 200 && reply.raw.statusCode !== 206) return;
      void this.addDownload(path, caller, sent).catch(() => undefined);
    });
  }

  private async addDownload(path: string, caller: Caller, sent: number): Promise<void> {
    const sound = await this.options.lookup(path);
    if (sound?.kind !== 'audio') return;
    const [size = null] = await this.readSizes([sound]);
    const length = size?.length ?? 0;
    const duration = sound.duration ?? 0;
    const minute = length === 0 || duration <= 60 ? length : (length * 60) / duration;
    await this.options.usage.sent({ ...sound, duration }, caller, sent, minute);
  }

  /**
   * Finds the feed of a request, within the limits of its network address and its account (FEED-32). Both count before any lookup. The
   * account of an address is known after its first lookup.
   *
   * @param limit sounds have a limit of their own
   * @returns null: a refusal was sent
   */
  private async admit(
    limit: 'feeds' | 'feed-sounds',
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<TitledFeed | null> {
    const secret = secretOf(request);
    const known = this.accounts.get(hashOf(secret));
    const accountOf = (sub: string) => `${limit}-of-account ${sub}`;
    const { ofNetwork, ofAccount } = this.options.requestsPerSecond;
    if (await this.isRefused(reply, `${limit} ${callerOf(request.ip)}`, ofNetwork)) return null;
    if (known !== undefined && (await this.isRefused(reply, accountOf(known), ofAccount))) return null;
    const feed = await feedWithSecret(this.options.db, secret);
    if (feed === undefined) {
      sendUnknown(reply);
      return null;
    }
    if (feed.sub === null || known !== undefined) return feed;
    this.accounts.set(feed.secret_hash, feed.sub, 1);
    return (await this.isRefused(reply, accountOf(feed.sub), ofAccount)) ? null : feed;
  }

  /** Counts a request. Refuses it and returns true if there were too many. */
  private async isRefused(reply: FastifyReply, key: string, perSecond: number): Promise<boolean> {
    if (perSecond === Infinity) return false;
    const most = perSecond * (WINDOW_MS / 1000);
    const { number, endsIn } = await this.options.requestCounts.count(key, { most, windowMs: WINDOW_MS });
    if (number <= most) return false;
    const seconds = Math.max(1, Math.ceil(endsIn / 1000));
    reply.code(429).headers({ 'retry-after': seconds, 'cache-control': 'no-store' }).send();
    return true;
  }

  private async decide(
    feed: PrivateFeed,
    path: string,
    isOpened = false,
  ): Promise<'heard' | 'refused' | 'unknown'> {
    const { db, clock, pool, lookup } = this.options;
    const medium = await lookup(path);
    if (medium?.kind !== 'audio' && medium?.kind !== 'transcript') return 'unknown';
    if (!(await hasPart(db, feed, medium.id))) return 'unknown';
    if (feed.sub !== null && !(await pool.isActive(feed.sub))) return 'refused';
    const access = await readAccess({ db, clock, pool }, feed.sub, medium);
    if (isRefused(access)) return 'refused';
    if (isOpened && feed.sub !== null && (access === 'window' || access === 'started')) {
      await saveFreeListening(db, { sub: feed.sub, itemId: medium.id, now: clock.now() });
    }
    return 'heard';
  }

  private async sendFeed(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { db, usage } = this.options;
    const feed = await this.admit('feeds', request, reply);
    if (feed === null) return reply;
    const isPaused = await usage.note(feed, appOfRequest(request));
    const hearing = await this.hearingOf(feed);
    const start = startOf(request);
    const isFirst = start.parts === 0 && start.episodes === 0;
    const page = hearing === null || isPaused ? NO_PAGE : await readablePage(db, feed, hearing, start.parts);
    const notice = !isEmpty(page)
      ? null
      : isPaused
        ? noticeOf('paused')
        : await this.noticeFor(feed, hearing, isFirst);
    const translation = await this.options.translationFor(feed.sub);
    const tag = this.tagOf(request, feed, { page, notice, language: translation.language });
    const changedAt = isFirst ? await this.changedAt(feed, tag) : feed.changed_at;
    reply.headers({ etag: tag, 'last-modified': new Date(changedAt).toUTCString() });
    if (isUnchanged(request, tag, changedAt)) return reply.code(304).send();
    reply.type('application/rss+xml; charset=utf-8');
    const rows = rowsIn(page);
    const shown = { rows, notice, start, changedAt, translation };
    return reply.send(composeFeed(await this.composed(request, feed, shown)));
  }

  /** Who listens by a feed now. Null if the account is disabled. */
  private async hearingOf({ sub }: PrivateFeed): Promise<Hearing | null> {
    const { clock, pool } = this.options;
    const now = clock.now();
    if (sub === null) return { sub, isMember: false, now };
    if (!(await pool.isActive(sub))) return null;
    return { sub, isMember: isSubscribed(await readListener(this.options, sub), now), now };
  }

  private async noticeFor(feed: PrivateFeed, hearing: Hearing | null, isFirst: boolean): Promise<Notice> {
    if (hearing === null) return noticeOf('disabled');
    if (!isFirst) return noticeOf('gone');
    if (await hasPart(this.options.db, feed)) return noticeOf(hearing.isMember ? 'window' : 'membership');
    return noticeOf(feed.kind === 'saved' ? 'empty' : 'gone');
  }

  /** Identifies what is sent. At least once a day it is another one, because the lengths of sounds are not part of it. */
  private tagOf(
    request: FastifyRequest,
    { secret_hash, name, version }: TitledFeed,
    { page, notice, language }: { page: Page; notice: Notice | null; language: string },
  ): string {
    const day = Math.floor(this.options.clock.now() / DAY_MS);
    const whole = [request.publicOrigin, secret_hash, name, version, page, notice?.id, language, day];
    return `"${createHash('sha256').update(JSON.stringify(whole)).digest('base64url').slice(0, 27)}"`;
  }

  /** When the feed became what it is. */
  private async changedAt(feed: PrivateFeed, tag: string): Promise<number> {
    if (feed.tag === tag) return feed.changed_at;
    const changed_at = this.options.clock.now();
    await saveChange(this.options.db, feed.id, { tag, changed_at });
    return changed_at;
  }

  private async composed(
    request: FastifyRequest,
    feed: TitledFeed,
    page: {
      readonly rows: readonly FeedRow[];
      readonly notice: Notice | null;
      readonly start: PageStart;
      readonly changedAt: number;
      readonly translation: Translation;
    },
  ): Promise<Composed> {
    const { db } = this.options;
    const { rows, notice, start, changedAt, translation } = page;
    const ids = [feed.target_id ?? '', ...rows.flatMap(({ id, title_id }) => [id, title_id])];
    const documents = await documentsOf(db, ids);
    const { entries, next } = entriesOf(rows, documents, start);
    const sizes = await this.readSizes(entries.map(({ sound }) => sound));
    const texts = await transcriptsOf(db, [...new Set(entries.map(({ sound }) => sound.id))]);
    const origin = request.publicOrigin;
    const address = origin + feedPath(secretOf(request));
    const unknown: SoundSize = { length: 0, type: 'audio/mpeg' };
    return {
      feed,
      about: documents.get(feed.target_id ?? ''),
      content:
        notice ??
        entries.map((entry, at) => ({
          ...entry,
          size: sizes[at] ?? unknown,
          transcripts: texts.filter(
            ({ item_id, chapter }) => item_id === entry.sound.id && chapter === (entry.sound.chapter ?? 0),
          ),
        })),
      origin,
      address,
      owner: this.options.owner,
      next: next && `${address}?after=${next.parts}.${next.episodes}`,
      changedAt,
      translation,
    };
  }
}

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

const refuseMethod = (reply: FastifyReply): FastifyReply =>
  reply.code(405).headers({ allow: 'GET, HEAD', 'cache-control': 'no-store' }).send();

const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URL(request.url, 'http://localhost').searchParams;

const secretOf = (request: FastifyRequest): string => queryOf(request).get(SECRET) ?? '';

const startOf = (request: FastifyRequest): PageStart => {
  const { parts, episodes } =
    /^(?<parts>\d{1,7})(?:\.(?<episodes>\d{1,5}))?$/u.exec(queryOf(request).get('after') ?? '')?.groups ?? {};
  return { parts: Number(parts ?? 0), episodes: Number(episodes ?? 0) };
};

const pathOf = ({ url }: FastifyRequest): string => url.replace(/\?.*$/su, '');

const appOfRequest = ({ ip, headers }: FastifyRequest): Caller => ({ ip, userAgent: headers['user-agent'] });

/** An app that has the tag of another day or none is served by the date (RFC 9110). */
function isUnchanged(request: FastifyRequest, tag: string, changedAt: number): boolean {
  if (request.headers['if-none-match'] !== undefined) return holdsTag(request, tag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return since >= Math.floor(changedAt / 1000) * 1000;
}
