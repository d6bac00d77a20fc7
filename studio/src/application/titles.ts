import { type ContentId, ContentType } from '../../../src/domain/catalogue/content.ts';
import {
  FIRST_QUERY,
  type TitleQuery,
  type TitleRow,
  type CalendarEvent,
  calendarEvents,
} from '../domain/title.ts';
import type { StudioApi, StudioFailure } from '../ports/studio-api.ts';
import { sentenceOf, type StudioNoticesState } from './session.ts';
import { failed, ok, type Result } from '../../../src/domain/result.ts';
import type { Instant } from '../../../src/domain/time.ts';

/** How many rows one call loads. */
export const PAGE_ROWS = 100;

/** The rows of the catalogue that have loaded, and which of them are selected. */
export class TitleTableState {
  query: TitleQuery = FIRST_QUERY;
  /** Null until the first page of this query has loaded. */
  total: number | null = null;
  /** Loaded pages by their number, counted from 0. */
  pages: ReadonlyMap<number, readonly TitleRow[]> = new Map();
  failure: string | null = null;
  selected: ReadonlyMap<ContentId, TitleRow> = new Map();

  /** Starts another query. None of its titles has loaded yet, and none is selected. */
  ask(query: TitleQuery): void {
    this.query = query;
    this.total = null;
    this.pages = new Map();
    this.failure = null;
    this.selected = new Map();
  }

  /** Loads the same rows again. The old total stays meanwhile, so that the table keeps its height. */
  forgetRows(): void {
    this.pages = new Map();
    this.failure = null;
  }

  pageLoaded(page: number, total: number, rows: readonly TitleRow[]): void {
    this.total = total;
    this.pages = new Map([...this.pages, [page, rows]]);
    this.failure = null;
  }

  failed(message: string): void {
    this.failure = message;
  }

  rowChanged(id: ContentId, changes: Partial<TitleRow>): void {
    this.pages = new Map(
      [...this.pages].map(([page, rows]) => [
        page,
        rows.some((row) => row.id === id)
          ? rows.map((row) => (row.id === id ? { ...row, ...changes } : row))
          : rows,
      ]),
    );
  }

  setSelected(row: TitleRow, isSelected: boolean): void {
    const selected = new Map(this.selected);
    if (isSelected) selected.set(row.id, row);
    else selected.delete(row.id);
    this.selected = selected;
  }

  selectLoaded(): void {
    this.selected = new Map([...this.pages.values()].flat().map((row) => [row.id, row]));
  }

  clearSelection(): void {
    this.selected = new Map();
  }
}

/** Loads the rows of the catalogue that are on the screen, page by page (STU-5). */
export class BrowseTitles {
  /** Counts queries. A response to an earlier query is ignored. */
  private generation = 0;
  private loading = new Set<number>();

  constructor(
    private readonly api: StudioApi,
    private readonly state: TitleTableState,
  ) {}

  /** Shows the rows of another query, or the same rows in another order. */
  async ask(changes: Partial<TitleQuery>): Promise<void> {
    this.state.ask({ ...this.state.query, ...changes });
    await this.restart();
  }

  /** Loads the first rows, unless they have loaded. */
  async open(): Promise<void> {
    if (this.state.total === null) await this.showRows(0, 0);
  }

  /** Loads the rows again, because they may have changed. */
  async reload(): Promise<void> {
    this.state.forgetRows();
    await this.restart();
  }

  /** Loads the pages of these rows that are missing. Rows are counted from 0. */
  async showRows(first: number, last: number): Promise<void> {
    const pages: number[] = [];
    for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page += 1)
      if (!this.state.pages.has(page) && !this.loading.has(page)) pages.push(page);
    await Promise.all(pages.map(async (page) => this.load(page)));
  }

  private async restart(): Promise<void> {
    this.generation += 1;
    this.loading = new Set();
    await this.showRows(0, 0);
  }

  private async load(page: number): Promise<void> {
    const { generation, loading } = this;
    loading.add(page);
    const loaded = await this.api.titles(this.state.query, { offset: page * PAGE_ROWS, limit: PAGE_ROWS });
    loading.delete(page);
    if (generation !== this.generation) return;
    if (loaded.ok) this.state.pageLoaded(page, loaded.value.total, loaded.value.rows);
    else this.state.failed(sentenceOf(loaded.error));
  }
}

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

/** How many titles a search for members shows. */
const MOST_FOUND = 20;

/** Makes collections, and finds titles for them. */
export class MakeCollection {
  constructor(
    private readonly api: StudioApi,
    /** Called after the collection was created. */
    private readonly changed: () => void,
  ) {}

  /** Returns the id of the new collection, or why there is none. */
  async make(
    title: string,
    members: readonly ContentId[],
  ): Promise<Result<ContentId, { readonly message: string }>> {
    if (title.trim() === '') return failed({ message: 'A collection needs a name.' });
    const made = await this.api.createCollection({ title: title.trim(), description: '', members });
    if (!made.ok) return failed({ message: sentenceOf(made.error) });
    this.changed();
    return ok(made.value.id);
  }

  /** Finds titles and episodes that may be members. */
  async find(text: string): Promise<Result<readonly TitleRow[], { readonly message: string }>> {
    const query = { ...FIRST_QUERY, text, sort: 'title', isDescending: false, withEpisodes: true } as const;
    const found = await this.api.titles(query, { offset: 0, limit: MOST_FOUND });
    if (!found.ok) return failed({ message: sentenceOf(found.error) });
    return ok(
      found.value.rows.filter(({ kind, type }) => kind !== 'collection' && type !== ContentType.PODCAST),
    );
  }
}

/** The part of time that the calendar shows. */
export type CalendarRange = { readonly from: Instant; readonly till: Instant };

export class CalendarState {
  range: CalendarRange | null = null;
  /** Null until the events of the range have loaded. */
  events: readonly CalendarEvent[] | null = null;
  /** False if there are more titles than the provider lists at once. */
  isComplete = true;
  failure: string | null = null;

  show(range: CalendarRange): void {
    this.range = range;
    this.events = null;
    this.isComplete = true;
    this.failure = null;
  }

  loaded(events: readonly CalendarEvent[], isComplete: boolean): void {
    this.events = events;
    this.isComplete = isComplete;
  }

  failed(message: string): void {
    this.failure = message;
  }
}

/** Loads the starts and ends of windows for the calendar (STU-16). */
export class LoadCalendar {
  constructor(
    private readonly api: StudioApi,
    private readonly state: CalendarState,
  ) {}

  async show(range: CalendarRange): Promise<void> {
    this.state.show(range);
    const loaded = await this.api.windows(range.from, range.till);
    // Somebody may show another month meanwhile.
    if (this.state.range !== range) return;
    if (!loaded.ok) this.state.failed(sentenceOf(loaded.error));
    else {
      const { rows, isComplete } = loaded.value;
      this.state.loaded(calendarEvents(rows, range.from, range.till), isComplete);
    }
  }
}
