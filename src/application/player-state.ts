import type { ContentId, ContentItem } from '../domain/catalogue/content.ts';
import {
  autoplaySet,
  currentTrack,
  EMPTY_PLAYBACK,
  ended,
  movedNext,
  movedOn,
  movedPrevious,
  opened,
  paused,
  type Playback,
  played,
  positionMoved,
  seeked,
  type Speed,
  speedChosen,
  NO_SKIPS,
  type Skips,
  startAfterSkip,
} from '../domain/playback/player.ts';
import { seconds, type Instant, type Milliseconds, type Seconds } from '../domain/time.ts';
import type { OpenedRecord } from '../domain/progress/position.ts';
import type { PlayerStore } from '../domain/stores.ts';
import {
  type IsSkipped,
  type Track,
  type TrackId,
  updatedItem,
  updatedTracks,
} from '../domain/playback/track.ts';
import { NOBODY, type UserId } from '../domain/account/user.ts';
import { NO_SLEEP, sleepMinutesLeft, type SleepTimer } from '../domain/playback/sleep.ts';
import type { LoadId } from '../ports/audio-output.ts';
import { isAtEnd, type DatedTrackPosition, type TrackPosition } from '../domain/playback/track-position.ts';

/**
 * A note about the position: it comes from another device, or from the account because this browser has none; the audio
 * could not reach it; or the listener has to choose one of two. `at` is when the listener was there, null if this is not
 * known.
 */
export type PositionNote =
  | { readonly kind: 'from-elsewhere' | 'from-account' | 'missed'; readonly position: Seconds }
  | { readonly kind: 'question'; readonly here: DatedTrackPosition; readonly elsewhere: DatedTrackPosition };

/** A track of which less than this was left has nothing to resume. */
const REST = seconds(1);

/** How autoplay goes on after a track. */
type Following = {
  readonly isSkipped: IsSkipped;
  readonly positionOf: (track: Track) => Seconds | null;
};

/**
 * One opening of a title, which the listener chose `at` that time.
 *
 * - `trackId`: the track that was asked for; null for the whole title
 * - `recorded`: what the provider held of it; null if it could not be asked
 */
export type Opening = {
  readonly at: Instant;
  readonly trackId: TrackId | null;
  readonly recorded: OpenedRecord | null;
};

/** Identifies one request to play. A newer request makes an older one stale. */
export type Attempt = number;

/**
 * The newest request to play.
 *
 * - `considered`: it is not decided yet whether the item may play. An older request that is `opening` goes on meanwhile.
 * - `opening`: the tracks of the item load. The player still holds what it held before.
 * - `starting`: the sound of the item loads.
 */
type PlayRequest =
  | { readonly kind: 'none' }
  | { readonly kind: 'considered'; readonly item: ContentId; readonly opening: ContentId | null }
  | { readonly kind: 'opening' | 'starting'; readonly item: ContentId };

const NO_REQUEST: PlayRequest = { kind: 'none' };

/** What the audio does. It waits for data only if it should play. `since` is when it started to sound. */
type Sound = { readonly kind: 'silent' | 'waiting' } | { readonly kind: 'sounding'; readonly since: Instant };

const SILENT: Sound = { kind: 'silent' };
const WAITING: Sound = { kind: 'waiting' };

/**
 * What the player shows: itself, itself with the text of the track, or only Resume. `wasPlaying`: it played when the
 * listener closed it.
 */
type Display =
  { readonly kind: 'shown' | 'text' } | { readonly kind: 'hidden'; readonly wasPlaying: boolean };

const SHOWN: Display = { kind: 'shown' };
const TEXT: Display = { kind: 'text' };

/**
 * A position that the audio could not reach, because its source cannot seek. It stays the saved position until the sound
 * passes it, or until a later seek succeeds (PLAY-91). `hasSought`: there is a later seek.
 */
type Missed = { readonly position: Seconds; readonly hasSought: boolean };

/**
 * Why the audio is silent. `chosen`: the listener paused it, or it has not started. `needs-tap`: the browser does not
 * allow sound without a gesture of the listener. `other-tab`: another tab started to play (PLAY-128).
 */
type Silence = 'chosen' | 'needs-tap' | 'other-tab';

