import * as v from 'valibot';
import { Emitter } from '../../src/adapters/shared/emitter.ts';
import type { UserId } from '../../src/domain/account/user.ts';
import { bookmarkId, type Bookmark, type BookmarkId } from '../../src/domain/bookmarks/bookmark.ts';
import { contentId } from '../../src/domain/catalogue/content.ts';
import { trackId } from '../../src/domain/playback/track.ts';
import { failed, ok, type Result } from '../../src/domain/result.ts';
import { instant, seconds } from '../../src/domain/time.ts';
import type { BookmarkFailure, BookmarkStore } from '../../src/ports/stored-positions.ts';

/** A call of the product API. `path` is below its root, for example `/user/bookmarks`. */
export type BookmarkCall = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
};

/** What the adapter needs. */
export type BookmarkProvider = {
  /** Sends a call with the access token of this listener. Null if the provider does not respond. */
  readonly send: (
    listener: UserId,
    call: BookmarkCall,
  ) => Promise<{ readonly status: number; readonly body: unknown } | null>;
  /** A channel to the other tabs of this browser. */
  readonly channel: BroadcastChannel;
};

const PATH = '/user/bookmarks';
const NO_ROOM = 507;

const text = v.pipe(v.string(), v.nonEmpty());
const inMilliseconds = v.pipe(
  v.number(),
  v.minValue(0),
  v.transform((value) => seconds(value / 1000)),
);

const storedBookmark = v.pipe(
  v.object({
    id: text,
    content_id: text,
    page_id: text,
    track_id: text,
    track_content_id: text,
    title: v.string(),
    track_title: v.nullable(v.string()),
    img_url: v.nullable(v.string()),
    position: inMilliseconds,
    link: v.nullable(
      v.object({ chapter_index: v.nullable(v.number()), position: v.nullable(inMilliseconds) }),
    ),
    note: v.string(),
    created_at: v.pipe(v.string(), v.isoTimestamp()),
  }),
  v.transform((stored): Bookmark => ({
    id: bookmarkId(stored.id),
    audio: contentId(stored.content_id),
    page: contentId(stored.page_id),
    title: stored.title,
    imageUrl: stored.img_url,
    track: trackId(stored.track_id),
    contentId: contentId(stored.track_content_id),
    trackTitle: stored.track_title,
    position: stored.position,
    link: stored.link && { chapter: stored.link.chapter_index, second: stored.link.position },
    note: stored.note,
    createdAt: instant(Date.parse(stored.created_at)),
  })),
);

const page = v.object({ results: v.array(v.unknown()), next_page_key: v.nullable(text) });

const bodyOf = ({ link, ...bookmark }: Bookmark): v.InferInput<typeof storedBookmark> => ({
  id: bookmark.id,
  content_id: bookmark.audio,
  page_id: bookmark.page,
  track_id: bookmark.track,
  track_content_id: bookmark.contentId,
  title: bookmark.title,
  track_title: bookmark.trackTitle,
  img_url: bookmark.imageUrl,
  position: bookmark.position * 1000,
  link: link && {
    chapter_index: link.chapter,
    position: link.second === null ? null : link.second * 1000,
  },
  note: bookmark.note,
  created_at: new Date(bookmark.createdAt).toISOString(),
});

/**
 * Bookmarks that the provider stores (BOOK-15). Other tabs learn of a change at once, other devices when they load
 * the list again.
 */
export class ProviderBookmarks implements BookmarkStore {
  readonly changedElsewhere = new Emitter<null>();
  /** The last removal of all bookmarks. Later calls wait for it. */
  private removal: Promise<unknown> = Promise.resolve();

  constructor(private readonly provider: BookmarkProvider) {
    provider.channel.addEventListener('message', () => this.changedElsewhere.emit(null));
  }

  async list(listener: UserId): Promise<Result<readonly Bookmark[], BookmarkFailure>> {
    await this.removal;
    return this.listFrom(listener, '');
  }

  async save(listener: UserId, bookmark: Bookmark): Promise<Result<void, BookmarkFailure>> {
    return this.change(listener, { method: 'PUT', path: pathOf(bookmark.id), body: bodyOf(bookmark) });
  }

  async delete(listener: UserId, id: BookmarkId): Promise<Result<void, BookmarkFailure>> {
    return this.change(listener, { method: 'DELETE', path: pathOf(id) });
  }

  deleteAllOf(listener: UserId): void {
    this.removal = this.change(listener, { method: 'DELETE', path: PATH });
  }

  /** Loads the bookmarks of a page of the list and of all following pages. */
  private async listFrom(
    listener: UserId,
    query: string,
  ): Promise<Result<readonly Bookmark[], BookmarkFailure>> {
    const response = await this.provider.send(listener, { method: 'GET', path: PATH + query });
    const decoded = v.safeParse(page, response?.body);
    if (response?.status !== 200 || !decoded.success) return failed({ kind: 'unreachable' });
    const { results, next_page_key: next } = decoded.output;
    const bookmarks = results.flatMap((result) => {
      const bookmark = v.safeParse(storedBookmark, result);
      return bookmark.success ? [bookmark.output] : [];
    });
    if (next === null) return ok(bookmarks);
    const rest = await this.listFrom(listener, `?next_page=${encodeURIComponent(next)}`);
    return rest.ok ? ok([...bookmarks, ...rest.value]) : rest;
  }

  private async change(listener: UserId, call: BookmarkCall): Promise<Result<void, BookmarkFailure>> {
    await this.removal;
    const response = await this.provider.send(listener, call);
    if (response === null) return failed({ kind: 'unreachable' });
    if (response.status >= 300) return failed({ kind: response.status === NO_ROOM ? 'full' : 'unreachable' });
    // The lint rule is meant for windows. A channel has no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.provider.channel.postMessage(null);
    return ok(undefined);
  }
}

const pathOf = (id: BookmarkId): string => `${PATH}/${encodeURIComponent(id)}`;
