import {
  contentId,
  type ContentId,
  type ContentItem,
  type PlaybackRecord,
} from '../../domain/catalogue/content.ts';
import {
  type Track,
  type TrackId,
  buildPlaylist,
  formatTracks,
  trackSource,
} from '../../domain/playback/track.ts';
import {
  type ContentPosition,
  ignoreChapter,
  isSamePosition,
  mayHold,
  newestPosition,
  type NewestPosition,
  type ProviderState,
  type SavedPosition,
} from '../../domain/progress/position.ts';
import { inPlayOrder } from '../../domain/playback/episodes.ts';
import { reportedPosition } from '../../domain/progress/report-fate.ts';
import { failed, ok } from '../../domain/result.ts';
import { type Instant, milliseconds, seconds } from '../../domain/time.ts';
import type { Clock, Network } from '../../ports/platform.ts';
import type { ApiResult, Catalogue, PlaybackApi } from '../../ports/content-api.ts';
import type { PlaybackJournal } from '../../ports/stored-positions.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PagedList } from '../catalogue/paged-list.ts';
import { DownloadsState } from '../downloads/downloads-state.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { PlayerState } from '../player-state.ts';
import { SavePosition } from '../progress/save-position.ts';
import { UserState } from '../session/user-state.ts';
import { callUntilAnswered } from '../wait-for-network.ts';
import { type DatedTrackPosition, startOfNextTrack } from '../../domain/playback/track-position.ts';

/**
 * The position to resume at. It is from `elsewhere` if another device has reported it, and from the `account` if this
 * browser has saved no position for this listener. `other` is the provider's position, for the listener to choose, if
 * neither is newer for certain and the record is active (PROG-19).
 */
export type FoundPosition = {
  readonly trackPosition: DatedTrackPosition;
  readonly from: 'here' | 'elsewhere' | 'account';
  readonly other: DatedTrackPosition | null;
};

/** How long Play waits for the provider after a long pause (PROG-73). */
const LONGEST_QUESTION = milliseconds(1_000);

/** What decides which of two positions is newer. */
type OwnPosition = Pick<SavedPosition, 'chapterIndex' | 'position' | 'at' | 'base' | 'unconfirmed'>;

/**
 * Finds the position to resume at: the newer of this browser's position and the provider's record (PROG-16). If the
 * provider cannot be asked, this browser's position is used (PROG-21).
 */
export class FindResumePosition {
  static readonly inject: Inject<typeof FindResumePosition> = [
    PORTS.journal,
    PORTS.playbackApi,
    SavePosition,
    PlayerState,
    UserState,
    PORTS.network,
    PORTS.clock,
  ];

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly api: PlaybackApi,
    private readonly savePosition: SavePosition,
    private readonly player: PlayerState,
    private readonly user: UserState,
    private readonly network: Network,
    private readonly clock: Clock,
  ) {}

  /**
   * The content whose record holds the position. For one episode of a podcast, this is the episode's own content
   * (PROG-24).
   */
  contentToQuery(item: ContentItem, trackId: TrackId | null): ContentId {
    const source = trackSource(item);
    if (source === 'chapters' || source === 'self') return item.id;
    return trackId === null ? (this.lastSavedIn(item)?.contentId ?? item.id) : contentId(trackId);
  }

  /** Removes the chapter from the record of a title without chapters (PROG-25). */
  normalizeRecord(playlist: readonly Track[], content: ContentId, record: PlaybackRecord): PlaybackRecord {
    const isWhole = playlist.some((track) => track.contentId === content && track.chapterIndex === null);
    return isWhole ? ignoreChapter(record) : record;
  }

  /** The position that the provider holds, as far as this browser knows. Null if no position of the content is saved. */
  knownState(content: ContentId): ProviderState | null {
    return this.journal.position(content)?.base ?? null;
  }

  /**
   * @param content the content of the record
   * @param record null if there is none, or if it could not be loaded
   * @param asked the known state when the record was asked for (PROG-71)
   * @param own the position of this browser, if it is not the saved one
   */
  find(
    playlist: readonly Track[],
    item: ContentItem,
    content: ContentId,
    record: PlaybackRecord | null,
    asked: ProviderState | null,
    own: OwnPosition | null = this.ownSaved(content),
  ): FoundPosition | null {
    const here =
      own === null ? this.inPlayer(playlist, item) : trackPositionOf(playlist, content, own, own.at);
    const there = record === null ? null : recordedPosition(playlist, content, record);
    if (there === null) return here === null ? null : { trackPosition: here, from: 'here', other: null };
    const isOwnReport = own !== null && record !== null && this.mayBeOwnReport(content, record);
    switch (isOwnReport ? 'here' : newest(own, record, asked)) {
      case 'here':
        return { trackPosition: here ?? there, from: 'here', other: null };
      case 'elsewhere':
        return { trackPosition: there, from: own === null ? 'account' : 'elsewhere', other: null };
      case 'tie':
        return here === null
          ? { trackPosition: there, from: 'elsewhere', other: null }
          : { trackPosition: here, from: 'here', other: record?.isActive === true ? there : null };
    }
  }

  /**
   * Asks the provider, before a title goes on that has stood still here since `since` (PROG-73). Null without an answer
   * in time (APP-64, PROG-72).
   */
  async ask(since: Instant): Promise<FoundPosition | null> {
    const { audio, track, tracks, position, userId } = this.player;
    if (audio === null || track === null || userId !== this.user.user.id || !this.network.isOnline())
      return null;
    const content = track.contentId;
    const asked = this.knownState(content);
    const answer = await Promise.race([
      this.api.playbackRecord(content),
      this.clock.after(LONGEST_QUESTION).then(() => null),
    ]);
    if (answer?.ok !== true) return null;
    const record = answer.value === null ? null : this.normalizeRecord(tracks, content, answer.value);
    this.savePosition.contentOpened(content, record, asked);
    const saved = this.ownSaved(content);
    const { base = 'unknown', unconfirmed = [] } = saved ?? {};
    const own = { chapterIndex: track.chapterIndex, position, at: since, base, unconfirmed };
    return this.find(tracks, audio, content, record, asked, own);
  }

  private ownSaved(content: ContentId): SavedPosition | null {
    const saved = this.journal.position(content);
    return saved !== null && saved.listener === this.user.user.id ? saved : null;
  }

  /** True if the record may come from a report of this browser whose response has not arrived yet (PROG-16). */
  private mayBeOwnReport(content: ContentId, record: PlaybackRecord): boolean {
    return this.journal.reports().some((report) => {
      const { listener, playback } = report;
      if (playback?.id !== content || listener !== this.user.user.id) return false;
      const reported = reportedPosition(playback);
      const recorded = reported.chapterIndex === null ? ignoreChapter(record) : record;
      return isSamePosition(reported, recorded) || mayHold(report, recorded);
    });
  }

  private lastSavedIn(item: ContentItem): SavedPosition | null {
    const { id } = this.user.user;
    const saved = this.journal
      .positions()
      .filter(({ audio, listener }) => audio === item.id && listener === id);
    return saved.length === 0 ? null : saved.reduce((one, other) => (other.at > one.at ? other : one));
  }

  private inPlayer(playlist: readonly Track[], item: ContentItem): DatedTrackPosition | null {
    const { track, position, userId } = this.player;
    if (track === null || !this.player.isCurrentAudio(item) || userId !== this.user.user.id) return null;
    const index = playlist.findIndex((other) => other.id === track.id);
    return index === -1 ? null : { index, position, at: null };
  }
}

