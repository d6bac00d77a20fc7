import type { UserId } from '../../domain/account/user.ts';
import {
  goesOn,
  hasJumped,
  historyEntryId,
  LEAST_SOUND,
  type HistoryEntry,
  type HistoryPoint,
  type StopReason,
} from '../../domain/history.ts';
import { storedTitle, trackPoint } from '../../domain/playback/title-position.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import { milliseconds, seconds, type Milliseconds, type Seconds } from '../../domain/time.ts';
import type { AudioEvent } from '../../ports/audio-output.ts';
import type { Clock, Log, Signal, Subscription } from '../../ports/platform.ts';
import type { HistoryStore } from '../../ports/stored-positions.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import { HistoryState } from './history-state.ts';

/** How often the current entry is saved while the sound plays (HIST-1). */
const SAVE_INTERVAL = milliseconds(15_000);

/** The entry of what sounds now. */
type Current = {
  readonly listener: UserId;
  readonly entry: HistoryEntry;
  /** When this stretch of sound began, as elapsed time. */
  readonly since: Milliseconds;
  /** When the end of the entry was last moved, as elapsed time. */
  readonly movedAt: Milliseconds;
  /** When the entry was last saved, as elapsed time. Null if it is not stored yet. */
  readonly savedAt: Milliseconds | null;
};

/**
 * The listener's history. Records where playing began and stopped, and why (HIST-1). Shows the history as long as its
 * page is open, and clears it.
 */
export class ListeningHistory {
  static readonly inject: Inject<typeof ListeningHistory> = [
    PORTS.history,
    PlayerState,
    HistoryState,
    RefreshUser,
    UserState,
    PORTS.tabs,
    PORTS.clock,
    PORTS.log,
  ];
  private current: Current | null = null;
  /** The entry that ended last on this page. The next sound may belong to it (HIST-8). */
  private last: { readonly listener: UserId; readonly entry: HistoryEntry } | null = null;
  private entries = 0;
  private showing: Subscription | null = null;

