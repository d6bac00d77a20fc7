import type { Speed } from '../domain/speed.ts';
import type { AudioOutput } from '../ports/audio-output.ts';
import type { ReportPlayback } from './report-playback.ts';
import type { SettingsState } from './state/settings-state.ts';
import type { PlayerState } from './state/player-state.ts';

/**
 * Changes the speed, which the title keeps (contract 3.12); what was heard so far is reported at the speed it was
 * heard with (section 4).
 */
export class SetSpeed {
  constructor(
    private readonly output: AudioOutput,
    private readonly reportPlayback: ReportPlayback,
    private readonly player: PlayerState,
    private readonly settings: SettingsState,
  ) {}

  async run(speed: Speed): Promise<void> {
    if (speed === this.player.speed) return;
    const reported = this.reportPlayback.run();
    this.player.speedChosen(speed);
    if (this.player.audio !== null) this.settings.speedChosen(this.player.audio.id, speed);
    this.output.setSpeed(speed);
    await reported;
  }
}
