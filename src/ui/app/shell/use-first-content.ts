import { useEffect, useState, type RefObject } from 'react';
import { afterFrame } from '../../components/after-frame.ts';

/** What a listener came for, or what stands in its place, even where more of the page is on its way. */
const CONTENT = 'article, form, [role="alert"]';

/**
 * How long anything waits for content that may never come, in milliseconds: longer than any answer is waited for, or a
 * slow device would fetch all else before it has shown what came.
 */
const PATIENCE = 15_000;

/** What says that the listener wants something of the page as it is. */
const USES = ['pointerdown', 'keydown'] as const;

/** Whether a page holds something to look at: some content, or a heading below which nothing is on its way. */
const showsContent = (page: HTMLElement): boolean =>
  page.querySelector(CONTENT) !== null ||
  (page.querySelector('h1') !== null && page.querySelector('[data-skeleton]') === null);

/**
 * Whether a page has shown what it is about: from then on there is time, and network, for all else. A page that is
 * used already has shown enough, and what it may call upon has to be there.
 */
export function useFirstContent(page: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const element = page.current;
    if (isShown || element === null) return undefined;
    let isGone = false;
    const show = (): void => setShown(true);
    const observer = new MutationObserver(() => look());
    const look = (): void => {
      if (!showsContent(element)) return;
      observer.disconnect();
      afterFrame(() => {
        if (!isGone) show();
      });
    };
    observer.observe(element, { childList: true, subtree: true });
    const waited = setTimeout(show, PATIENCE);
    for (const use of USES) window.addEventListener(use, show);
    look();
    return () => {
      isGone = true;
      observer.disconnect();
      clearTimeout(waited);
      for (const use of USES) window.removeEventListener(use, show);
    };
  }, [page, isShown]);
  return isShown;
}
