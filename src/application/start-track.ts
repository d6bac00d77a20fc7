import { sleepPaused } from '../domain/sleep.ts';
import type { Seconds } from '../domain/time.ts';
import type { AudioOutput } from '../ports/audio-output.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlaybackApi } from '../ports/content-api.ts';
import type { Log } from '../ports/log.ts';
import { MESSAGES } from './error-catalogue.ts';
import type { ListeningTally } from './state/listening-tally.ts';
import type { NoticesState } from './state/notices-state.ts';
import type { Attempt, PlayerState } from './state/player-state.ts';

/** Makes the current track sound from the player's position: a playable address, then the output. */
export class StartTrack {
  constructor(
    private readonly api: PlaybackApi,
    private readonly output: AudioOutput,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly notices: NoticesState,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** A newer wish than `attempt` makes this one end without a trace. */
  async run(attempt: Attempt): Promise<void> {
    const track = this.player.track;
    if (track === null) return;
    this.leaveSound();
    const url = await this.api.tokenize(track.src);
    if (!this.player.isCurrentAttempt(attempt)) return;
    if (!url.ok) {
      this.log.warn('No playable address', { kind: url.error.kind, content: track.contentId });
      this.player.trackFailed();
      this.notices.posted(MESSAGES.loadFailed);
      return;
    }
    await this.sound(attempt, url.value, this.player.position);
  }

  /**
   * What sounded before is silent from here on: it must neither go on when the new track cannot be had,
   * nor count as listening while that one is on its way.
   */
  private leaveSound(): void {
    const now = this.clock.now();
    this.tally.soundStopped(now);
    this.player.sleepSet(sleepPaused(this.player.sleep, now));
    this.player.trackLoading();
    this.output.pause();
  }

  private async sound(attempt: Attempt, url: string, startAt: Seconds): Promise<void> {
    const load = this.output.load({ url, startAt, speed: this.player.speed });
    this.player.loadStarted(load);
    const started = await this.output.play();
    if (started.ok || !this.player.isCurrentAttempt(attempt) || !this.player.isCurrentLoad(load)) return;
    // `failed` also arrives as an event, which tells the listener; `superseded` is not a fault.
    if (started.error.kind === 'denied') this.player.tapNeeded();
  }
}
