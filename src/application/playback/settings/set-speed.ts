import type { Speed } from '../../../domain/playback/speed.ts';
import type { AudioOutput } from '../../../ports/audio-output.ts';
import type { Clock } from '../../../ports/clock.ts';
import { ListeningTally } from '../../progress/listening-tally.ts';
import { ReportPlayback } from '../../progress/report-playback.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { PlayerState } from '../player-state.ts';
import { type Inject, PORTS } from '../../../ports/tokens.ts';

/**
 * Changes the speed, which the title keeps. Listening so far counts at the earlier speed. The position is reported
 * with the new speed.
 */
export class SetSpeed {
  static readonly inject: Inject<typeof SetSpeed> = [
    PORTS.audioOutput,
    ReportPlayback,
    PlayerState,
    PlaybackSettingsState,
    ListeningTally,
    PORTS.clock,
  ];

  constructor(
    private readonly output: AudioOutput,
    private readonly reportPlayback: ReportPlayback,
    private readonly player: PlayerState,
    private readonly settings: PlaybackSettingsState,
    private readonly tally: ListeningTally,
    private readonly clock: Clock,
  ) {}

  async setSpeed(speed: Speed): Promise<void> {
    if (speed === this.player.speed) return;
    const reported = this.reportPlayback.report(speed);
    this.tally.setSpeed(speed, this.clock.elapsed());
    this.player.setSpeed(speed);
    if (this.player.audio !== null) {
      this.settings.setSpeed(this.player.audio.id, speed, this.clock.now());
    }
    this.output.setSpeed(speed);
    await reported;
  }
}
