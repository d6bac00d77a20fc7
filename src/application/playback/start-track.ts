import { ok } from '../../domain/result.ts';
import { sleepPaused } from '../../domain/playback/sleep.ts';
import { milliseconds, type Instant, type Seconds } from '../../domain/time.ts';
import type { Track } from '../../domain/playback/track.ts';
import type { AudioOutput } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiResult, ApiFailure, PlaybackApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import type { Network } from '../../ports/network.ts';
import { LOST_SOUND_DEADLINE, waitForNetwork } from './network-returns.ts';
import { AudioAddresses } from './preload/audio-addresses.ts';
import { MESSAGES } from '../messages.ts';
import { ListeningTally } from '../progress/listening-tally.ts';
import { NoticesState } from '../notices-state.ts';
import { type Attempt, PlayerState } from './player-state.ts';
import { PlaybackLock } from './playback-lock.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Failures that do not concern the track itself. The request may be repeated. */
const PASSING: readonly ApiFailure['kind'][] = ['unreachable', 'timeout', 'server', 'rate-limited'];

/**
 * The result of loading the audio again: it loads (or is no longer wanted), nobody could be reached, or it was
 * refused.
 */
export type RestartOutcome = 'on-its-way' | 'unreachable' | 'refused';

/** Plays the current track from the player's position: gets a playable address and gives it to the audio output. */
export class StartTrack {
  static readonly inject: Inject<typeof StartTrack> = [
    PORTS.playbackApi,
    AudioAddresses,
    PORTS.audioOutput,
    PlayerState,
    ListeningTally,
    NoticesState,
    PlaybackLock,
    PORTS.network,
    PORTS.clock,
    PORTS.log,
  ];

  constructor(
    private readonly api: PlaybackApi,
    private readonly addresses: AudioAddresses,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly notices: NoticesState,
    private readonly playbackLock: PlaybackLock,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Does nothing more once a newer request has replaced `attempt`.
   *
   * @param wantedAt when the listener asked for it
   */
  async start(attempt: Attempt, wantedAt: Instant = this.clock.now()): Promise<void> {
    const track = this.player.track;
    if (track === null) return;
    this.playbackLock.claim();
    this.stopSound();
    // Synchronous, so that the audio starts to load before the screens render the player.
    const ready = this.addresses.takeLoaded(track.src);
    const url = ready === null ? await this.addressOf(track, attempt, wantedAt) : ok(ready);
    if (!this.player.isCurrentAttempt(attempt)) return;
    if (!url.ok) {
      this.log.warn('No playable address', { kind: url.error.kind, content: track.contentId });
      this.player.trackFailed();
      this.notices.post(MESSAGES.loadFailed);
      return;
    }
    await this.sound(attempt, url.value, this.player.position);
  }

  /** Loads the same track again from a fresh address, at the position where it was lost. */
  async restart(attempt: Attempt): Promise<RestartOutcome> {
    const { track } = this.player;
    if (track === null) return 'refused';
    const url = await this.api.tokenize(track.src);
    if (!this.player.isCurrentAttempt(attempt)) return 'on-its-way';
    if (!url.ok) return PASSING.includes(url.error.kind) ? 'unreachable' : 'refused';
    await this.sound(attempt, url.value, this.player.position);
    return 'on-its-way';
  }

  /**
   * Silences the audio that played before. It must not go on if the new track fails, and must not count as listening
   * while the new track loads.
   */
  stopSound(): void {
    const now = this.clock.now();
    this.tally.soundStopped(now);
    this.player.setSleep(sleepPaused(this.player.sleep, now));
    this.player.startLoading();
    this.output.pause();
  }

  /** Without a network, waits for it like after a lost connection. The track itself may be fine. */
  private async addressOf(track: Track, attempt: Attempt, wantedAt: Instant): Promise<ApiResult<string>> {
    const since = this.clock.now();
    for (;;) {
      const url = await this.addresses.take(track.src, wantedAt);
      const left = milliseconds(since + LOST_SOUND_DEADLINE - this.clock.now());
      const isFinal = url.ok || this.network.isOnline() || left <= 0;
      if (isFinal || !this.player.isCurrentAttempt(attempt)) return url;
      this.player.soundLost();
      await waitForNetwork(this.network, this.clock, left);
      if (!this.player.isCurrentAttempt(attempt)) return url;
    }
  }

  private async sound(attempt: Attempt, url: string, startAt: Seconds): Promise<void> {
    const load = this.output.load({ url, startAt, speed: this.player.speed });
    this.player.setLoad(load);
    const started = await this.output.play();
    if (started.ok || !this.player.isCurrentAttempt(attempt) || !this.player.isCurrentLoad(load)) return;
    // `failed` also arrives as an event, which shows the alert. `superseded` is no failure.
    if (started.error.kind === 'denied') this.player.requireTap();
  }
}
