import { sleepPaused, sleepPlaying } from '../../domain/playback/sleep.ts';
import type { Clock } from '../../ports/clock.ts';
import { ListeningTally } from '../progress/listening-tally.ts';
import { PlayerState, type Attempt } from './player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { ok } from '../../domain/result.ts';
import type { Instant } from '../../domain/time.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { ApiFailure } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import { AudioAddresses } from './opening/audio-addresses.ts';
import { MESSAGES } from '../messages.ts';
import { NoticesState } from '../notices-state.ts';
import { PlaybackLock } from './playback-lock.ts';

/** Counts the time in which the audio sounds, for reports and for the sleep timer. */
export class CountPlayingTime {
  static readonly inject: Inject<typeof CountPlayingTime> = [PlayerState, ListeningTally, PORTS.clock];

  constructor(
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly clock: Clock,
  ) {}

  /** The audio sounds from now on. */
  start(): void {
    const now = this.clock.elapsed();
    this.player.soundStarted(this.clock.now());
    const { track, speed } = this.player;
    if (track !== null) this.tally.soundStarted(track.contentId, speed, now);
    this.player.setSleep(sleepPlaying(this.player.sleep, now), now);
  }

  /** Adds the time since the last update. Called repeatedly while the audio sounds. */
  update(): void {
    this.tally.update(this.clock.elapsed());
  }

  /** The audio is silent from now on. */
  stop(): void {
    const now = this.clock.elapsed();
    this.tally.soundStopped(now);
    this.player.setSleep(sleepPaused(this.player.sleep, now), now);
  }
}

/** Failures that do not concern the track itself. The request may be repeated. */
const TEMPORARY: readonly ApiFailure['kind'][] = ['unreachable', 'timeout', 'server', 'rate-limited'];

/**
 * The result of loading the audio again: it loads (or is no longer requested), nobody could be reached, or it was
 * refused.
 */
export type RestartOutcome = 'loading' | 'unreachable' | 'refused';

/** Plays the current track from the player's position: gets a playable address and gives it to the audio output. */
export class StartTrack {
  static readonly inject: Inject<typeof StartTrack> = [
    AudioAddresses,
    PORTS.audioOutput,
    PlayerState,
    CountPlayingTime,
    PlaybackLock,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly addresses: AudioAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly countPlayingTime: CountPlayingTime,
    private readonly playbackLock: PlaybackLock,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  /**
   * Does nothing more once a newer request has replaced `attempt`.
   *
   * @param requestedAt when the listener requested it, if that was before this call (PLAY-63)
   */
  async start(attempt: Attempt, requestedAt?: Instant): Promise<void> {
    const track = this.player.track;
    if (track === null) return;
    this.playbackLock.claim();
    this.stopSound();
    // Synchronous, so that the audio starts to load before the screens render the player.
    const preloaded = this.addresses.takeLoaded(track.src);
    const url =
      preloaded === null ? await this.addresses.take(track.src, attempt, requestedAt) : ok(preloaded);
    if (!this.player.isCurrentAttempt(attempt)) return;
    if (!url.ok) {
      this.log.warn('No playable address', { kind: url.error.kind, content: track.contentId });
      this.player.trackFailed();
      this.notices.post(MESSAGES.loadFailed);
      return;
    }
    await this.play(attempt, track.src, url.value);
  }

  /** Plays on in the loaded sound. If there is none, or if it may not go on, loads the track. */
  async resume(attempt: Attempt): Promise<void> {
    const { track } = this.player;
    if (track === null || !this.player.isLoaded || !this.addresses.mayGoOn(track.src)) {
      await this.start(attempt);
      return;
    }
    this.playbackLock.claim();
    const started = await this.output.play();
    if (!started.ok && started.error.kind === 'denied' && this.player.isCurrentAttempt(attempt)) {
      this.player.requireTap();
    }
  }

  /** True if the same track can be loaded again without a network, because it is downloaded (DOWN-7). */
  restartsOffline(): boolean {
    const { track } = this.player;
    return track !== null && this.addresses.hasOtherFile(track.src);
  }

  /** Loads the same track again from another address, at the position where it was lost. */
  async restart(attempt: Attempt): Promise<RestartOutcome> {
    const { track } = this.player;
    if (track === null) return 'refused';
    const url = await this.addresses.takeOther(track.src);
    if (!this.player.isCurrentAttempt(attempt)) return 'loading';
    if (!url.ok) return TEMPORARY.includes(url.error.kind) ? 'unreachable' : 'refused';
    await this.play(attempt, track.src, url.value);
    return 'loading';
  }

  /**
   * Silences the audio that played before. It must not go on if the new track fails, and must not count as listening
   * while the new track loads.
   */
  stopSound(): void {
    this.countPlayingTime.stop();
    this.player.startLoading();
    this.output.pause();
  }

  private async play(attempt: Attempt, src: string, url: string): Promise<void> {
    const load = this.output.load({ url, startAt: this.player.position, speed: this.player.speed });
    this.addresses.loaded(src, url);
    this.player.setLoad(load);
    const started = await this.output.play();
    if (started.ok || !this.player.isCurrentAttempt(attempt) || !this.player.isCurrentLoad(load)) return;
    // `failed` also arrives as an event, which shows the alert. `superseded` is no failure.
    if (started.error.kind === 'denied') this.player.requireTap();
  }
}
