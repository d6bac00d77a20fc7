import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import {
  autoplaySet,
  currentTrack,
  EMPTY_PLAYBACK,
  ended,
  movedNext,
  movedPrevious,
  opened,
  paused,
  played,
  positionMoved,
  seeked,
  speedChosen,
  type Playback,
} from '../../domain/playback/player.ts';
import type { Speed } from '../../domain/playback/speed.ts';
import type { Instant, Seconds } from '../../domain/time.ts';
import type { PlayerStore } from '../../domain/account/stores.ts';
import type { Track } from '../../domain/playback/track.ts';
import { updatedItem, updatedTracks } from '../../domain/playback/track-list.ts';
import { NOBODY, type UserId } from '../../domain/account/user.ts';
import type { DatedTrackPosition } from '../progress/track-position.ts';
import { NO_SLEEP, type SleepTimer } from '../../domain/playback/sleep.ts';
import type { LoadId } from '../../ports/audio-output.ts';

/**
 * What there is to say about the place: that it comes from elsewhere, or the question which of two is the
 * listener's, with the times when they were there (null: nobody knows).
 */
export type PositionNote =
  | { readonly kind: 'from-elsewhere'; readonly position: Seconds }
  | { readonly kind: 'question'; readonly here: DatedTrackPosition; readonly elsewhere: DatedTrackPosition };

/** One wish to hear something; a newer wish makes an older one stale. */
export type Attempt = number;

/**
 * The player. Rules of movement are the domain's; this holds what they are applied
 * to and what the sound is doing.
 */
export class PlayerState {
  audio: ContentItem | null = null;
  playback: Playback = EMPTY_PLAYBACK;
  userId: UserId = NOBODY.id;
  /** Closed by the listener; Resume shows it again. */
  isHidden = false;
  /**
   * `restored` knows its place but has no sound yet; `placed` is the same with a place or a track that the
   * listener chose since; `error` follows a load that failed.
   */
  phase: 'empty' | 'restored' | 'placed' | 'loading' | 'ready' | 'error' = 'empty';
  /**
   * Whether the place is one that has been reached: a place to resume at that is still on its way there is
   * neither reported nor noted down.
   */
  isAtPosition = false;
  positionNote: PositionNote | null = null;
  /** The sound has stopped for want of data. */
  isWaiting = false;
  /** The browser wants a gesture before it lets anything sound. */
  needsTap = false;
  duration: Seconds | null = null;
  volume = 1;
  sleep: SleepTimer = NO_SLEEP;
  /** The item a play click is being carried out for, so that its button can say so. */
  pendingId: ContentId | null = null;
  /** Since when the sound has been going on; null while it is silent. */
  soundingSince: Instant | null = null;
  /** Whether Resume should play on. */
  private wasPlaying = false;
  private attempt: Attempt = 0;
  private load: LoadId | null = null;

  get track(): Track | null {
    return currentTrack(this.playback);
  }

  get isPlaying(): boolean {
    return this.playback.isPlaying;
  }

  get position(): Seconds {
    return this.playback.position;
  }

  get speed(): Speed {
    return this.playback.speed;
  }

  get autoplay(): boolean {
    return this.playback.autoplay;
  }

  /** Whether there is something to show. */
  get isPresent(): boolean {
    return this.audio !== null && this.track !== null;
  }

  get resumesPlaying(): boolean {
    return this.wasPlaying;
  }

  /** What of the player outlives the page. */
  get store(): PlayerStore {
    return {
      currentAudio: this.audio,
      playlist: this.playback.tracks,
      currentTrackIndex: this.playback.index,
      currentTrackId: this.track?.id ?? null,
      autoplay: this.playback.autoplay,
      userId: this.userId,
      playbackSpeed: this.playback.speed,
      startPlayback: this.playback.isPlaying,
    };
  }

  isCurrentAudio(item: Pick<ContentItem, 'id'>): boolean {
    return this.audio?.id === item.id;
  }

  /** A wish to hear `item` (null: whatever is in the player); every older wish is stale from here on. */
  requestPlay(item: ContentId | null): Attempt {
    this.attempt += 1;
    this.pendingId = item;
    return this.attempt;
  }

  /** A wish that cannot be decided at once: it is shown as pending, and older wishes go on until it is. */
  playConsidered(item: ContentId): Attempt {
    this.pendingId = item;
    return this.attempt;
  }

  isCurrentAttempt(attempt: Attempt): boolean {
    return attempt === this.attempt;
  }

  /** The wish came to nothing: what was in the player stays there. */
  endRequest(attempt: Attempt): void {
    if (this.isCurrentAttempt(attempt)) this.pendingId = null;
  }

  /** Playing sets the playlist, the current audio, the track and its place. */
  openAudio(opening: {
    readonly audio: ContentItem;
    readonly tracks: readonly Track[];
    readonly index: number;
    readonly position: Seconds;
    readonly speed: Speed;
    readonly userId: UserId;
  }): void {
    this.audio = opening.audio;
    this.userId = opening.userId;
    this.playback = speedChosen(
      opened(this.playback, opening.tracks, opening.index, opening.position),
      opening.speed,
    );
    this.isHidden = false;
    this.duration = this.track?.runTime ?? null;
    this.isAtPosition = false;
    this.positionNote = null;
    this.startLoading();
  }

