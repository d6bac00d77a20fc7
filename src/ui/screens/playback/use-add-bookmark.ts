import { useCallback, useMemo, useState } from 'react';
import type { AddedBookmark } from '../../../application/bookmarks/add-bookmark.ts';
import { useServices } from '../../app/services.ts';

/** The bookmark that was added last, as long as the player shows its note. `count` differs for each one. */
type LastAdded = AddedBookmark & { readonly opensNote: boolean; readonly count: number };

/** How the player adds a bookmark, and what it says about it. */
export type Bookmarking = {
  readonly last: LastAdded | null;
  readonly add: (opensNote: boolean) => void;
  readonly dismiss: () => void;
};

/** Null where only the mobile app has bookmarks (BOOK-1). */
export function useAddBookmark(): Bookmarking | null {
  const { addBookmark, settings } = useServices();
  const [last, setLast] = useState<LastAdded | null>(null);
  const add = useCallback(
    (opensNote: boolean) => {
      const mark = async () => {
        const added = await addBookmark.add();
        if (added !== null) setLast((before) => ({ ...added, opensNote, count: (before?.count ?? 0) + 1 }));
      };
      void mark();
    },
    [addBookmark],
  );
  const dismiss = useCallback(() => setLast(null), []);
  const isOn = settings.links.mobileApp === null;
  return useMemo(() => (isOn ? { last, add, dismiss } : null), [isOn, last, add, dismiss]);
}
