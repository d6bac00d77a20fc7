import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { OpenedList } from '../../application/catalogue/open-list.ts';
import type { UserState } from '../../application/session/user-state.ts';
import type { Author, ContentItem } from '../../domain/catalogue/content.ts';

/** How many pages back and forth keep their lists. */
const KEPT = 10;

/** What of a location tells one entry of the browser's history from another. */
export type HistoryEntry = { readonly state: { readonly __TSR_key?: string } };

/**
 * Lists by the entry of the browser's history that showed them: whoever comes back or forward finds as much of a
 * list as there was, and so the place where they were. Another listener finds none of it.
 */
export class HistoryLists<Item extends { readonly id: string }> {
  private readonly lists = new Map<string, OpenedList<Item>>();

  constructor(private readonly listener: Pick<UserState, 'user'>) {}

  /** The list that the entry has shown before, else a new one. */
  open(entry: HistoryEntry, create: () => OpenedList<Item>): OpenedList<Item> {
    return this.lists.get(this.nameOf(entry)) ?? create();
  }

  /** The entry shows this list. */
  shown(entry: HistoryEntry, list: OpenedList<Item>): void {
    const name = this.nameOf(entry);
    this.lists.delete(name);
    this.lists.set(name, list);
    const oldest = this.lists.keys().next();
    if (this.lists.size > KEPT && oldest.done !== true) this.lists.delete(oldest.value);
  }

  /** Asks anew for the list that the entry shows, and forgets every other. */
  refresh(entry: HistoryEntry): void {
    const name = this.nameOf(entry);
    const shown = this.lists.get(name);
    this.lists.clear();
    if (shown === undefined) return;
    this.lists.set(name, shown);
    void shown.refresh();
  }

  /** The entry asks for its list anew. */
  forget(entry: HistoryEntry): void {
    this.lists.delete(this.nameOf(entry));
  }

  private nameOf({ state }: HistoryEntry): string {
    return `${this.listener.user.id} ${state.__TSR_key ?? ''}`;
  }
}

/** Keeps the list of titles that a page shows; null where it shows none. */
export function useHistoryAudios(list: OpenedList<ContentItem> | null): void {
  const router = useRouter();
  useEffect(() => {
    if (list !== null) router.options.context.keptAudios.shown(router.state.location, list);
  }, [router, list]);
}

/** Keeps the list of authors that a page shows. */
export function useHistoryAuthors(list: OpenedList<Author>): void {
  const router = useRouter();
  useEffect(() => {
    router.options.context.keptAuthors.shown(router.state.location, list);
  }, [router, list]);
}
