import type { TitleQuery } from '../domain/title.ts';
import type { StudioApi } from '../ports/studio-api.ts';
import { sentenceOf } from './sentences.ts';
import type { TitleTableState } from './title-table-state.ts';

/** How many rows one call loads. */
export const PAGE_ROWS = 100;

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