/** The state of the player: what is open, and what the audio is doing. The rules are in `domain/playback/player.ts`. */
export class PlayerState {
  audio: ContentItem | null = null;
  /** Apart from the rest of the playback, because it changes all the time and few observers need it. */
  position: Seconds = EMPTY_PLAYBACK.position;
  private rest: Omit<Playback, 'position'> = EMPTY_PLAYBACK;
  /** The listener asked for one track of the title, so its other tracks are not in the playlist (PLAY-96). */
  isOnlyTrack = false;
  userId: UserId = NOBODY.id;
  private display: Display = SHOWN;
  /**
   * `restored`: an earlier page stored the position, and no audio is loaded. `unloaded`: no audio is loaded either,
   * but the listener chose the position or the track here. `error`: the load failed.
   */
  phase: 'empty' | 'restored' | 'unloaded' | 'loading' | 'ready' | 'error' = 'empty';
  /**
   * True if the position has been reached. A position that the audio has not reached yet is neither reported nor
   * saved (PROG-11).
   */
  isAtPosition = false;
  private missed: Missed | null = null;
  positionNote: PositionNote | null = null;
  private sound: Sound = SILENT;
  private silence: Silence = 'chosen';
  /** The track is at its end, and nothing followed. Play goes on with the next track (PLAY-99). */
  hasEnded = false;
  /** How the title was opened last. Each opening is a value of its own. */
  opening: Opening | null = null;
  /** The position at which an earlier listening goes on. Null once the listener has chosen another one. */
  private resumedAt: Seconds | null = null;
  duration: Seconds | null = null;
  /** What is left out of the tracks of the open title. */
  skips: Skips = NO_SKIPS;
  sleep: SleepTimer = NO_SLEEP;
  /** The minutes that the sleep timer shows. Null without a time. */
  sleepMinutesLeft: number | null = null;
  private request: PlayRequest = NO_REQUEST;
  private attempt: Attempt = 0;
  private load: LoadId | null = null;

  get playback(): Playback {
    return { ...this.rest, position: this.position };
  }

  /** The position in whole seconds, for observers that need no more: it changes once a second. */
  get wholePosition(): Seconds {
    return seconds(Math.floor(this.position));
  }

  get tracks(): readonly Track[] {
    return this.rest.tracks;
  }

  get track(): Track | null {
    return currentTrack(this.rest);
  }

  get isPlaying(): boolean {
    return this.rest.isPlaying;
  }

  get speed(): Speed {
    return this.rest.speed;
  }

  get autoplay(): boolean {
    return this.rest.autoplay;
  }

  /** The audio waits for data. */
  get isWaiting(): boolean {
    return this.sound.kind === 'waiting';
  }

  /** When the audio started to sound. Null while it does not. */
  get soundingSince(): Instant | null {
    return this.sound.kind === 'sounding' ? this.sound.since : null;
  }

  get needsTap(): boolean {
    return this.silence === 'needs-tap';
  }

  get isPausedByTab(): boolean {
    return this.silence === 'other-tab';
  }

  get missedPosition(): Seconds | null {
    return this.missed?.position ?? null;
  }

  /** True if there is something to show. */
  get isPresent(): boolean {
    return this.audio !== null && this.track !== null;
  }

  /** The listener has closed the player. Resume shows it again. */
  get isHidden(): boolean {
    return this.display.kind === 'hidden';
  }

  /** The listener has opened the text in the player. A page then closes its own (TEXT-64). */
  get isTextOpen(): boolean {
    return this.display.kind === 'text';
  }

  /** The part of the state that is stored for the next page. */
  get store(): PlayerStore {
    return {
      currentAudio: this.audio,
      playlist: this.tracks,
      currentTrackIndex: this.rest.index,
      currentTrackId: this.track?.id ?? null,
      isOnlyTrack: this.isOnlyTrack,
      autoplay: this.autoplay,
      userId: this.userId,
      playbackSpeed: this.speed,
      startPlayback: this.isPlaying,
    };
  }

  isCurrentAudio(item: Pick<ContentItem, 'id'>): boolean {
    return this.audio?.id === item.id;
  }

  /** The item of the pending request to play, so that its button can show it. */
  get pendingId(): ContentId | null {
    return this.request.kind === 'none' ? null : this.request.item;
  }

  /** True if the title in the player is requested, and its sound has not started yet. */
  get isRequested(): boolean {
    return this.audio !== null && this.pendingId === this.audio.id;
  }

  /** True if the title in the player was requested and may play, and its sound has not started yet. */
  get isStarting(): boolean {
    return this.isRequested && this.request.kind !== 'considered';
  }

