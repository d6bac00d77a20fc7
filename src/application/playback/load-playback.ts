import {
  contentId,
  type ContentId,
  type ContentItem,
  type PlaybackRecord,
} from '../../domain/catalogue/content.ts';
import { inPlayOrder } from '../../domain/playback/episodes.ts';
import {
  type Track,
  type TrackId,
  buildPlaylist,
  formatTracks,
  trackSource,
} from '../../domain/playback/track.ts';
import type { ProviderState } from '../../domain/progress/position.ts';
import { failed, ok } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { ApiResult, Catalogue, PlaybackApi } from '../../ports/content-api.ts';
import type { Clock, Network } from '../../ports/platform.ts';
import type { PlaybackJournal } from '../../ports/stored-positions.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PagedList } from '../catalogue/paged-list.ts';
import { DownloadsState } from '../downloads/downloads-state.ts';
import { callWithRetries } from '../wait-for-network.ts';
import { comparableRecord, FindResumePosition, type FoundPosition } from './find-resume-position.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';

/**
 * The provider's record of one content. `loaded` with null means that the provider has no record. `asked` is the position
 * that the provider held before the request, as far as this browser knew.
 */
export type LoadedRecord =
  | {
      readonly kind: 'loaded';
      readonly content: ContentId;
      readonly record: PlaybackRecord | null;
      readonly asked: ProviderState | null;
    }
  | { readonly kind: 'failed'; readonly record: null };

/** Everything that the player needs to open a title. */
export type LoadedPlayback = {
  readonly playlist: readonly Track[];
  /** The whole playlist, which still loads. Null if nothing more will load. */
  readonly wholePlaylist: Promise<readonly Track[] | null> | null;
  /** True if the listener asked for one track, so the playlist has only this track. */
  readonly isOnlyTrack: boolean;
  readonly recorded: LoadedRecord;
  readonly found: FoundPosition | null;
};

/** What to load of a title. */
export type LoadRequest = {
  readonly trackId: TrackId | null;
  /** True: the playlist is the track only. */
  readonly isOnlyTrack: boolean;
  /** True if the title is in the player, whose position may be the only one that is known. */
  readonly isOpen: boolean;
  /** Given to wait for a provider that does not respond, as long as this is true (PLAY-125). */
  readonly isWanted: (() => boolean) | null;
};

/** How long a downloaded title waits for the provider. */
const LONGEST_WAIT = milliseconds(2_000);

/** A title with all its data, and the episodes or collection tracks that were fetched for it. */
export type TitleParts = { readonly item: ContentItem; readonly children: readonly ContentItem[] };

/** The parts and the record that loaded in time. `late`: the parts from the provider, if they still load. */
type LoadedParts = {
  readonly parts: ApiResult<TitleParts>;
  readonly response: ApiResult<PlaybackRecord | null>;
  readonly late: Promise<ApiResult<TitleParts>> | null;
};

/** Makes a call, and may repeat it. */
type Repeat = <Value>(call: () => Promise<ApiResult<Value>>) => Promise<ApiResult<Value>>;

