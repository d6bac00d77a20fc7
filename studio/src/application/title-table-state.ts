import type { Message } from '../../../src/domain/message.ts';
import type { ContentId } from '../../../src/domain/catalogue/content.ts';
import { FIRST_QUERY, type TitleQuery, type TitleRow } from '../domain/title.ts';

/** The rows of the catalogue that have loaded, and which of them are selected. */
export class TitleTableState {
  query: TitleQuery = FIRST_QUERY;
  /** Null until the first page of this query has loaded. */
  total: number | null = null;
  /** Loaded pages by their number, counted from 0. */
  pages: ReadonlyMap<number, readonly TitleRow[]> = new Map();
  failure: Message | null = null;
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

  failed(message: Message): void {
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
