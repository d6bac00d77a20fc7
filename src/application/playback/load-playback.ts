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
import { type Instant, milliseconds, seconds, type Seconds } from '../../domain/time.ts';
import type { ApiResult, Catalogue, PlaybackApi } from '../../ports/content-api.ts';
import type { Clock, Network } from '../../ports/platform.ts';
import type { PlaybackJournal } from '../../ports/stored-positions.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PagedList } from '../catalogue/paged-list.ts';
import { isAtEnd, startOfNextTrack, type TrackPosition } from '../../domain/playback/track-position.ts';
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

/** For how long a record counts that was asked for when the listener pointed at the title (PROG-71). */
const RECENT = milliseconds(10_000);

/** A request for a record. `asked` is the position that the provider held before it, as far as this browser knew. */
type RecordRequest = {
  readonly content: ContentId;
  readonly at: Instant;
  readonly asked: ProviderState | null;
  readonly response: Promise<ApiResult<PlaybackRecord | null>>;
};

const UNREACHABLE = failed({ kind: 'unreachable' } as const);

/** Where a title will probably start. */
export type ProbableStart = { readonly track: Track; readonly position: Seconds };

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
  /** The last request that was made before its title was to play. */
  private early: RecordRequest | null = null;

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

  /** Asks for the record of a title that will probably play soon (PLAY-57). */
  askEarly(item: ContentItem): void {
    const content = this.contentToQuery(item, null);
    if (this.isRecent(content)) return;
    const request = this.askForRecord(content);
    this.early = request;
    void this.forgetIfFailed(request);
  }

  private async forgetIfFailed(request: RecordRequest): Promise<void> {
    const { ok: isThere } = await request.response;
    if (!isThere && this.early === request) this.early = null;
  }

  /** The first of these that is known: where the record says, where this browser says, where the tile says. */
  async foresee(item: ContentItem): Promise<ProbableStart | null> {
    const content = this.contentToQuery(item, null);
    const early = this.early?.content === content ? this.early : null;
    const response = await early?.response;
    const stored = response?.ok === true ? response.value : null;
    if (early === null || stored === null) return this.guess(item, null);
    const playlist = this.knownPlaylist(item);
    const record = comparableRecord(playlist, content, stored);
    const found = this.findResumePosition.find(playlist, item, content, record, early.asked);
    return probableStart(playlist, found?.trackPosition ?? null, null);
  }

  /**
   * Where a title will probably start, as far as this browser and the item tell. Null if only the whole item tells which
   * tracks it has.
   */
  guess(item: ContentItem, trackId: TrackId | null): ProbableStart | null {
    const playlist = this.knownPlaylist(item);
    return probableStart(playlist, this.own(playlist, item, trackId) ?? inProgress(playlist, item), trackId);
  }

  /** The record belongs to one listener. */
  reset(): void {
    this.early = null;
  }

  /**
   * Fails if the tracks cannot be loaded. A missing record is no failure (PROG-21). The tracks of a download are known
   * without a network (DOWN-7).
   */
  async load(
    item: ContentItem,
    { trackId, isOnlyTrack, isOpen, isWanted }: LoadRequest,
  ): Promise<ApiResult<LoadedPlayback>> {
    const repeat: Repeat =
      isWanted === null ? async (call) => call() : async (call) => this.repeat(call, isWanted);
    const content = this.contentToQuery(item, trackId);
    const download = this.downloads.downloads.find((each) => each.item.id === item.id) ?? null;
    const isAlone = download !== null && !this.network.isOnline();
    const request = (isAlone ? null : this.takeRecent(content)) ?? this.askForRecord(content, isAlone);
    const { asked } = request;
    const { parts, response, late } = await (download === null
      ? this.loadAll(item, request, repeat)
      : this.loadDownloaded(item, trackId, request, download, repeat));
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

  /** @param isAlone true without a network, for a title that needs none: nobody is asked */
  private askForRecord(content: ContentId, isAlone = false): RecordRequest {
    return {
      content,
      at: this.clock.now(),
      asked: this.journal.position(content)?.base ?? null,
      response: isAlone ? Promise.resolve(UNREACHABLE) : this.api.playbackRecord(content),
    };
  }

  private isRecent(content: ContentId): boolean {
    const { early } = this;
    return early?.content === content && this.clock.now() - early.at < RECENT;
  }

  /** A record that was asked for early is used once: the next Play wants to know where the listener is by then. */
  private takeRecent(content: ContentId): RecordRequest | null {
    const recent = this.isRecent(content) ? this.early : null;
    this.early = null;
    return recent;
  }

  private own(playlist: readonly Track[], item: ContentItem, trackId: TrackId | null): TrackPosition | null {
    const content = this.contentToQuery(item, trackId);
    if (this.journal.position(content) === null) return null;
    return this.findResumePosition.find(playlist, item, content, null, null)?.trackPosition ?? null;
  }

  /** The tracks that the item itself names. */
  private knownPlaylist(item: ContentItem): readonly Track[] {
    return this.playlistOf({ item, children: [] });
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

  private async loadAll(item: ContentItem, request: RecordRequest, repeat: Repeat): Promise<LoadedParts> {
    let first: RecordRequest | null = request;
    const [parts, response] = await Promise.all([
      repeat(async () => this.loadParts(item)),
      repeat(async () => {
        const { response: current } = first ?? this.askForRecord(request.content);
        first = null;
        return current;
      }),
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
    { response: requested }: RecordRequest,
    download: TitleParts,
    repeat: Repeat,
  ): Promise<LoadedParts> {
    if (!this.network.isOnline()) return { parts: ok(download), response: await requested, late: null };
    // The listener may have chosen an episode that is not downloaded.
    const known = formatTracks(download.item, download.children);
    const isPlayable = trackId === null || known.some(({ id }) => id === trackId);
    const patience = this.clock.after(LONGEST_WAIT).then(() => UNREACHABLE);
    const all = isPlayable ? this.loadParts(item) : repeat(async () => this.loadParts(item));
    const [parts, response] = await Promise.all([
      isPlayable ? Promise.race([all, patience]) : all,
      Promise.race([requested, patience]),
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

const probableStart = (
  playlist: readonly Track[],
  resumeAt: TrackPosition | null,
  trackId: TrackId | null,
): ProbableStart | null => {
  const start = startPosition(playlist, resumeAt, trackId);
  const track = start === null ? undefined : playlist[start.index];
  return start === null || track === undefined ? null : { track, position: start.position };
};

/** The position that the tile of a title shows. */
const inProgress = (playlist: readonly Track[], { progress }: ContentItem): TrackPosition | null => {
  if (progress === null) return null;
  const index = playlist.findIndex(({ chapterIndex }) => chapterIndex === progress.chapterIndex);
  return index === -1 ? null : { index, position: progress.position };
};

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

/**
 * Where a title starts: at the track that was asked for, else where it is to be resumed, else at its first track. Null if
 * the playlist is empty, or does not contain the track.
 */
export const startPosition = (
  playlist: readonly Track[],
  resumeAt: TrackPosition | null,
  trackId: TrackId | null,
): TrackPosition | null => {
  if (playlist.length === 0) return null;
  if (trackId !== null) {
    const index = playlist.findIndex((track) => track.id === trackId);
    if (index === -1) return null;
    const isHere = resumeAt?.index === index && !isAtEnd(playlist, resumeAt);
    return { index, position: isHere ? resumeAt.position : seconds(0) };
  }
  if (resumeAt === null) return { index: 0, position: seconds(0) };
  return isAtEnd(playlist, resumeAt) ? startOfNextTrack(playlist, resumeAt) : resumeAt;
};