/** Loads what a title needs to play: its tracks, the provider's record, and the position to resume at. */
export class LoadPlayback {
  static readonly inject: Inject<typeof LoadPlayback> = [
    PORTS.catalogue,
    PORTS.playbackApi,
    PORTS.journal,
    FindResumePosition,
    PORTS.clock,
    PORTS.network,
    DownloadsState,
    PlaybackSettingsState,
  ];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly api: PlaybackApi,
    private readonly journal: PlaybackJournal,
    private readonly findResumePosition: FindResumePosition,
    private readonly clock: Clock,
    private readonly network: Network,
    private readonly downloads: DownloadsState,
    private readonly settings: PlaybackSettingsState,
  ) {}

  /**
   * Fails if the tracks cannot be loaded. A missing record is no failure (PROG-21). The tracks of a download are known
   * without a network (DOWN-7).
   *
   */
  async load(
    item: ContentItem,
    { trackId, isOnlyTrack, isOpen, isWanted }: LoadRequest,
  ): Promise<ApiResult<LoadedPlayback>> {
    const repeat: Repeat =
      isWanted === null ? async (call) => call() : async (call) => this.repeat(call, isWanted);
    const content = this.contentToQuery(item, trackId);
    const asked = this.journal.position(content)?.base ?? null;
    const download = this.downloads.downloads.find((each) => each.item.id === item.id) ?? null;
    const { parts, response, late } = await (download === null
      ? this.loadAll(item, content, repeat)
      : this.loadDownloaded(item, trackId, content, download, repeat));
    if (!parts.ok) return parts;
    const playlist = this.playlistOf(parts.value).filter(({ id }) => !isOnlyTrack || id === trackId);
    const stored = response.ok ? response.value : null;
    const record = stored === null ? null : comparableRecord(playlist, content, stored);
    return ok({
      playlist,
      wholePlaylist:
        late === null || isOnlyTrack
          ? null
          : late.then((all) => (all.ok ? this.playlistOf(all.value) : null)),
      isOnlyTrack,
      recorded: response.ok ? { kind: 'loaded', content, record, asked } : { kind: 'failed', record: null },
      found:
        isOpen || record !== null || this.journal.position(content) !== null
          ? this.findResumePosition.find(playlist, item, content, record, asked)
          : null,
    });
  }

  /**
   * The content whose record holds the position. For one episode of a podcast, this is the episode's own content
   * (PROG-24).
   */
  private contentToQuery(item: ContentItem, trackId: TrackId | null): ContentId {
    const source = trackSource(item);
    if (source === 'chapters' || source === 'self') return item.id;
    return trackId === null ? this.findResumePosition.lastContentOf(item) : contentId(trackId);
  }

  /** The tracks that are valid now, in the order in which they play. */
  private playlistOf({ item, children }: TitleParts): readonly Track[] {
    const tracks = buildPlaylist(formatTracks(item, children), this.clock.now());
    return trackSource(item) === 'episodes'
      ? inPlayOrder(tracks, this.settings.podcastOf(item.id).playOrder)
      : tracks;
  }

  private async repeat<Value>(
    call: () => Promise<ApiResult<Value>>,
    isWanted: () => boolean,
  ): Promise<ApiResult<Value>> {
    const { network, clock } = this;
    return callWithRetries({
      network,
      clock,
      call,
      isWanted,
      onWait: () => undefined,
      waitsOnline: true,
    });
  }

  private async loadAll(item: ContentItem, content: ContentId, repeat: Repeat): Promise<LoadedParts> {
    const [parts, response] = await Promise.all([
      repeat(async () => this.loadParts(item)),
      repeat(async () => this.api.playbackRecord(content)),
    ]);
    return { parts, response, late: null };
  }

  /**
   * Opens a download, which is enough to start. So the provider gets only a short time to respond, and none without a
   * network. The download of a podcast may have only some episodes. All episodes come later, from the provider
   * (PLAY-97).
   */
  private async loadDownloaded(
    item: ContentItem,
    trackId: TrackId | null,
    content: ContentId,
    download: TitleParts,
    repeat: Repeat,
  ): Promise<LoadedParts> {
    const unreachable = failed({ kind: 'unreachable' } as const);
    if (!this.network.isOnline()) return { parts: ok(download), response: unreachable, late: null };
    // The listener may have chosen an episode that is not downloaded.
    const known = formatTracks(download.item, download.children);
    const isPlayable = trackId === null || known.some(({ id }) => id === trackId);
    const patience = this.clock.after(LONGEST_WAIT).then(() => unreachable);
    const all = isPlayable ? this.loadParts(item) : repeat(async () => this.loadParts(item));
    const [parts, response] = await Promise.all([
      isPlayable ? Promise.race([all, patience]) : all,
      Promise.race([this.api.playbackRecord(content), patience]),
    ]);
    return parts.ok ? { parts, response, late: null } : { parts: ok(download), response, late: all };
  }

  /** Loads the full item and its children. The type of the item decides which requests this takes. */
  async loadParts(item: ContentItem): Promise<ApiResult<TitleParts>> {
    const full = isComplete(item) ? ok(item) : await this.catalogue.content(item.id);
    if (!full.ok) return full;
    const children = await this.childrenOf(full.value);
    return children.ok ? ok({ item: full.value, children: children.value }) : children;
  }

  private async childrenOf(item: ContentItem): Promise<ApiResult<readonly ContentItem[]>> {
    switch (trackSource(item)) {
      case 'episodes':
        return this.allEpisodes(item.id);
      case 'collection-tracks': {
        const tracks = await this.catalogue.collectionTracks(item.id);
        return tracks.ok ? ok(tracks.value.items) : tracks;
      }
      case 'chapters':
      case 'own-tracks':
      case 'self':
        return ok([]);
    }
  }

  private async allEpisodes(podcast: ContentId): Promise<ApiResult<readonly ContentItem[]>> {
    const episodes = new PagedList<ContentItem>();
    while (episodes.hasMore) {
      const page = await this.catalogue.podcastEpisodes(podcast, episodes.nextKey);
      if (!page.ok) return failed(page.error);
      episodes.addPage(page.value);
    }
    return ok(episodes.items);
  }
}

/** A tile may lack the chapters of a book or the address of a title. The full item has them (PLAY-10). */
const isComplete = (item: ContentItem): boolean => {
  switch (trackSource(item)) {
    case 'chapters':
      return item.chapters.length > 0;
    case 'self':
      return item.url !== null;
    default:
      return true;
  }
};
