import type { TitleRow } from '../domain/title.ts';
import type { StudioApi, StudioFailure } from '../ports/studio-api.ts';
import { sentenceOf } from './sentences.ts';
import type { StudioNoticesState } from './studio-notices-state.ts';
import type { TitleTableState } from './title-table-state.ts';

/** How many titles are changed at the same time. */
const AT_ONCE = 4;

const counted = (count: number): string => (count === 1 ? '1 title' : `${count} titles`);

/** Publishes or hides titles of the table (STU-6). */
export class PublishTitles {
  constructor(
    private readonly api: StudioApi,
    private readonly table: TitleTableState,
    private readonly notices: StudioNoticesState,
    /** Called after a change, because listeners see it. */
    private readonly changed: () => void,
  ) {}

  /** Changes all these titles. A title that fails does not stop the others. */
  async setHidden(rows: readonly TitleRow[], hidden: boolean): Promise<void> {
    const waiting = [...rows];
    const failures: StudioFailure[] = [];
    const work = async (): Promise<void> => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        const failure = await this.change(row, hidden);
        if (failure !== null) failures.push(failure);
        else this.table.setSelected(row, false);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const done = rows.length - failures.length;
    if (done > 0) this.changed();
    const [failure] = failures;
    const verb = hidden ? 'hidden' : 'published';
    if (failure === undefined) {
      const missing = hidden ? 0 : rows.filter(({ state }) => state === 'missing').length;
      const note = missing > 0 ? ` ${counted(missing)} will show when the files are back.` : '';
      this.notices.post('done', `${counted(done)} ${verb}.${note}`);
    } else {
      this.notices.post(
        'failure',
        `${counted(failures.length)} could not be ${verb}: ${sentenceOf(failure)}`,
      );
    }
  }

  /** Returns why it failed. A title that changes meanwhile is read and tried once more. */
  private async change(row: TitleRow, hidden: boolean): Promise<StudioFailure | null> {
    for (let attempt = 0; ; attempt += 1) {
      const title = await this.api.title(row.id);
      if (!title.ok) return title.error;
      const edited = await this.api.editTitle(row.id, title.value.version, { hidden });
      if (edited.ok) {
        this.table.rowChanged(row.id, {
          state: edited.value.state,
          isEdited: edited.value.edited.length > 0,
        });
        return null;
      }
      if (edited.error.kind !== 'conflict' || attempt > 0) return edited.error;
    }
  }
}
