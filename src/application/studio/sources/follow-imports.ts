import { milliseconds } from '../../../domain/time.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { StudioApi } from '../../../ports/studio-api.ts';
import { sentenceOf } from '../messages.ts';
import type { StudioNoticesState } from '../notices-state.ts';
import type { ImportsState } from './imports-state.ts';

/** How often the imports are asked for, in milliseconds: while one is running, and otherwise. */
const WHILE_RUNNING = milliseconds(1500);
const OTHERWISE = milliseconds(30_000);

/** Shows the imports while they run, and starts one (STU-12). */
export class FollowImports {
  /** Counts starts and stops. An earlier round ends when it no longer matches. */
  private round = 0;

  constructor(
    private readonly api: StudioApi,
    private readonly state: ImportsState,
    private readonly clock: Pick<Clock, 'after'>,
    private readonly notices: StudioNoticesState,
    /** Called when an import has ended, because it may have changed titles. */
    private readonly changed: () => void,
  ) {}

  /** Follows the imports until `stop`. */
  async follow(): Promise<void> {
    this.round += 1;
    const { round } = this;
    while (round === this.round) {
      await this.load();
      await this.clock.after(this.state.isRunning ? WHILE_RUNNING : OTHERWISE);
    }
  }

  stop(): void {
    this.round += 1;
  }

  /** Starts an import of all folders. */
  async importNow(): Promise<void> {
    if (this.state.isStarting) return;
    this.state.setStarting(true);
    const started = await this.api.startImport();
    this.state.setStarting(false);
    if (!started.ok) {
      this.notices.post('failure', sentenceOf(started.error));
      return;
    }
    this.notices.post('done', 'The import has started.');
    await this.follow();
  }

  /** Loads the lines of a report, or closes it. */
  async toggleLines(id: string): Promise<void> {
    if (this.state.lines.has(id)) {
      this.state.forgetLines(id);
      return;
    }
    this.state.setLines(id, null);
    const lines = await this.api.importLines(id);
    if (lines.ok) this.state.setLines(id, lines.value);
    else {
      this.state.forgetLines(id);
      this.notices.post('failure', sentenceOf(lines.error));
    }
  }

  private async load(): Promise<void> {
    const wasRunning = this.state.isRunning;
    const loaded = await this.api.imports();
    if (loaded.ok) this.state.loaded(loaded.value.folders, loaded.value.imports);
    else this.state.failed(sentenceOf(loaded.error));
    if (wasRunning && !this.state.isRunning) this.changed();
  }
}
