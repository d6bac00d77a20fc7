import type { ContentItem, Author, AuthorId } from '../../domain/catalogue/content.ts';
import { favoriteEventName } from '../../domain/favorites.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { FavoritesApi } from '../../ports/content-api.ts';
import type { Log, Cancellation } from '../../ports/platform.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { NoticesState, MESSAGES } from '../notices-state.ts';
import { FavoritesState } from './favorites-state.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PagedList } from '../catalogue/paged-list.ts';

const savedEvent = (item: ContentItem): TrackingEvent => {
  const name = favoriteEventName(item);
  return name === 'Follow Button Clicked'
    ? { name, properties: { content_id: item.id } }
    : { name, properties: { content_id: item.id, content_type: item.type } };
};

/** At most this many pages with 25 authors each are read, in case the list has no end. */
const MAX_PAGES = 40;

/** Saves and removes favourite titles, and follows authors (FAV-6). */
export class FavoriteToggle {
  static readonly inject: Inject<typeof FavoriteToggle> = [
    PORTS.favoritesApi,
    FavoritesState,
    PlayerState,
    PORTS.analytics,
    PORTS.messaging,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly api: FavoritesApi,
    private readonly favorites: FavoritesState,
    private readonly player: PlayerState,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  /** Saves or removes a favourite title. Its tiles change after the save has succeeded, not before (FAV-5, ANA-20, FAV-7, FAV-8, FAV-14, MSG-11). */
  async toggleTitle(item: ContentItem): Promise<void> {
    if (this.favorites.isSaving(item.id)) return;
    const wanted = !this.favorites.isFavorite(item);
    const { listeners } = this.favorites;
    this.favorites.startSaving(item.id);
    const saved = await this.api.saveContent(item.id, wanted);
    if (listeners !== this.favorites.listeners) return;
    this.favorites.finishSaving(item.id);
    if (!saved.ok) {
      this.log.warn('A favourite was not saved', { kind: saved.error.kind, content: item.id });
      this.notices.post(MESSAGES.saveFailed);
      return;
    }
    this.favorites.setSaved(item.id, wanted);
    this.player.favoriteSaved(item.id, wanted);
    if (!wanted) return;
    const event = savedEvent(item);
    this.analytics.record(event);
    this.messaging.record(event);
  }

  /** Reads the list of the followed authors until `id` is found. Only this list says who is followed (FAV-11, FAV-12). */
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

  /** Follows an author, or stops following (ANA-21). */
  async toggleAuthor(id: AuthorId): Promise<void> {
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
    // not translated: a name of analytics
    const event: TrackingEvent = { name: 'Follow Button Clicked', properties: { author_id: id } };
    this.analytics.record(event);
    this.messaging.record(event);
  }
}