  constructor(
    private readonly history: HistoryStore,
    private readonly player: PlayerState,
    private readonly state: HistoryState,
    private readonly refreshUser: RefreshUser,
    private readonly user: UserState,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @param events of the sound; each is read before the player reads it, so that the player has the track that sounded */
  start(events: Signal<AudioEvent>): Subscription {
    return events.subscribe((event) => {
      if (this.player.isCurrentLoad(event.load)) this.follow(event);
    });
  }

  /**
   * Ends the current entry. Call this before the sound stops.
   *
   * @param at where it stops, if that is not where it is now
   */
  stop(reason: StopReason, at?: { readonly track: TrackId; readonly position: Seconds }): void {
    if (this.current === null) return;
    const end = at === undefined ? this.pointNow() : this.pointAt(at.track, at.position);
    this.end(reason, end ?? this.current.entry.end);
  }

  /**
   * Saves how far the sound has come, because the page may be about to end.
   *
   * @param reason absent if the page is only hidden; the reason of an earlier call then stays
   */
  save(reason?: StopReason): void {
    if (this.current === null) return;
    const { stop } = this.current.entry;
    this.moveEnd(this.pointNow() ?? this.current.entry.end);
    if (this.isLongEnough()) this.store(reason ?? stop);
  }

  reset(): void {
    this.current = null;
    this.last = null;
  }

  /** The state that the view observes. It follows the history until `close`. */
  async open(): Promise<HistoryState> {
    this.showing ??= this.history.changed.subscribe(() => this.show());
    await this.refreshUser.known();
    this.show();
    return this.state;
  }

  close(): void {
    this.showing?.unsubscribe();
    this.showing = null;
    this.state.setCleared([]);
  }

  /** Deletes the whole history. It can be put back as long as its page is open (HIST-7). */
  clear(): void {
    const { id } = this.user.user;
    const cleared = this.history.entries(id);
    this.history.deleteAllOf(id);
    this.state.setCleared(cleared);
  }

  putBack(): void {
    const { id } = this.user.user;
    const { cleared } = this.state;
    this.state.setCleared([]);
    for (const entry of cleared) {
      const saved = this.history.save(id, entry);
      if (!saved.ok) {
        this.state.setFailure(saved.error.kind);
        this.state.setCleared(cleared);
        return;
      }
    }
  }

  private show(): void {
    const { id } = this.user.user;
    if (id === '') this.state.setFailure('unknown-listener');
    else this.state.loaded(this.history.entries(id));
  }

  private follow(event: AudioEvent): void {
    switch (event.kind) {
      case 'playing':
        this.begin(this.player.position);
        return;
      case 'moved':
        this.move(event.position);
        return;
      case 'paused':
        this.stop('paused');
        return;
      case 'failed':
        this.stop('interrupted');
        return;
      case 'ended':
        // The timer at the end of a chapter stops the sound here.
        this.stop(this.player.sleep.kind === 'end-of-chapter' ? 'sleep-timer' : 'ended');
        return;
      default:
    }
  }

  /** Starts an entry, or continues the one before. Called when the sound starts, also after a wait for data. */
  private begin(position: Seconds): void {
    const { audio, track, userId } = this.player;
    const point = track === null ? null : this.pointAt(track.id, position);
    if (audio === null || point === null || userId === '') return;
    if (this.current !== null) {
      const { entry, listener } = this.current;
      if (listener === userId && entry.end.track === point.track && goesOn(entry, audio.id, point)) return;
      // Another track or title has replaced it, without a pause.
      this.end('moved', entry.end);
    }
    const before = this.entryBefore(userId);
    const isSame = before !== null && goesOn(before, audio.id, point);
    this.entries += isSame ? 0 : 1;
    const now = this.clock.elapsed();
    this.current = {
      listener: userId,
      entry: isSame
        ? { ...before, end: point, stop: 'playing' }
        : {
            ...storedTitle(audio),
            id: historyEntryId(`${this.tabs.page}.${this.entries}`),
            start: point,
            end: point,
            stop: 'playing',
            isFromElsewhere: this.player.positionNote?.kind === 'from-elsewhere',
          },
      since: now,
      movedAt: now,
      savedAt: isSame ? now : null,
    };
  }

  private move(position: Seconds): void {
    if (this.current === null) return;
    const { entry, movedAt } = this.current;
    const played = seconds(((this.clock.elapsed() - movedAt) / 1000) * this.player.speed);
    if (hasJumped(entry.end.position, position, played)) {
      this.end('moved', entry.end);
      this.begin(position);
      return;
    }
    this.moveEnd(this.pointAt(entry.end.track, position) ?? entry.end);
    const { savedAt } = this.current;
    const isDue = savedAt === null || this.clock.elapsed() - savedAt >= SAVE_INTERVAL;
    if (isDue && this.isLongEnough()) this.store('playing');
  }

  private end(reason: StopReason, at: HistoryPoint): void {
    this.moveEnd(at);
    if (this.isLongEnough()) this.store(reason);
    if (this.current?.savedAt !== null && this.current !== null) {
      this.last = { listener: this.current.listener, entry: this.current.entry };
    }
    this.current = null;
  }

  private moveEnd(end: HistoryPoint): void {
    if (this.current === null) return;
    this.current = {
      ...this.current,
      entry: { ...this.current.entry, end },
      movedAt: this.clock.elapsed(),
    };
  }

  /** True if the current entry may be stored: its sound was long enough, or it is stored already. */
  private isLongEnough(): boolean {
    if (this.current === null) return false;
    return this.current.savedAt !== null || this.clock.elapsed() - this.current.since >= LEAST_SOUND;
  }

  private store(stop: StopReason): void {
    if (this.current === null) return;
    const { listener, savedAt } = this.current;
    let entry: HistoryEntry = { ...this.current.entry, stop };
    if (savedAt !== null && this.history.entry(listener, entry.id) === null) {
      // The listener has cleared the history since. What plays now is a new entry.
      this.entries += 1;
      entry = { ...entry, id: historyEntryId(`${this.tabs.page}.${this.entries}`), start: entry.end };
    }
    this.current = { ...this.current, entry, savedAt: this.clock.elapsed() };
    const saved = this.history.save(listener, entry);
    this.state.setFailure(saved.ok ? null : saved.error.kind);
    if (!saved.ok) this.log.warn('The history could not be saved', { kind: saved.error.kind });
  }

  /** The entry that ended last, if it is still in the history. On a new page this is the newest stored entry. */
  private entryBefore(listener: UserId): HistoryEntry | null {
    if (this.last === null || this.last.listener !== listener) {
      return this.history.entries(listener)[0] ?? null;
    }
    const { id } = this.last.entry;
    return this.history.entry(listener, id) === null ? null : this.last.entry;
  }

  /** Where the sound of the current entry is now. Null if another one has replaced it. */
  private pointNow(): HistoryPoint | null {
    const { track } = this.player;
    const isHere = this.player.isLoaded && track?.id === this.current?.entry.end.track;
    return isHere && track !== null ? this.pointAt(track.id, this.player.position) : null;
  }

  private pointAt(id: TrackId, position: Seconds): HistoryPoint | null {
    const { audio, tracks } = this.player;
    const track = tracks.find((other) => other.id === id);
    if (audio === null || track === undefined) return null;
    return { ...trackPoint(audio, track, position), at: this.clock.now() };
  }
}
