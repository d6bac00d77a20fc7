import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { ok } from '../../domain/result.ts';
import type { ApiResult, Catalogue, ContentCache } from '../../ports/content-api.ts';
import type { Log, Network } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DownloadsState } from '../downloads/downloads-state.ts';
import { FavoritesState } from '../favorites/favorites-state.ts';
import { NoticesState, MESSAGES } from '../notices-state.ts';
import { type Attempt, PlayerState } from '../player-state.ts';

/** The newest version of a title: finds it, fetches it again, and gives it to the player. */
export class NewestTitle {
  static readonly inject: Inject<typeof NewestTitle> = [
    PORTS.catalogue,
    DownloadsState,
    PORTS.network,
    PORTS.cache,
    PlayerState,
    FavoritesState,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly downloads: DownloadsState,
    private readonly network: Network,
    private readonly cache: ContentCache,
    private readonly player: PlayerState,
    private readonly favorites: FavoritesState,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  /** A random title. Null if none could be loaded, which is only logged (ANA-19). */
  async random(): Promise<ContentItem | null> {
    const item = await this.catalogue.random();
    if (item.ok) return item.value;
    this.log.warn('No random title could be loaded', { kind: item.error.kind });
    return null;
  }

  /** Finds the title of a stored position. Null if that fails, which the listener is told, or if `attempt` is stale. */
  async findStored(id: ContentId, attempt: Attempt): Promise<ContentItem | null> {
    const found = await this.find(id);
    if (!this.player.isCurrentAttempt(attempt)) return null;
    if (found.ok) return found.value;
    const { kind } = found.error;
    this.log.warn('The title of a stored position could not be loaded', { kind, content: id });
    this.notices.post(kind === 'not-found' ? MESSAGES.itemNotFound : MESSAGES.playFailed);
    return null;
  }

  /** Finds a title by its id: at the provider, or in the downloads if the provider cannot be asked (DOWN-7). */
  private async find(id: ContentId): Promise<ApiResult<ContentItem>> {
    const downloaded = this.downloads.find(id)?.item;
    if (downloaded === undefined) return this.catalogue.content(id);
    if (!this.network.isOnline()) return ok(downloaded);
    const found = await this.catalogue.content(id);
    return found.ok || found.error.kind === 'not-found' ? found : ok(downloaded);
  }

  /** Fetches a title again. Returns the given item if the provider cannot be reached. */
  async refetch(item: ContentItem): Promise<ContentItem> {
    this.cache.forgetContent(item.id);
    const fresh = await this.catalogue.content(item.id);
    return fresh.ok ? fresh.value : item;
  }

  /** Keeps the title in the player as new as the one on a tile or a page. Other titles change nothing. */
  update(item: ContentItem): void {
    if (this.player.isCurrentAudio(item)) this.player.audioUpdated(this.favorites.upToDate(item));
  }
}
