import type { Speed } from '../domain/speed.ts';
import type { AudioOutput } from '../ports/audio-output.ts';
import type { ReportPlayback } from './report-playback.ts';
import type { PlayerState } from './state/player-state.ts';

/** Changes the speed; what was heard so far is reported at the speed it was heard with (section 4). */
export class SetSpeed {
  constructor(
    private readonly output: AudioOutput,
    private readonly reportPlayback: ReportPlayback,
    private readonly player: PlayerState,
  ) {}

  async run(speed: Speed): Promise<void> {
    if (speed === this.player.speed) return;
    const reported = this.reportPlayback.run();
    this.player.speedChosen(speed);
    this.output.setSpeed(speed);
    await reported;
  }
}
