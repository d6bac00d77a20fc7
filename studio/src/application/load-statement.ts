import type { PeopleApi } from '../ports/studio-api.ts';
import { sentenceOf } from './sentences.ts';
import type { StatementState, StatementRange } from './statement-state.ts';

/** Loads the listened time of some months (STU-34). */
export class LoadStatement {
  constructor(
    private readonly api: PeopleApi,
    private readonly state: StatementState,
  ) {}

  /** Chooses whether authors are credited for downloads, and loads the statement again (FEED-58). */
  async setDownloadsPaid(isPaid: boolean): Promise<void> {
    const { range } = this.state;
    const saved = await this.api.setDownloadsPaid(isPaid);
    if (!saved.ok) this.state.failed(sentenceOf(saved.error));
    else if (range !== null) await this.load(range);
  }

  async show(range: StatementRange): Promise<void> {
    this.state.show(range);
    await this.load(range);
  }

  private async load(range: StatementRange): Promise<void> {
    const loaded = await this.api.statement(range.from, range.to);
    // Somebody may have chosen other months meanwhile.
    if (this.state.range !== range) return;
    if (loaded.ok) this.state.loaded(loaded.value);
    else this.state.failed(sentenceOf(loaded.error));
  }
}
