import { useEffect, useState, type RefObject } from 'react';
import { afterFrame } from '../../components/after-frame.ts';

/** The main content of a page, or what replaces it, even if other parts still load. */
const CONTENT = 'article, form, [role="alert"]';

/**
 * How long anything waits for content that may never load, in milliseconds. It is longer than any response timeout;
 * otherwise a slow device would fetch the rest before it has shown the content.
 */
const PATIENCE = 15_000;

/** Events that show that the listener is using the page. */
const USES = ['pointerdown', 'keydown'] as const;

/** True if a page shows content, or a heading below which nothing is loading. */
const showsContent = (page: HTMLElement): boolean =>
  page.querySelector(CONTENT) !== null ||
  (page.querySelector('h1') !== null && page.querySelector('[data-skeleton]') === null);

/**
 * True once a page has shown its main content: from then on, other code may load. Using the page counts too, because
 * the next action may need that code.
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
