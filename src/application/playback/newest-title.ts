import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { ok } from '../../domain/result.ts';
import type { ApiResult, Catalogue } from '../../ports/content-api.ts';
import type { Network } from '../../ports/network.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DownloadsState } from '../downloads/downloads-state.ts';
import type { ContentCache } from '../../ports/content-cache.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { FavoritesState } from '../favorites/favorites-state.ts';
import { PlayerState } from './player-state.ts';

/** The newest version of a title: finds it, fetches it again, and gives it to the player. */
export class NewestTitle {
  static readonly inject: Inject<typeof NewestTitle> = [
    PORTS.catalogue,
    DownloadsState,
    PORTS.network,
    PORTS.cache,
    RefreshUser,
    PlayerState,
    FavoritesState,
  ];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly downloads: DownloadsState,
    private readonly network: Network,
    private readonly cache: ContentCache,
    private readonly refreshUser: RefreshUser,
    private readonly player: PlayerState,
    private readonly favorites: FavoritesState,
  ) {}

  /** Finds a title by its id: at the provider, or in the downloads if the provider cannot be asked (DOWN-7). */
  async find(id: ContentId): Promise<ApiResult<ContentItem>> {
    const downloaded = this.downloads.find(id)?.item;
    if (downloaded === undefined) return this.catalogue.content(id);
    if (!this.network.isOnline()) return ok(downloaded);
    const found = await this.catalogue.content(id);
    return found.ok || found.error.kind === 'not-found' ? found : ok(downloaded);
  }

  /**
   * Fetches a title and the listener again, because the listener may have paid since the first fetch.
   *
   * @returns the given item if the provider cannot be reached
   */
  async refetch(item: ContentItem): Promise<ContentItem> {
    this.cache.forgetContent(item.id);
    const [fresh] = await Promise.all([this.catalogue.content(item.id), this.refreshUser.refresh()]);
    const newest = fresh.ok ? fresh.value : item;
    this.update(newest);
    return newest;
  }

  /** Keeps the title in the player as new as the one on a tile or a page. Other titles change nothing. */
  update(item: ContentItem): void {
    if (this.player.isCurrentAudio(item)) this.player.audioUpdated(this.favorites.upToDate(item));
  }
}
