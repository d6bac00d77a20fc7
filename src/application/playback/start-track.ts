import { ok } from '../../domain/result.ts';
import type { Track } from '../../domain/playback/track.ts';
import type { Instant } from '../../domain/time.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Log } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState, MESSAGES } from '../notices-state.ts';
import { PlaybackLock } from '../playback-lock.ts';
import { type Attempt, PlayerState } from '../player-state.ts';
import { isTemporary } from '../wait-for-network.ts';
import { AudioAddresses } from './audio-addresses.ts';
import { PlayingTime } from './playing-time.ts';

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
    PlayingTime,
    PlaybackLock,
    NoticesState,
    PORTS.log,
  ];

  constructor(
    private readonly addresses: AudioAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly playingTime: PlayingTime,
    private readonly playbackLock: PlaybackLock,
    private readonly notices: NoticesState,
    private readonly log: Log,
  ) {}

  /** Asks for the address of the track that will probably be started, while its title still loads. */
  askForAddress({ src }: Track): void {
    void this.addresses.preload(src);
  }

  /**
   * Does nothing more once a newer request has replaced `attempt`.
   *
   * @param askedAt when the listener asked for the title, who is told a failure at once (PLAY-63). Null if the track
   * follows another one, or goes on
   */
  async start(attempt: Attempt, askedAt: Instant | null = null): Promise<void> {
    const track = this.player.track;
    if (track === null) return;
    this.playbackLock.claim();
    this.stopSound();
    // Synchronous, so that the audio starts to load before the screens render the player.
    const preloaded = this.addresses.takeLoaded(track.src);
    const url = preloaded === null ? await this.addresses.take(track.src, attempt, askedAt) : ok(preloaded);
    if (!this.player.isCurrentAttempt(attempt)) return;
    if (!url.ok) {
      this.log.warn('No playable address', { kind: url.error.kind, content: track.contentId });
      this.fail();
      return;
    }
    await this.play(attempt, track.src, url.value);
  }

  /** The track cannot be played, which the listener is told. */
  fail(): void {
    this.player.trackFailed();
    this.notices.post(MESSAGES.loadFailed);
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
    // The listener may have asked for it after another tab claimed the right to play (PLAY-54).
    if (!this.playbackLock.isHeld) this.playbackLock.claim();
    const url = await this.addresses.takeOther(track.src);
    if (!this.player.isCurrentAttempt(attempt)) return 'loading';
    if (!url.ok) return isTemporary(url.error) ? 'unreachable' : 'refused';
    await this.play(attempt, track.src, url.value);
    return 'loading';
  }

  /**
   * Silences the audio that played before. It must not go on if the new track fails, and must not count as listening
   * while the new track loads.
   */
  stopSound(): void {
    if (this.player.soundingSince !== null) this.playingTime.stop();
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
