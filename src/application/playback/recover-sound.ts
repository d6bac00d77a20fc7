import { milliseconds, seconds, type Instant, type Seconds } from '../../domain/time.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Network } from '../../ports/network.ts';
import { MESSAGES } from '../messages.ts';
import { LOST_SOUND_DEADLINE, waitForNetwork } from '../wait-for-network.ts';
import { ReportPlayback } from '../progress/report-playback.ts';
import { StartTrack } from './start-track.ts';
import { NoticesState } from '../notices-state.ts';
import { type Attempt, PlayerState } from './player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 8_000;

/** The audio counts as recovered once it has played further than this. */
const PROGRESS = seconds(1);

type Loss = {
  readonly track: TrackId;
  readonly position: Seconds;
  readonly since: Instant;
  readonly tries: number;
};

/**
 * Recovers audio that has failed, at the same position. The address may have expired, or there may be no network. One
 * new address is requested. While nobody can be reached, the request is repeated until a deadline. The playlist
 * does not advance (PLAY-65, PLAY-68, PLAY-92).
 */
export class RecoverSound {
  static readonly inject: Inject<typeof RecoverSound> = [
    StartTrack,
    ReportPlayback,
    PlayerState,
    NoticesState,
    PORTS.network,
    PORTS.clock,
    PORTS.log,
  ];
  private loss: Loss | null = null;

  constructor(
    private readonly startTrack: StartTrack,
    private readonly reportPlayback: ReportPlayback,
    private readonly player: PlayerState,
    private readonly notices: NoticesState,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async recover(reason: 'network' | 'unplayable'): Promise<void> {
    const { track, position, audio } = this.player;
    if (track === null || audio === null) return;
    this.log.warn('The sound failed', { reason });
    if (!this.player.isPlaying && !this.player.isStarting) {
      // Nothing plays, and no sound is about to start. The next Play requests a new address itself (ENT-76).
      this.player.soundLost();
      this.player.soundStopped();
      return;
    }
    const before = this.loss;
    const isSameLoss =
      before !== null && before.track === track.id && Math.abs(position - before.position) <= PROGRESS;
    this.loss = isSameLoss
      ? { ...before, tries: before.tries + 1 }
      : { track: track.id, position, since: this.clock.now(), tries: 0 };
    if (isSameLoss && reason === 'unplayable' && this.network.isOnline()) {
      // The new address did not help.
      this.giveUp();
      return;
    }
    // Reported as for any pause, because it may last long.
    void this.reportPlayback.report();
    this.player.soundLost();
    await this.fetchAgain(this.player.requestPlay(audio.id), this.loss);
  }

  private async fetchAgain(attempt: Attempt, loss: Loss): Promise<void> {
    for (let { tries } = loss; ; tries += 1) {
      if (tries > 0) await this.pauseBefore(tries);
      if (!this.player.isCurrentAttempt(attempt)) return;
      if (this.clock.now() - loss.since >= LOST_SOUND_DEADLINE) break;
      if (!this.network.isOnline() && !this.startTrack.restartsOffline()) continue;
      const outcome = await this.startTrack.restart(attempt);
      if (outcome === 'refused') break;
      if (outcome === 'loading') return;
    }
    if (this.player.isCurrentAttempt(attempt)) this.giveUp();
  }

  /** Waits until the network returns. The longest wait doubles with each attempt, up to a limit. */
  private async pauseBefore(tries: number): Promise<void> {
    const pause = Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE);
    await waitForNetwork(this.network, this.clock, milliseconds(pause));
  }

  private giveUp(): void {
    this.loss = null;
    this.player.trackFailed();
    this.notices.post(MESSAGES.loadFailed);
  }
}