  /** Starts a request to play `item` (null: what is in the player). All older requests become stale. */
  requestPlay(item: ContentId | null): Attempt {
    this.attempt += 1;
    this.request = item === null ? NO_REQUEST : { kind: 'starting', item };
    return this.attempt;
  }

  /** Starts a request to play an item whose tracks have to load first. */
  requestOpening(item: ContentId): Attempt {
    const attempt = this.requestPlay(item);
    this.request = { kind: 'opening', item };
    return attempt;
  }

  /**
   * Starts a request that cannot be decided at once. It is shown as pending. Older requests continue until it is
   * decided.
   */
  playConsidered(item: ContentId): Attempt {
    this.request = { kind: 'considered', item, opening: this.openingId };
    return this.attempt;
  }

  isCurrentAttempt(attempt: Attempt): boolean {
    return attempt === this.attempt;
  }

  /** Ends a request without a result. The player keeps what it has. */
  endRequest(attempt: Attempt): void {
    if (this.isCurrentAttempt(attempt)) this.request = NO_REQUEST;
  }

  /**
   * Ends a request that was refused. If an older request for the same item is still loading tracks, it ends too
   * (ENT-75). An older request for another item continues.
   */
  requestRefused(item: ContentId): void {
    const { openingId } = this;
    if (openingId === item) this.attempt += 1;
    this.request =
      openingId === null || openingId === item ? NO_REQUEST : { kind: 'opening', item: openingId };
  }

  /** Puts a title into the player: playlist, track, position and speed. */
  openAudio(opening: {
    readonly audio: ContentItem;
    readonly tracks: readonly Track[];
    readonly index: number;
    readonly isOnlyTrack: boolean;
    readonly position: Seconds;
    /** The listener left the title at this position, and did not choose it now. */
    readonly isResumed: boolean;
    readonly speed: Speed;
    readonly userId: UserId;
    readonly opening: Opening;
  }): void {
    this.opening = opening.opening;
    this.audio = opening.audio;
    this.isOnlyTrack = opening.isOnlyTrack;
    this.userId = opening.userId;
    this.setPlayback(
      speedChosen(opened(this.playback, opening.tracks, opening.index, opening.position), opening.speed),
    );
    this.show();
    this.duration = this.track?.runTime ?? null;
    this.isAtPosition = false;
    this.missed = null;
    this.positionNote = null;
    this.resumedAt = opening.isResumed ? this.position : null;
    this.startLoading();
  }

  /** Updates the open title, for example after a purchase. */
  audioUpdated(item: ContentItem): void {
    if (this.audio === null) return;
    this.audio = updatedItem(this.audio, item);
    this.rest = { ...this.rest, tracks: updatedTracks(this.tracks, item) };
  }

  /** More tracks of the open title have loaded. The current track goes on (PLAY-97). */
  tracksCompleted(tracks: readonly Track[]): void {
    const current = this.track;
    const indexOf = (before: Track | undefined): number => tracks.findIndex(({ id }) => id === before?.id);
    const index = indexOf(current ?? undefined);
    if (current === null || index === -1) return;
    const note = this.positionNote;
    if (note?.kind === 'question') {
      // Both positions name their track by its index in the old playlist.
      const here = { ...note.here, index: indexOf(this.tracks[note.here.index]) };
      const elsewhere = { ...note.elsewhere, index: indexOf(this.tracks[note.elsewhere.index]) };
      if (here.index === -1 || elsewhere.index === -1) return;
      this.positionNote = { ...note, here, elsewhere };
    }
    this.rest = { ...this.rest, tracks: tracks.map((track, at) => (at === index ? current : track)), index };
  }

  favoriteSaved(id: ContentId, isFavorite: boolean): void {
    if (this.audio?.id === id) this.audio = { ...this.audio, isFavorite };
  }

  /** Assigns what was opened before the listener was known to this listener. */
  listenerNamed(id: UserId): void {
    if (this.userId === NOBODY.id) this.userId = id;
  }

  /** @param from `account` if this browser has no position to compare with */
  noteOrigin(from: 'elsewhere' | 'account'): void {
    this.positionNote = { kind: `from-${from}`, position: this.position };
  }

  /** Asks the listener which position to use. Nothing sounds before the choice (PROG-19). */
  askForPosition(here: DatedTrackPosition, elsewhere: DatedTrackPosition): void {
    this.soundStopped();
    this.positionNote = { kind: 'question', here, elsewhere };
    this.startEnded();
    this.phase = 'unloaded';
    this.load = null;
    this.isAtPosition = false;
  }

  dismissPositionNote(): void {
    this.positionNote = null;
  }

