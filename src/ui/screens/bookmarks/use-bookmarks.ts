import { useEffect, useState } from 'react';
import type { BookmarksState } from '../../../application/bookmarks/bookmarks-state.ts';
import { useServices } from '../../app/services.ts';

/** The listener's bookmarks. Null until their code has loaded. */
export function useBookmarks(): BookmarksState | null {
  const { listBookmarks, changeBookmarks } = useServices();
  const [state, setState] = useState<BookmarksState | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const open = async () => {
      const opened = await listBookmarks.open();
      if (!isUnmounted) setState(opened);
    };
    void open();
    return () => {
      isUnmounted = true;
      changeBookmarks.leave();
    };
  }, [listBookmarks, changeBookmarks]);
  return state;
}
