import type { PeopleApi } from '../../../ports/studio/people-api.ts';
import { sentenceOf } from '../messages.ts';
import type { StatementRange, StatementState } from './statement-state.ts';

/** Loads the listened time of some months (STU-34). */
export class LoadStatement {
  constructor(
    private readonly api: PeopleApi,
    private readonly state: StatementState,
  ) {}

  async show(range: StatementRange): Promise<void> {
    this.state.show(range);
    const loaded = await this.api.statement(range.from, range.to);
    // Somebody may have chosen other months meanwhile.
    if (this.state.range !== range) return;
    if (loaded.ok) this.state.loaded(loaded.value);
    else this.state.failed(sentenceOf(loaded.error));
  }
}
