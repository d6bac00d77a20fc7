import type { ContentId } from '../../domain/catalogue/content.ts';
import {
  isSameState,
  supersedes,
  type ContentPosition,
  type ProviderState,
  type SavedPosition,
} from '../../domain/progress/position.ts';
import { instant, milliseconds, type Instant } from '../../domain/time.ts';
import { NOBODY } from '../../domain/account/user.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { PlaybackJournal } from '../../ports/playback-journal.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { ListeningReport } from './listening-report.ts';
import { PlaybackLock } from '../playback/playback-lock.ts';
import { PlayerState } from '../playback/player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Less than one second, minus the quarter of a second that may pass between two audio events. */
const SAVE_INTERVAL = milliseconds(700);

const NEVER = instant(0);

/**
 * Saves the listener's position in this browser, so that a page that ends without warning loses at most one second.
 * It saves every second while playing, at every pause and seek, and whenever the page may be about to end (PROG-10).
 */
export class SavePosition {
  static readonly inject: Inject<typeof SavePosition> = [
    PORTS.journal,
    ListeningReport,
    PlayerState,
    PlaybackLock,
    PORTS.tabs,
    PORTS.clock,
    PORTS.log,
  ];
  private savedAt: Instant = NEVER;
  private chosenAt: Instant = NEVER;
  /** True if the listener has chosen a position that the audio has not reached yet. */
  private awaitsPosition = false;
  /**
   * The provider's position when the content was opened, and the one that was stored here when it was asked for. Null
   * after the first save.
   */
  private opened: {
    readonly content: ContentId;
    readonly base: ContentPosition | 'nothing';
    readonly asked: ProviderState | null;
  } | null = null;

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly listeningReport: ListeningReport,
    private readonly player: PlayerState,
    private readonly playbackLock: PlaybackLock,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @param at the time of the saved position; the current one for all but a choice */
  save(at: Instant = this.clock.now()): void {
    if (this.player.missedPosition !== null) {
      // The listening time counts, the position does not (PLAY-91).
      this.savedAt = this.clock.now();
      this.listeningReport.saveDraft();
      return;
    }
    const position = this.current(at);
    if (position === null || !this.maySave(position)) return;
    this.savedAt = position.at;
    const saved = this.journal.savePosition(position);
    this.opened = null;
    this.listeningReport.saveDraft();
    if (!saved.ok) this.log.warn('The position could not be saved', { kind: saved.error.kind });
  }

  /** Saves at most once in each interval. */
  saveWhilePlaying(): void {
    if (Math.abs(this.clock.now() - this.savedAt) < SAVE_INTERVAL) return;
    if (this.playbackLock.isHeld && this.player.isPlaying) this.claimPosition();
    this.save();
  }

  /**
   * Makes the position of the tab that plays the newest one. A silent tab may have stored a later time, because
   * clocks differ.
   */
  private claimPosition(): void {
    const { track } = this.player;
    const stored = track === null ? null : this.journal.position(track.contentId);
    const elsewhere = stored === null || stored.page === this.tabs.page ? NEVER : stored.chosenAt + 1;
    this.chosenAt = instant(Math.max(this.chosenAt, this.playbackLock.claimedAt, elsewhere));
  }

  /**
   * Call this when the listener has just chosen to play from the current position. The choice is newer than every stored
   * one, although a page with another clock may have stored a later time (PROG-13).
   */
  markIntent(): void {
    const { track } = this.player;
    const stored = track === null ? null : this.journal.position(track.contentId);
    this.chosenAt = instant(Math.max(this.clock.now(), stored === null ? NEVER : stored.chosenAt + 1));
  }

  /** Saves the current position as the one that the listener has just chosen. */
  saveChosen(): void {
    this.markIntent();
    // With the time of the choice, a start may replace a later position (PROG-12).
    this.save(this.chosenAt);
    this.awaitsPosition = !this.player.isAtPosition || this.player.missedPosition !== null;
  }

  /** Call this when the audio has reached its start position, or a position that it had missed. */
  positionReached(): void {
    if (this.awaitsPosition) this.save();
    this.awaitsPosition = false;
  }

  /**
   * @param recorded the position that the provider holds; null if it has no record
   * @param asked what the provider held when it was asked for `recorded`, as far as this browser knew (PROG-64)
   */
  contentOpened(content: ContentId, recorded: ContentPosition | null, asked: ProviderState | null): void {
    const base = recorded === null ? 'nothing' : positionOnly(recorded);
    this.opened = { content, base, asked };
  }

  /** True if no other tab has saved a newer position. */
  isNewest(): boolean {
    const position = this.current();
    return position === null || this.maySave(position);
  }

  private maySave(next: SavedPosition): boolean {
    const stored = this.journal.position(next.contentId);
    return stored === null || supersedes(next, stored);
  }

  private current(at: Instant = this.clock.now()): SavedPosition | null {
    const { audio, track, position, userId } = this.player;
    if (audio === null || track === null || !this.player.isAtPosition) return null;
    if (this.player.missedPosition !== null) return null;
    // Entries of the journal belong to a listener (PROG-14), who is not known yet.
    if (userId === NOBODY.id) return null;
    const stored = this.journal.position(track.contentId);
    const { opened } = this;
    // A report has arrived after the record was requested, so the record is old (PROG-71).
    const isOutdated =
      opened?.content !== track.contentId || !isSameState(opened.asked, stored?.base ?? null);
    return {
      listener: userId,
      page: this.tabs.page,
      audio: audio.id,
      contentId: track.contentId,
      track: track.id,
      chapterIndex: track.chapterIndex,
      position,
      at,
      chosenAt: this.chosenAt,
      base: (isOutdated ? null : opened.base) ?? stored?.base ?? 'unknown',
      unconfirmed: stored?.unconfirmed ?? [],
    };
  }
}

/** A record has more fields, which are not stored. */
const positionOnly = ({ chapterIndex, position }: ContentPosition): ContentPosition => ({
  chapterIndex,
  position,
});
