import { useEffect, useState } from 'react';
import type { BookmarksState } from '../../../application/bookmarks/bookmark-list.ts';
import { useServices } from '../../app/services.ts';

/** The listener's bookmarks. Null until their code has loaded. */
export function useBookmarks(): BookmarksState | null {
  const { bookmarkList } = useServices();
  const [state, setState] = useState<BookmarksState | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const open = async () => {
      const opened = await bookmarkList.open();
      if (!isUnmounted) setState(opened);
    };
    void open();
    return () => {
      isUnmounted = true;
      bookmarkList.leave();
    };
  }, [bookmarkList]);
  return state;
}
