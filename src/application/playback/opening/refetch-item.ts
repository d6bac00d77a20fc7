import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { ContentCache } from '../../../ports/content-cache.ts';
import type { Catalogue } from '../../../ports/content-api.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';
import { RefreshUser } from '../../session/refresh-user.ts';
import { UpdatePlayerItem } from '../update-player-item.ts';

/** Fetches a title and the listener again, because the listener may have paid since the first fetch. */
export class RefetchItem {
  static readonly inject: Inject<typeof RefetchItem> = [
    PORTS.catalogue,
    PORTS.cache,
    RefreshUser,
    UpdatePlayerItem,
  ];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly cache: ContentCache,
    private readonly refreshUser: RefreshUser,
    private readonly updatePlayerItem: UpdatePlayerItem,
  ) {}

  /** Returns the given item if the provider cannot be reached. */
  async refetch(item: ContentItem): Promise<ContentItem> {
    this.cache.forgetContent(item.id);
    const [fresh] = await Promise.all([this.catalogue.content(item.id), this.refreshUser.refresh()]);
    const newest = fresh.ok ? fresh.value : item;
    this.updatePlayerItem.update(newest);
    return newest;
  }
}