  /** More is known of the title that is in the player: what was bought, saved or made available since. */
  audioUpdated(item: ContentItem): void {
    if (this.audio === null) return;
    this.audio = updatedItem(this.audio, item);
    this.playback = { ...this.playback, tracks: updatedTracks(this.playback.tracks, item) };
  }

  favoriteSaved(id: ContentId, isFavorite: boolean): void {
    if (this.audio?.id === id) this.audio = { ...this.audio, isFavorite };
  }

  /** What was opened before the provider named its listener is theirs. */
  listenerNamed(id: UserId): void {
    if (this.userId === NOBODY.id) this.userId = id;
  }

  noteOtherDevice(): void {
    this.positionNote = { kind: 'from-elsewhere', position: this.position };
  }

  /** Nothing sounds until the listener has said where. */
  askForPosition(here: DatedTrackPosition, elsewhere: DatedTrackPosition): void {
    this.positionNote = { kind: 'question', here, elsewhere };
    this.pendingId = null;
    this.phase = 'placed';
    this.playback = paused(this.playback);
  }

  dismissPositionNote(): void {
    this.positionNote = null;
  }

  /** The current track's sound is on its way. */
  startLoading(): void {
    this.phase = 'loading';
    // Playing on is an answer.
    if (this.positionNote?.kind === 'question') this.positionNote = null;
    this.isWaiting = false;
    this.needsTap = false;
    this.soundingSince = null;
    this.load = null;
    this.playback = played(this.playback);
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
    this.pendingId = null;
    if (duration !== null) this.duration = duration;
  }

  soundStarted(now: Instant): void {
    this.phase = 'ready';
    this.pendingId = null;
    this.isWaiting = false;
    this.needsTap = false;
    this.soundingSince = now;
    this.playback = played(this.playback);
  }

  soundStalled(): void {
    this.isWaiting = true;
    this.soundingSince = null;
  }

  soundStopped(): void {
    this.isWaiting = false;
    this.soundingSince = null;
    // What was on its way is not any more.
    if (this.phase === 'loading' && this.load === null) this.phase = 'placed';
    this.playback = paused(this.playback);
  }

  /** The browser refused to sound without a gesture. */
  requireTap(): void {
    this.soundStopped();
    this.pendingId = null;
    this.needsTap = true;
  }

  /** The source brings nothing more, and another is on its way to the same place. */
  soundLost(): void {
    this.load = null;
    this.phase = 'loading';
    this.isWaiting = true;
    this.soundingSince = null;
  }

  trackFailed(): void {
    this.soundStopped();
    this.pendingId = null;
    this.load = null;
    this.phase = 'error';
  }

  positionChanged(position: Seconds): void {
    this.playback = positionMoved(this.playback, position);
  }

  seek(position: Seconds): void {
    this.playback = seeked(this.playback, position, this.duration);
    if (this.phase === 'restored') this.phase = 'placed';
  }

  moveNext(now: Instant): void {
    this.moveTo(movedNext(this.playback, now));
  }

  movePrevious(now: Instant): void {
    this.moveTo(movedPrevious(this.playback, now));
  }

  /** An ended track advances to the next valid one when autoplay is on. */
  trackEnded(now: Instant): void {
    this.soundingSince = null;
    this.moveTo(ended(this.playback, now));
  }

  /** The listener chose a row of the playlist. */
  chooseTrack(index: number, position: Seconds): void {
    const { isAtPosition: isPlaced } = this;
    this.moveTo(opened(this.playback, this.playback.tracks, index, position));
    this.isAtPosition = isPlaced;
  }

  setSpeed(speed: Speed): void {
    this.playback = speedChosen(this.playback, speed);
  }

  setAutoplay(on: boolean): void {
    this.playback = autoplaySet(this.playback, on);
  }

  setVolume(volume: number): void {
    this.volume = Math.min(1, Math.max(0, volume));
  }

  setSleep(timer: SleepTimer): void {
    this.sleep = timer;
  }

  close(): void {
    this.wasPlaying = this.isPlaying;
    this.isHidden = true;
  }

  show(): void {
    this.isHidden = false;
  }

  /**
   * What an earlier page left, and the place this browser knows, which stands in when the provider
   * cannot be asked. There is no sound until the listener asks for it.
   */
  restore(store: PlayerStore, position: Seconds): void {
    this.audio = store.currentAudio;
    this.userId = store.userId;
    // Autoplay is off on first mount, whatever it was before.
    const reopened = opened(EMPTY_PLAYBACK, store.playlist, store.currentTrackIndex, position);
    this.playback = speedChosen(reopened, store.playbackSpeed);
    this.duration = this.track?.runTime ?? null;
    this.phase = this.isPresent ? 'restored' : 'empty';
  }

  reset(): void {
    this.attempt += 1;
    this.audio = null;
    this.playback = EMPTY_PLAYBACK;
    this.userId = NOBODY.id;
    this.isHidden = false;
    this.phase = 'empty';
    this.isAtPosition = false;
    this.positionNote = null;
    this.isWaiting = false;
    this.needsTap = false;
    this.duration = null;
    this.sleep = NO_SLEEP;
    this.pendingId = null;
    this.soundingSince = null;
    this.wasPlaying = false;
    this.load = null;
  }

  private moveTo(playback: Playback): void {
    const before = this.track;
    this.playback = playback;
    if (this.track?.id === before?.id) return;
    if (this.phase === 'restored') this.phase = 'placed';
    this.isAtPosition = false;
    this.positionNote = null;
    this.duration = this.track?.runTime ?? null;
    this.load = null;
  }
}
