import type {
  ContentId,
  ContentItem,
  PlaybackRecord,
  ContentPosition,
} from '../../domain/catalogue/content.ts';
import type { Track } from '../../domain/playback/track.ts';
import { type DatedTrackPosition, startOfNextTrack } from '../../domain/playback/track-position.ts';
import {
  ignoreChapter,
  isSamePosition,
  mayHold,
  newestPosition,
  type NewestPosition,
  type OwnPosition,
  type ProviderState,
  type SavedPosition,
} from '../../domain/progress/position.ts';
import { reportedPosition } from '../../domain/progress/report-fate.ts';
import { type Instant, milliseconds, seconds } from '../../domain/time.ts';
import type { PlaybackApi } from '../../ports/content-api.ts';
import type { Clock, Network } from '../../ports/platform.ts';
import type { PlaybackJournal } from '../../ports/stored-positions.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { SavePosition } from '../progress/save-position.ts';
import { UserState } from '../session/user-state.ts';

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
   * Asks the provider, before a title goes on that has stood still here since `since` (PROG-73). Null without a response
   * in time (APP-64, PROG-72).
   */
  async ask(since: Instant): Promise<FoundPosition | null> {
    const { audio, track, tracks, position, userId } = this.player;
    if (audio === null || track === null || userId !== this.user.user.id || !this.network.isOnline())
      return null;
    const content = track.contentId;
    const asked = this.journal.position(content)?.base ?? null;
    const response = await Promise.race([
      this.api.playbackRecord(content),
      this.clock.after(LONGEST_QUESTION).then(() => null),
    ]);
    if (response?.ok !== true) return null;
    const record = response.value === null ? null : comparableRecord(tracks, content, response.value);
    this.savePosition.recordLoaded({ content, record, asked });
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

  /** The content of the title that was heard last in this browser. The title itself if none was heard. */
  lastContentOf(item: ContentItem): ContentId {
    const { id } = this.user.user;
    const saved = this.journal
      .positions()
      .filter(({ audio, listener }) => audio === item.id && listener === id);
    if (saved.length === 0) return item.id;
    return saved.reduce((one, other) => (other.at > one.at ? other : one)).contentId;
  }

  private inPlayer(playlist: readonly Track[], item: ContentItem): DatedTrackPosition | null {
    const { track, position, userId } = this.player;
    if (track === null || !this.player.isCurrentAudio(item) || userId !== this.user.user.id) return null;
    const index = playlist.findIndex((other) => other.id === track.id);
    return index === -1 ? null : { index, position, at: null };
  }
}

/** Removes the chapter from the record of a title without chapters (PROG-25). */
export const comparableRecord = (
  playlist: readonly Track[],
  content: ContentId,
  record: PlaybackRecord,
): PlaybackRecord => {
  const isWhole = playlist.some((track) => track.contentId === content && track.chapterIndex === null);
  return isWhole ? ignoreChapter(record) : record;
};

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
