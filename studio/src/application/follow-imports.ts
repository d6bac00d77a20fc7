import { message } from '../../../src/domain/message.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import type { Clock } from '../../../src/ports/platform.ts';
import type { StudioApi } from '../ports/studio-api.ts';
import { sentenceOf } from './sentences.ts';
import type { StudioNoticesState } from './studio-notices-state.ts';
import type { ImportsState } from './imports-state.ts';

/** How often the imports are asked for, in milliseconds: while one is running, and otherwise. */
const WHILE_RUNNING = milliseconds(1500);

const OTHERWISE = milliseconds(30_000);

/** How often the imports are asked for while one is expected to start. A short one is over before the next question. */
const EXPECTED_ROUNDS = 20;

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

  /**
   * Follows the imports until `stop`.
   *
   * @param isExpected true if an import will start soon
   */
  async follow(isExpected = false): Promise<void> {
    this.round += 1;
    const { round } = this;
    let rounds = isExpected ? EXPECTED_ROUNDS : 0;
    while (round === this.round) {
      const hasEnded = await this.load();
      rounds = hasEnded ? 0 : Math.max(rounds - 1, 0);
      await this.clock.after(this.state.isRunning || rounds > 0 ? WHILE_RUNNING : OTHERWISE);
    }
  }

  stop(): void {
    this.round += 1;
  }

  async importNow(): Promise<void> {
    if (this.state.isStarting) return;
    this.state.setStarting(true);
    const started = await this.api.startImport();
    this.state.setStarting(false);
    if (!started.ok) {
      this.notices.post('failure', sentenceOf(started.error));
      return;
    }
    this.notices.post('done', message('The import has started.'));
    await this.follow(true);
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

  /** Returns true if an import has ended since the last time. */
  private async load(): Promise<boolean> {
    const { folders, isRunning, ended: before } = this.state;
    const loaded = await this.api.imports();
    if (!loaded.ok) {
      this.state.failed(sentenceOf(loaded.error));
      return false;
    }
    this.state.loaded(loaded.value.folders, loaded.value.imports);
    const hasEnded =
      (isRunning && !this.state.isRunning) ||
      (folders !== null && [...this.state.ended].some((id) => !before.has(id)));
    if (hasEnded) this.changed();
    return hasEnded;
  }
}
