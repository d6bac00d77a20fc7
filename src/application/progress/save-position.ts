import type { ContentId } from '../../domain/catalogue/content.ts';
import { supersedes, type SavedPosition, type ContentPosition } from '../../domain/progress/position.ts';
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

/**
 * Less than the second that may be lost at most, by more than the quarter of a second that may lie between
 * two words of the sound.
 */
const BETWEEN_TICKS = milliseconds(700);

const NEVER = instant(0);

/**
 * Notes down where the listener is, so that a page that ends without a word loses a second at most: at every
 * second of playing, at every pause and seek, and whenever the page may be about to go away.
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
  private keptAt: Instant = NEVER;
  private chosenAt: Instant = NEVER;
  /** A place was chosen before there was a sound to be at it. */
  private isOnTheWay = false;
  /** What the provider was found to hold when the content was opened, until it has been noted down. */
  private base: { readonly content: ContentId; readonly place: ContentPosition | null } | null = null;

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly listeningReport: ListeningReport,
    private readonly player: PlayerState,
    private readonly playbackLock: PlaybackLock,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Notes the place down as it is. */
  save(): void {
    const place = this.current();
    if (place === null || !this.mayKeep(place)) return;
    this.keptAt = place.at;
    const kept = this.journal.savePosition(place);
    this.base = null;
    this.listeningReport.saveDraft();
    if (!kept.ok) this.log.warn('The place could not be noted down', { kind: kept.error.kind });
  }

  /** The sound has moved on by itself. */
  saveWhilePlaying(): void {
    if (Math.abs(this.clock.now() - this.keptAt) < BETWEEN_TICKS) return;
    if (this.playbackLock.isHeld && this.player.isPlaying) this.goesOnHere();
    this.save();
  }

  /** Somebody moved about in a silent tab: what sounds now is what is listened to all the same. */
  private goesOnHere(): void {
    const { track } = this.player;
    const held = track === null ? null : this.journal.position(track.contentId);
    if (held !== null && held.page !== this.tabs.page && held.chosenAt > this.chosenAt) {
      // Newer than whatever the silent tab still has to say of that.
      this.chosenAt = instant(held.chosenAt + 1);
    }
  }

  /** The listener wants to hear what is in the player, from where it is. */
  markIntent(): void {
    this.chosenAt = this.clock.now();
  }

  /** The listener wants to be here, and nowhere else. */
  saveChosen(): void {
    this.markIntent();
    this.save();
    this.isOnTheWay = !this.player.isAtPosition;
  }

  /** The sound is there, at the place where it was to begin. */
  positionReached(): void {
    if (this.isOnTheWay) this.save();
    this.isOnTheWay = false;
  }

  /** A content was opened of which the provider holds `place`. */
  contentOpened(content: ContentId, place: ContentPosition | null): void {
    this.base = { content, place };
  }

  /** Whether the place in the player is the listener's newest one, as far as this browser knows. */
  isNewest(): boolean {
    const place = this.current();
    return place === null || this.mayKeep(place);
  }

  private mayKeep(place: SavedPosition): boolean {
    const held = this.journal.position(place.contentId);
    return held === null || supersedes(place, held);
  }

  private current(): SavedPosition | null {
    const { audio, track, position, userId } = this.player;
    if (audio === null || track === null || !this.player.isAtPosition) return null;
    // The journal belongs to listeners, and nobody knows yet who this one is.
    if (userId === NOBODY.id) return null;
    const held = this.journal.position(track.contentId);
    const opened = this.base?.content === track.contentId ? this.base : null;
    const base = opened === null ? (held?.base ?? null) : opened.place;
    const heldNothing = base === null && (opened !== null || held?.heldNothing === true);
    return {
      listener: userId,
      page: this.tabs.page,
      audio: audio.id,
      contentId: track.contentId,
      track: track.id,
      chapterIndex: track.chapterIndex,
      position,
      at: this.clock.now(),
      chosenAt: this.chosenAt,
      base: base === null ? null : { chapterIndex: base.chapterIndex, position: base.position },
      ...(heldNothing && { heldNothing }),
    };
  }
}
