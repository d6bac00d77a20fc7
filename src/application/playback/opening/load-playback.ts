import type { ContentId, ContentItem, PlaybackRecord } from '../../../domain/catalogue/content.ts';
import { buildPlaylist } from '../../../domain/playback/playlist.ts';
import { trackSource } from '../../../domain/playback/track-list.ts';
import type { Track, TrackId } from '../../../domain/playback/track.ts';
import { ok } from '../../../domain/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ApiResult, Catalogue, PlaybackApi } from '../../../ports/content-api.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';
import { FindResumePosition, type FoundPosition } from '../../progress/find-resume-position.ts';
import { LoadTracks } from '../load-tracks.ts';

/** The provider's record of one content. `answered` with null means that the provider has no record. */
export type LoadedRecord =
  | { readonly kind: 'answered'; readonly content: ContentId; readonly record: PlaybackRecord | null }
  | { readonly kind: 'failed'; readonly record: null };

/** Everything that the player needs to open a title. */
export type LoadedPlayback = {
  readonly playlist: readonly Track[];
  readonly recorded: LoadedRecord;
  readonly found: FoundPosition | null;
};

/** Loads what a title needs to play: its tracks, the provider's record, and the position to resume at. */
export class LoadPlayback {
  static readonly inject: Inject<typeof LoadPlayback> = [
    PORTS.catalogue,
    PORTS.playbackApi,
    LoadTracks,
    FindResumePosition,
    PORTS.clock,
  ];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly api: PlaybackApi,
    private readonly loadTracks: LoadTracks,
    private readonly findResumePosition: FindResumePosition,
    private readonly clock: Clock,
  ) {}

  /** Fails if the tracks cannot be loaded. A missing record is no failure (PROG-21). */
  async load(item: ContentItem, trackId: TrackId | null): Promise<ApiResult<LoadedPlayback>> {
    const content = this.findResumePosition.contentToQuery(item, trackId);
    const [tracks, response] = await Promise.all([this.tracksOf(item), this.api.playbackRecord(content)]);
    if (!tracks.ok) return tracks;
    const playlist = buildPlaylist(tracks.value, this.clock.now());
    const stored = response.ok ? response.value : null;
    const record =
      stored === null ? null : this.findResumePosition.normalizeRecord(playlist, content, stored);
    return ok({
      playlist,
      recorded: response.ok ? { kind: 'answered', content, record } : { kind: 'failed', record: null },
      found: this.findResumePosition.find(playlist, item, content, record),
    });
  }

  /** A tile may lack the chapters of a book or the address of a title. The full item has them. */
  private async tracksOf(item: ContentItem) {
    const source = trackSource(item);
    if ((source === 'chapters' && item.chapters.length === 0) || (source === 'self' && item.url === null)) {
      const full = await this.catalogue.content(item.id);
      return full.ok ? this.loadTracks.load(full.value) : full;
    }
    return this.loadTracks.load(item);
  }
}
