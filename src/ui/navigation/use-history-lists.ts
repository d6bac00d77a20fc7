import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { OpenedList } from '../../application/catalogue/lists.ts';
import type { Author, ContentItem, Narrator, Series } from '../../domain/catalogue/content.ts';
import { entryKey } from './entry.ts';
import type { HistoryLists } from './history-lists.ts';

/** Stores the list that a page shows; null if it shows none. */
function useShown<Item extends { readonly id: string }>(
  lists: HistoryLists<Item>,
  list: OpenedList<Item> | null,
): void {
  const router = useRouter();
  useEffect(() => {
    if (list !== null) lists.shown(entryKey(router.state.location), list);
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
