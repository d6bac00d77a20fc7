import type { ContentId, ContentItem } from '../../../domain/catalogue/content.ts';
import { ok } from '../../../domain/result.ts';
import type { ApiResult, Catalogue } from '../../../ports/content-api.ts';
import type { Network } from '../../../ports/network.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';
import { DownloadsState } from '../../downloads/downloads-state.ts';

/** Finds a title by its id: at the provider, or in the downloads if the provider cannot be asked (DOWN-7). */
export class FindTitle {
  static readonly inject: Inject<typeof FindTitle> = [PORTS.catalogue, DownloadsState, PORTS.network];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly downloads: DownloadsState,
    private readonly network: Network,
  ) {}

  async find(id: ContentId): Promise<ApiResult<ContentItem>> {
    const downloaded = this.downloads.find(id)?.item;
    if (downloaded === undefined) return this.catalogue.content(id);
    if (!this.network.isOnline()) return ok(downloaded);
    const found = await this.catalogue.content(id);
    return found.ok || found.error.kind === 'not-found' ? found : ok(downloaded);
  }
}
