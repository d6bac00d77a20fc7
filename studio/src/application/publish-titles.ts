import { message, type Message } from '../../../src/domain/message.ts';
import type { TitleRow } from '../domain/title.ts';
import type { StudioApi, StudioFailure } from '../ports/studio-api.ts';
import { inside, sentenceOf } from './sentences.ts';
import type { StudioNoticesState } from './studio-notices-state.ts';
import type { TitleTableState } from './title-table-state.ts';

/** How many titles are changed at the same time. */
const AT_ONCE = 4;

const doneWords = (count: number, hidden: boolean, missing: number): Message => {
  if (hidden) return message('{count, plural, one {# title hidden.} other {# titles hidden.}}', { count });
  if (missing === 0)
    return message('{count, plural, one {# title published.} other {# titles published.}}', { count });
  return message(
    '{count, plural, one {# title published.} other {# titles published.}} {missing, plural, one {# title will show when the files are back.} other {# titles will show when the files are back.}}',
    { count, missing },
  );
};

const failureWords = (count: number, hidden: boolean, why: Message): Message =>
  hidden
    ? message(
        '{count, plural, one {# title could not be hidden:} other {# titles could not be hidden:}} {reason}',
        { count, reason: inside(why) },
      )
    : message(
        '{count, plural, one {# title could not be published:} other {# titles could not be published:}} {reason}',
        { count, reason: inside(why) },
      );

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
    if (failure === undefined) {
      const missing = hidden ? 0 : rows.filter(({ state }) => state === 'missing').length;
      this.notices.post('done', doneWords(done, hidden, missing));
    } else this.notices.post('failure', failureWords(failures.length, hidden, sentenceOf(failure)));
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
