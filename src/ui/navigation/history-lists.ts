import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { OpenedList } from '../../application/catalogue/lists.ts';
import type { UserState } from '../../application/session/user-state.ts';
import { RecentMap } from '../recent-map.ts';
import { entryKey } from './entry.ts';

/** The number of history entries whose list is stored (CAT-25). */
const MOST_LISTS = 10;

/**
 * Stores lists by the key of the history entry that showed them. Back and forward navigation then shows the same items at
 * the same scroll position. Another listener never sees them (CAT-25).
 */
export class HistoryLists<Item extends { readonly id: string }> {
  private readonly lists = new RecentMap<OpenedList<Item>>(MOST_LISTS);

  constructor(private readonly listener: Pick<UserState, 'user'>) {}

  /** Returns the list that the entry has shown before, else a new one. */
  open(entry: string, create: () => OpenedList<Item>): OpenedList<Item> {
    return this.lists.get(this.nameOf(entry)) ?? create();
  }

  /** Stores the list that the entry shows. */
  shown(entry: string, list: OpenedList<Item>): void {
    this.lists.set(this.nameOf(entry), list);
  }

  /** Reloads the list that the entry shows, and removes every other list. */
  refresh(entry: string): void {
    const name = this.nameOf(entry);
    const shown = this.lists.get(name);
    this.lists.clear();
    if (shown === undefined) return;
    this.lists.set(name, shown);
    void shown.refresh();
  }

  /** Removes the list of the entry, so that it is loaded again. */
  forget(entry: string): void {
    this.lists.delete(this.nameOf(entry));
  }

  private nameOf(entry: string): string {
    return `${this.listener.user.id} ${entry}`;
  }
}

/** Returns a function that removes the list of titles of the page, so that it is loaded again. */
export function useForgetAudios(): () => void {
  const router = useRouter();
  return useCallback(
    () => router.options.context.audioHistory.forget(entryKey(router.state.location)),
    [router],
  );
}