const newest = (
  own: OwnPosition | null,
  record: PlaybackRecord | null,
  asked: ProviderState | null,
): NewestPosition =>
  own === null || record === null ? 'elsewhere' : newestPosition(own, record, asked ?? undefined);

/** A record that is no longer active leads to the start of the title, or to the episode that follows (PROG-22). */
const recordedPosition = (
  playlist: readonly Track[],
  content: ContentId,
  record: PlaybackRecord,
): DatedTrackPosition | null => {
  const found = trackPositionOf(playlist, content, record, record.updatedAt);
  if (found === null || record.isActive) return found;
  const isWholePlaylist = playlist.every((track) => track.contentId === content);
  return isWholePlaylist
    ? { index: 0, position: seconds(0), at: found.at }
    : { ...startOfNextTrack(playlist, found), at: found.at };
};

const trackPositionOf = (
  playlist: readonly Track[],
  content: ContentId,
  { chapterIndex, position }: ContentPosition,
  at: Instant | null,
): DatedTrackPosition | null => {
  const index = playlist.findIndex(
    (track) => track.contentId === content && track.chapterIndex === chapterIndex,
  );
  return index === -1 ? null : { index, position, at };
};

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
    FindResumePosition,
    PORTS.clock,
    PORTS.network,
    DownloadsState,
    PlaybackSettingsState,
  ];

  constructor(
    private readonly catalogue: Catalogue,
    private readonly api: PlaybackApi,
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
   * @param isOnlyTrack true: the playlist is the track only
   * @param isWanted given to wait for a provider that does not respond, as long as this is true (PLAY-125)
   */
  async load(
    item: ContentItem,
    trackId: TrackId | null,
    isOnlyTrack = false,
    isWanted: (() => boolean) | null = null,
  ): Promise<ApiResult<LoadedPlayback>> {
    const repeat: Repeat =
      isWanted === null ? async (call) => call() : async (call) => this.repeat(call, isWanted);
    const content = this.findResumePosition.contentToQuery(item, trackId);
    const asked = this.findResumePosition.knownState(content);
    const download = this.downloads.find(item.id);
    const { parts, response, late } = await (download === null
      ? this.loadAll(item, content, repeat)
      : this.loadDownloaded(item, trackId, content, download, repeat));
    if (!parts.ok) return parts;
    const playlist = this.playlistOf(parts.value).filter(({ id }) => !isOnlyTrack || id === trackId);
    const stored = response.ok ? response.value : null;
    const record =
      stored === null ? null : this.findResumePosition.normalizeRecord(playlist, content, stored);
    return ok({
      playlist,
      wholePlaylist:
        late === null || isOnlyTrack
          ? null
          : late.then((all) => (all.ok ? this.playlistOf(all.value) : null)),
      isOnlyTrack,
      recorded: response.ok ? { kind: 'loaded', content, record, asked } : { kind: 'failed', record: null },
      found: this.findResumePosition.find(playlist, item, content, record, asked),
    });
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
    return callUntilAnswered({
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
   * Opens a download, which is enough to start. So the provider gets only a short time to answer, and none without a
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
