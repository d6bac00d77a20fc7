import type { ContentItem } from '../../domain/catalogue/content.ts';
import { favoriteEventName } from '../../domain/favorites.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { FavoritesApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { MESSAGES } from '../messages.ts';
import { FavoritesState } from './favorites-state.ts';
import { NoticesState } from '../notices-state.ts';
import { PlayerState } from '../playback/player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

const savedEvent = (item: ContentItem): TrackingEvent => {
  const name = favoriteEventName(item);
  return name === 'Follow Button Clicked'
    ? { name, properties: { content_id: item.id } }
    : { name, properties: { content_id: item.id, content_type: item.type } };
};

/** Saves or removes a favourite title. Its tiles change after the save has succeeded, not before (FAV-5). */
export class ToggleFavorite {
  static readonly inject: Inject<typeof ToggleFavorite> = [
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

  async toggle(item: ContentItem): Promise<void> {
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
}
