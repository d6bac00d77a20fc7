import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { OpenedList } from '../../application/catalogue/lists.ts';
import type { UserState } from '../../application/session/user-state.ts';
import type { Author, ContentItem, Narrator, Series } from '../../domain/catalogue/content.ts';
import { RecentMap } from '../components/recent-map.ts';

/** The number of history entries whose list is stored (CAT-25). */
const MOST_LISTS = 10;

/** The part of a location that identifies one entry of the browser history. */
export type HistoryEntry = { readonly state: { readonly __TSR_key?: string } };

/**
 * Stores lists by the history entry that showed them. Back and forward navigation then shows the same items at the same
 * scroll position. Another listener never sees them (CAT-25).
 */
export class HistoryLists<Item extends { readonly id: string }> {
  private readonly lists = new RecentMap<OpenedList<Item>>(MOST_LISTS);

  constructor(private readonly listener: Pick<UserState, 'user'>) {}

  /** Returns the list that the entry has shown before, else a new one. */
  open(entry: HistoryEntry, create: () => OpenedList<Item>): OpenedList<Item> {
    return this.lists.get(this.nameOf(entry)) ?? create();
  }

  /** Stores the list that the entry shows. */
  shown(entry: HistoryEntry, list: OpenedList<Item>): void {
    this.lists.set(this.nameOf(entry), list);
  }

  /** Reloads the list that the entry shows, and removes every other list. */
  refresh(entry: HistoryEntry): void {
    const name = this.nameOf(entry);
    const shown = this.lists.get(name);
    this.lists.clear();
    if (shown === undefined) return;
    this.lists.set(name, shown);
    void shown.refresh();
  }

  /** Removes the list of the entry, so that it is loaded again. */
  forget(entry: HistoryEntry): void {
    this.lists.delete(this.nameOf(entry));
  }

  private nameOf({ state }: HistoryEntry): string {
    return `${this.listener.user.id} ${state.__TSR_key ?? ''}`;
  }
}

/** Stores the list that a page shows; null if it shows none. */
function useShown<Item extends { readonly id: string }>(
  lists: HistoryLists<Item>,
  list: OpenedList<Item> | null,
): void {
  const router = useRouter();
  useEffect(() => {
    if (list !== null) lists.shown(router.state.location, list);
  }, [router, lists, list]);
}

/** Stores the list of titles that a page shows; null if it shows none. */
export const useHistoryAudios = (list: OpenedList<ContentItem> | null): void =>
  useShown(useRouter().options.context.audioHistory, list);

/** Stores the list of authors that a page shows. */
export const useHistoryAuthors = (list: OpenedList<Author>): void =>
  useShown(useRouter().options.context.authorHistory, list);

/** Stores the list of narrators that a page shows. */
export const useHistoryNarrators = (list: OpenedList<Narrator>): void =>
  useShown(useRouter().options.context.narratorHistory, list);

/** Stores the list of series that a page shows. */
export const useHistorySeries = (list: OpenedList<Series>): void =>
  useShown(useRouter().options.context.seriesHistory, list);
