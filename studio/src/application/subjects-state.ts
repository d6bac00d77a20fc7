import type { Message } from '../../../src/domain/message.ts';
import type { ContentId } from '../../../src/domain/catalogue/content.ts';
import { MERGED_TABLES, type SubjectId, type SubjectTable } from '../domain/sources.ts';

/** The lists that have an order of their own. */
export type OrderedList = SubjectTable | 'collections';

/** An entry of such a list. */
export type OrderedEntry = {
  readonly id: SubjectId | ContentId;
  readonly name: string;
  /** How many titles it has; null for a collection. */
  readonly titles: number | null;
  /** The authors of a series. */
  readonly authors: string;
};

export const mergedTable = (list: OrderedList) => MERGED_TABLES.find((each) => each === list);

/** One of the ordered lists, and the order that is not saved yet. */
export class SubjectsState {
  list: OrderedList = 'authors';
  /** Null until they have loaded. */
  entries: readonly OrderedEntry[] | null = null;
  /** The order that the provider last told or stored. */
  stored: readonly OrderedEntry[] = [];
  failure: Message | null = null;
  hasOtherOrder = false;

  get canMerge(): boolean {
    return mergedTable(this.list) !== undefined;
  }

  open(list: OrderedList): void {
    this.list = list;
    this.entries = null;
    this.failure = null;
    this.hasOtherOrder = false;
  }

  loaded(entries: readonly OrderedEntry[]): void {
    this.entries = entries;
    this.stored = entries;
    this.failure = null;
    this.hasOtherOrder = false;
  }

  /** The provider has saved this order. What was moved since then stays. */
  orderSaved(entries: readonly OrderedEntry[]): void {
    this.stored = entries;
  }

  failed(message: Message): void {
    this.failure = message;
  }

  /** Moves an entry to another position. */
  move(from: number, to: number): void {
    const { entries } = this;
    const entry = entries?.[from];
    if (entries === null || entry === undefined || to < 0 || to >= entries.length || to === from) return;
    this.entries = entries.toSpliced(from, 1).toSpliced(to, 0, entry);
    this.hasOtherOrder = true;
  }

  renamed(id: OrderedEntry['id'], name: string): void {
    this.entries = this.entries?.map((entry) => (entry.id === id ? { ...entry, name } : entry)) ?? null;
  }
}
