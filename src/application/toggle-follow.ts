import type { AuthorId } from '../domain/content.ts';
import type { TrackingEvent } from '../domain/tracking-plan.ts';
import type { Analytics } from '../ports/analytics.ts';
import type { FavoritesApi } from '../ports/content-api.ts';
import type { Log } from '../ports/log.ts';
import type { Messaging } from '../ports/messaging.ts';
import { allPages } from './all-pages.ts';
import { MESSAGES } from './error-catalogue.ts';
import type { FavoritesState } from './state/favorites-state.ts';
import type { NoticesState } from './state/notices-state.ts';

/** Follows an author, or no longer (section 7, favourites). */
export class ToggleFollow {
  constructor(
    private readonly api: FavoritesApi,
    private readonly favorites: FavoritesState,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  /** Which authors are followed is known only by their list: by all of it, however many they are. */
  async learn(): Promise<void> {
    const { listeners } = this.favorites;
    const followed = await allPages((page) => this.api.authors(page));
    if (!followed.ok || listeners !== this.favorites.listeners) return;
    this.favorites.followedAuthorsFetched(followed.value.map((author) => author.id));
  }

  async run(id: AuthorId): Promise<void> {
    if (this.favorites.isSaving(id)) return;
    const wanted = this.favorites.isFollowed(id) !== true;
    const { listeners } = this.favorites;
    this.favorites.saveBegan(id);
    const saved = await this.api.saveAuthor(id, wanted);
    if (listeners !== this.favorites.listeners) return;
    this.favorites.saveFinished(id);
    if (!saved.ok) {
      this.log.warn('A follow was not saved', { kind: saved.error.kind, author: id });
      this.notices.posted(MESSAGES.saveFailed);
      return;
    }
    this.favorites.authorFollowed(id, wanted);
    if (!wanted) return;
    const event: TrackingEvent = { name: 'Follow Button Clicked', properties: { author_id: id } };
    this.analytics.record(event);
    this.messaging.record(event);
  }
}
