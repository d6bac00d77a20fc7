import * as v from 'valibot';
import {
  FEED_KINDS,
  feedId,
  type FeedId,
  type FeedSubject,
  type NewFeed,
  type PrivateFeed,
} from '../../domain/feeds/private-feed.ts';
import { isInstant, type Bound } from '../../domain/time.ts';
import type { FeedsApi, ListeningApi } from '../../ports/content-api.ts';
import type { ApiClient } from './api-client.ts';
import { apiPath, resolveMediaUrl } from './api-path.ts';
import { entryOf, readList, type ReadEntry, decoder, type Decoder } from './wire/lists.ts';
import { bound, flag, optionalText, text, wireId, optionalNumber, requiredWords } from './wire/scalars.ts';
import type { ListeningNumbers } from '../../domain/listening/listening-numbers.ts';

/** The private feeds over HTTP (FEED-60). Its responses are not cached, because an address is a secret (FEED-61). */
export class HttpFeeds implements FeedsApi {
  private readonly decodeNew: Decoder<NewFeed>;

  constructor(
    private readonly api: ApiClient,
    apiUrl: string,
  ) {
    this.decodeNew = newFeedDecoder(apiUrl);
  }

  async list() {
    return this.api.get({ path: apiPath`/user/feeds`, needsNewRequest: true }, decodeFeeds);
  }

  async make(subject: FeedSubject, name: string) {
    return this.api.sendAndRead(
      { method: 'POST', path: apiPath`/user/feeds`, body: { ...subject, name } },
      this.decodeNew,
    );
  }

  async renew(id: FeedId) {
    return this.api.sendAndRead(
      { method: 'POST', path: apiPath`/user/feeds/${id}/renew`, body: {} },
      this.decodeNew,
    );
  }

  async rename(id: FeedId, name: string) {
    return this.api.send({ method: 'PUT', path: apiPath`/user/feeds/${id}`, body: { name } });
  }

  async revoke(id: FeedId) {
    // 404 means that the feed has ended already.
    return this.api.send({ method: 'DELETE', path: apiPath`/user/feeds/${id}`, doneStatus: 404 });
  }
}

const instantIn = (at: Bound | null) => (at !== null && isInstant(at) ? at : null);

const feed = v.pipe(
  v.object({
    id: wireId,
    kind: v.picklist(FEED_KINDS),
    name: text,
    title: optionalText,
    created: bound,
    last_used: bound,
    last_app: optionalText,
    paused: flag(false),
  }),
  v.transform(({ id, kind, name, title, created, last_used, last_app, paused }): PrivateFeed => ({
    id: feedId(id),
    kind,
    name,
    title,
    createdAt: instantIn(created),
    lastUsedAt: instantIn(last_used),
    lastApp: last_app,
    isPaused: paused,
  })),
);

const readFeed: ReadEntry<PrivateFeed> = entryOf(feed);

/** Decodes the list: bare, as `feeds`, or as `results` like the lists of titles. */
const decodeFeeds: Decoder<readonly PrivateFeed[]> = decoder((body, log) => {
  const list: unknown = Array.isArray(body)
    ? body
    : (Reflect.get(Object(body), 'feeds') ?? Reflect.get(Object(body), 'results'));
  return readList(list, 'feeds', readFeed, log);
});

/** Decodes a feed with its address, bare or as `feed`. An address that is not http or https is no address. */
const newFeedDecoder = (apiUrl: string): Decoder<NewFeed> =>
  decoder((body, log) => {
    const sent: unknown = Reflect.get(Object(body), 'feed') ?? body;
    const read = readFeed(sent, log);
    const url: unknown = Reflect.get(Object(sent), 'url');
    const resolved = typeof url === 'string' && url !== '' ? resolveMediaUrl(apiUrl, url) : null;
    return read === null || resolved === null ? null : { ...read, url: resolved };
  });

/** The listener's listening in numbers over HTTP (PROG-84). */
export class HttpListening implements ListeningApi {
  /** @param timeZone the name of the time zone of the browser, as `Europe/Berlin` */
  constructor(
    private readonly api: ApiClient,
    private readonly timeZone: () => string,
  ) {}

  async numbers() {
    const params = { zone: this.timeZone() };
    return this.api.get({ path: apiPath`/user/listening`, params, needsNewRequest: true }, decodeNumbers);
  }
}

const calendarDay = v.pipe(v.string(), v.isoDate());
const seconds = v.pipe(v.number(), v.minValue(0));
const dayOfListening = entryOf(v.object({ day: calendarDay, seconds }));
const person = entryOf(v.object({ id: wireId, name: requiredWords, seconds }));

const numbers = v.object({
  today: calendarDay,
  days: v.unknown(),
  finished_books: optionalNumber,
  authors: v.optional(v.unknown()),
  narrators: v.optional(v.unknown()),
});

const decodeNumbers: Decoder<ListeningNumbers> = decoder((body, log) => {
  const read = v.safeParse(numbers, body);
  if (!read.success) return null;
  const days = readList(read.output.days, 'days', dayOfListening, log);
  if (days === null) return null;
  return {
    today: read.output.today,
    days,
    finishedBooks: read.output.finished_books ?? 0,
    authors: readList(read.output.authors, 'authors', person, log) ?? [],
    narrators: readList(read.output.narrators, 'narrators', person, log) ?? [],
  };
});
