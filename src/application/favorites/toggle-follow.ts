import type { Author, AuthorId } from '../../domain/catalogue/content.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { FavoritesApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { MESSAGES } from '../messages.ts';
import { FavoritesState } from './favorites-state.ts';
import { NoticesState } from '../notices-state.ts';
import { PagedList } from '../catalogue/paged-list.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** At most this many pages with 25 authors each are read, in case the list has no end. */
const MAX_PAGES = 40;

/** Follows an author, or stops following. */
export class ToggleFollow {
  static readonly inject: Inject<typeof ToggleFollow> = [
    PORTS.favoritesApi,
    FavoritesState,
    PORTS.analytics,
    PORTS.messaging,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly api: FavoritesApi,
    private readonly favorites: FavoritesState,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  /** Reads the list of the followed authors until `id` is found. Only this list says who is followed. */
  async loadFollowed(id: AuthorId, cancellation?: Cancellation): Promise<void> {
    const { listeners } = this.favorites;
    const followed = new PagedList<Author>();
    for (let pages = 0; pages < MAX_PAGES && followed.hasMore; pages += 1) {
      const page = await this.api.authors(followed.nextKey, cancellation);
      if (!page.ok || cancellation?.aborted === true || listeners !== this.favorites.listeners) return;
      followed.addPage(page.value);
      this.favorites.setFollowedAuthors(page.value.items.map((author) => author.id));
      if (this.favorites.isFollowed(id) !== null) return;
    }
  }

  async toggle(id: AuthorId): Promise<void> {
    if (this.favorites.isSaving(id)) return;
    const wanted = this.favorites.isFollowed(id) !== true;
    const { listeners } = this.favorites;
    this.favorites.startSaving(id);
    const saved = await this.api.saveAuthor(id, wanted);
    if (listeners !== this.favorites.listeners) return;
    this.favorites.finishSaving(id);
    if (!saved.ok) {
      this.log.warn('A follow was not saved', { kind: saved.error.kind, author: id });
      this.notices.post(MESSAGES.saveFailed);
      return;
    }
    this.favorites.setFollowed(id, wanted);
    if (!wanted) return;
    const event: TrackingEvent = { name: 'Follow Button Clicked', properties: { author_id: id } };
    this.analytics.record(event);
    this.messaging.record(event);
  }
}
