import { type Arrangement, AS_SENT, type OfferedArrangement } from '../../domain/catalogue/arrangement.ts';
import type { ApiFailure, Page, PageKey } from '../../ports/content-api.ts';

export type Identified = { readonly id: string };

/**
 * A list that grows page by page. An item that a later page repeats is added once. A page key that was already used
 * ends the list (CAT-22).
 */
export class PagedList<Item extends Identified> {
  items: readonly Item[] = [];
  phase: 'loading' | 'loaded' | 'failed' = 'loading';
  failure: ApiFailure | null = null;
  /** How the list is sorted and filtered. */
  arrangement: Arrangement = AS_SENT;
  /** How it can be. Null until the first page has loaded, and if the provider offers nothing. */
  offered: OfferedArrangement | null = null;
  private next: PageKey | null = null;
  private started = false;
  private usedKeys: ReadonlySet<PageKey> = new Set();

  get hasMore(): boolean {
    return !this.started || this.next !== null;
  }

  /** Null requests the first page. */
  get nextKey(): PageKey | null {
    return this.next;
  }

  startLoading(): void {
    this.phase = 'loading';
    this.failure = null;
  }

  arranged(arrangement: Arrangement): void {
    this.arrangement = arrangement;
  }

  addPage(page: Page<Item>): void {
    if (!this.started) this.offered = page.offered ?? null;
    const seen = new Set(this.items.map((item) => item.id));
    const fresh: Item[] = [];
    for (const item of page.items) {
      if (seen.has(item.id)) continue;
      seen.add(item.id);
      fresh.push(item);
    }
    this.items = [...this.items, ...fresh];
    const ends = page.next === null || this.usedKeys.has(page.next);
    this.next = ends ? null : page.next;
    if (page.next !== null) this.usedKeys = new Set([...this.usedKeys, page.next]);
    this.started = true;
    this.phase = 'loaded';
  }

  /** Replaces the items after a reload. */
  replacedBy(fresh: PagedList<Item>): void {
    this.items = fresh.items;
    this.next = fresh.next;
    this.usedKeys = fresh.usedKeys;
    this.started = true;
    this.failure = null;
    this.phase = 'loaded';
  }

  fail(failure: ApiFailure): void {
    this.phase = 'failed';
    this.failure = failure;
  }
}
