import type { ContentId } from '../../domain/catalogue/content.ts';
import { tracksOf } from '../../domain/downloads/download.ts';
import { ok } from '../../domain/result.ts';
import type { Inject } from '../../ports/tokens.ts';
import type { AudioDetail } from '../catalogue/load-audio.ts';
import { OpenList } from '../catalogue/open-list.ts';
import { DownloadsState } from './downloads-state.ts';

/** The page of a downloaded title, made of what is stored: the title, and the tracks that were chosen (DOWN-61). */
export class LoadDownload {
  static readonly inject: Inject<typeof LoadDownload> = [DownloadsState, OpenList];

  constructor(
    private readonly downloads: DownloadsState,
    private readonly openList: OpenList,
  ) {}

  /** @returns null if the title is not downloaded */
  load(title: ContentId): AudioDetail | null {
    const download = this.downloads.find(title);
    if (download === null) return null;
    const tracks = tracksOf(download);
    return { item: download.item, tracks: this.openList.open(async () => ok({ items: tracks, next: null })) };
  }
}