  startLoading(): void {
    this.phase = 'loading';
    if (this.request.kind === 'opening') this.request = { ...this.request, kind: 'starting' };
    else if (this.request.kind === 'considered') this.request = { ...this.request, opening: null };
    // A listener who plays on has chosen the position.
    if (this.positionNote?.kind === 'question') this.positionNote = null;
    this.sound = SILENT;
    this.silence = 'chosen';
    this.hasEnded = false;
    this.load = null;
    this.setPlayback(played(this.playback));
  }

  setLoad(load: LoadId): void {
    this.load = load;
  }

  isCurrentLoad(load: LoadId): boolean {
    return this.load === load;
  }

  get isLoaded(): boolean {
    return this.load !== null && this.phase !== 'error';
  }

  trackReady(duration: Seconds | null): void {
    this.phase = 'ready';
    this.isAtPosition = true;
    this.startEnded();
    if (duration !== null) this.duration = duration;
  }

  setDuration(duration: Seconds): void {
    this.duration = duration;
  }

  soundStarted(now: Instant): void {
    this.phase = 'ready';
    this.startEnded();
    this.sound = { kind: 'sounding', since: now };
    this.silence = 'chosen';
    this.hasEnded = false;
    this.setPlayback(played(this.playback));
  }

  /** Another tab has started to play. A tap is needed anyway if the browser refused the sound before. */
  pausedByTab(): void {
    if (!this.needsTap) this.silence = 'other-tab';
  }

  soundStalled(): void {
    this.sound = this.isPlaying ? WAITING : SILENT;
  }

  soundStopped(): void {
    this.sound = SILENT;
    // A pending load is over.
    if (this.phase === 'loading' && this.load === null) this.phase = 'unloaded';
    this.setPlayback(paused(this.playback));
  }

  /** The browser refused to play without a gesture. */
  requireTap(): void {
    this.soundStopped();
    this.startEnded();
    this.silence = 'needs-tap';
  }

  /** The audio was lost, and is loaded again at the same position. */
  soundLost(): void {
    this.setPlayback(played(this.playback));
    this.load = null;
    this.phase = 'loading';
    this.sound = WAITING;
  }

  trackFailed(): void {
    this.soundStopped();
    this.startEnded();
    this.load = null;
    this.phase = 'error';
  }

  positionChanged(position: Seconds): void {
    this.position = positionMoved(this.playback, position).position;
  }

  /** Stores the position of the sound. Returns true if a missed position ends by this. */
  soundMoved(position: Seconds): boolean {
    this.positionChanged(position);
    if (this.missed === null || !(this.missed.hasSought || position >= this.missed.position)) return false;
    this.missed = null;
    if (this.positionNote?.kind === 'missed') this.positionNote = null;
    return true;
  }

  /** Call this when the source could not seek to `wanted`. A position that was missed before stays. */
  positionMissed(wanted: Seconds): void {
    const position = this.missedPosition ?? wanted;
    this.missed = { position, hasSought: false };
    this.positionNote = { kind: 'missed', position };
  }

  seek(position: Seconds): void {
    if (this.missed !== null) this.missed = { ...this.missed, hasSought: true };
    this.position = seeked(this.playback, position, this.duration).position;
    this.resumedAt = null;
    this.hasEnded = this.restsAtEnd;
    if (this.phase === 'restored') this.phase = 'unloaded';
  }

  moveNext(now: Instant): void {
    this.moveToStart(movedNext(this.playback, now));
  }

  movePrevious(now: Instant): void {
    this.moveToStart(movedPrevious(this.playback, now));
  }

  /**
   * With autoplay, moves to the next valid track, to the position at which the listener left it (PLAY-127). Else the player
   * rests.
   */
  trackEnded(now: Instant, { isSkipped, positionOf }: Following): void {
    const before = this.track;
    this.endReached();
    this.moveToStart(ended(this.playback, now, isSkipped));
    const resumed = this.track === null || this.track.id === before?.id ? null : positionOf(this.track);
    if (resumed === null || resumed < REST) return;
    this.position = resumed;
    this.resumedAt = resumed;
  }

  /** The track has ended, and nothing follows. */
  endReached(): void {
    this.soundStopped();
    this.hasEnded = true;
  }

  /** True if the track ended within a second of where an earlier listening went on: nothing was left of it (PROG-23). */
  get endedWhereResumed(): boolean {
    return this.resumedAt !== null && this.resumedAt > 0 && this.position - this.resumedAt < REST;
  }

