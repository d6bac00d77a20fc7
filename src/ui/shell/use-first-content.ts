import { useEffect, useState, type RefObject } from 'react';

/** What a listener came for, or what stands in its place. */
const CONTENT = 'article, form, [role="alert"]';

/** How long anything waits for content that may never come, in milliseconds. */
const PATIENCE = 4_000;

/** Whether a page has shown what it is about: from then on there is time, and network, for all else. */
export function useFirstContent(page: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const element = page.current;
    if (isShown || element === null) return undefined;
    const look = (): void => {
      if (element.querySelector(CONTENT) !== null) setShown(true);
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true });
    const waited = setTimeout(() => setShown(true), PATIENCE);
    look();
    return () => {
      observer.disconnect();
      clearTimeout(waited);
    };
  }, [page, isShown]);
  return isShown;
}