  /** Moves to the track that Play starts after an end (PLAY-99). Returns false if no track is valid. */
  moveOn(now: Instant): boolean {
    const before = this.playback;
    const moved = movedOn(before, now);
    this.moveToStart(moved);
    this.hasEnded = false;
    return moved !== before;
  }

  /** Play was requested, and the provider is asked first (PROG-73). */
  playRequested(): void {
    this.sound = WAITING;
    this.setPlayback(played(this.playback));
  }

  /** Another device has gone on to this position (PROG-73). */
  positionFollowed({ index, position }: TrackPosition): void {
    this.moveTo(played(opened(this.playback, this.tracks, index, position)));
    this.hasEnded = isAtEnd(this.tracks, { index, position });
    if (position > 0) this.noteOrigin('elsewhere');
  }

  chooseTrack(index: number, position: Seconds): void {
    const { isAtPosition } = this;
    this.moveTo(opened(this.playback, this.tracks, index, position));
    this.isAtPosition = isAtPosition;
    this.hasEnded = this.restsAtEnd;
  }

  setSpeed(speed: Speed): void {
    this.setPlayback(speedChosen(this.playback, speed));
  }

  setSkips(skips: Skips): void {
    this.skips = skips;
  }

  setAutoplay(on: boolean): void {
    this.setPlayback(autoplaySet(this.playback, on));
  }

  setTextOpen(isOpen: boolean): void {
    if (!this.isHidden) this.display = isOpen ? TEXT : SHOWN;
  }

  /** @param elapsed the elapsed time now */
  setSleep(timer: SleepTimer, elapsed: Milliseconds): void {
    this.sleep = timer;
    this.sleepMinutesLeft = sleepMinutesLeft(timer, elapsed);
  }

  close(): void {
    this.display = { kind: 'hidden', wasPlaying: this.isPlaying };
  }

  /** Shows a closed player. Returns true if it played when it was closed, so Resume should continue to play. */
  show(): boolean {
    if (this.display.kind !== 'hidden') return false;
    const { wasPlaying } = this.display;
    this.display = SHOWN;
    return wasPlaying;
  }

  /**
   * Restores what an earlier page stored. The position is used if the provider cannot be reached (PROG-21).
   * Nothing sounds until the listener plays it.
   */
  restore(store: PlayerStore, position: Seconds): void {
    this.audio = store.currentAudio;
    this.isOnlyTrack = store.isOnlyTrack;
    this.userId = store.userId;
    // Autoplay is off when a page starts, whatever it was before.
    const reopened = opened(EMPTY_PLAYBACK, store.playlist, store.currentTrackIndex, position);
    this.setPlayback(speedChosen(reopened, store.playbackSpeed));
    this.duration = this.track?.runTime ?? null;
    this.phase = this.isPresent ? 'restored' : 'empty';
  }

  /** Every field begins again. Older requests become stale. */
  reset(): void {
    Object.assign(this, new PlayerState(), { attempt: this.attempt + 1 });
  }

  /** True if the listener has chosen the end of a silent track. A track that plays reports its end itself. */
  private get restsAtEnd(): boolean {
    return !this.isPlaying && this.duration !== null && this.position >= this.duration;
  }

  /** The item whose tracks load. Null without one. */
  private get openingId(): ContentId | null {
    if (this.request.kind === 'considered') return this.request.opening;
    return this.request.kind === 'opening' ? this.request.item : null;
  }

  /** What was to start in the player sounds or has failed. A request for another title goes on. */
  private startEnded(): void {
    if (this.request.kind === 'starting') this.request = NO_REQUEST;
  }

  private setPlayback({ position, ...rest }: Playback): void {
    this.position = position;
    this.rest = rest;
  }

  /** Moves to the start of another track, after what is left out there (PLAY-121). */
  private moveToStart(playback: Playback): void {
    const before = this.track?.id;
    this.moveTo(playback);
    if (this.track !== null && this.track.id !== before) {
      this.position = startAfterSkip(this.track, this.skips);
    }
  }

  private moveTo(playback: Playback): void {
    const before = this.track;
    this.setPlayback(playback);
    this.resumedAt = null;
    if (this.track?.id === before?.id) return;
    if (this.phase === 'restored') this.phase = 'unloaded';
    this.hasEnded = false;
    this.isAtPosition = false;
    this.missed = null;
    this.positionNote = null;
    this.duration = this.track?.runTime ?? null;
    this.load = null;
  }
}
