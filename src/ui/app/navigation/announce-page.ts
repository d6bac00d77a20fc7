import type { RegisteredRouter } from '@tanstack/react-router';
import { onRendered } from './on-rendered.ts';
import { whenHeadingExists } from './page-heading.ts';

/**
 * Announces a new page as a new document would: sets the title and moves the focus to the heading (APP-4, APP-5). A
 * screen reader then reads the heading, and the keyboard continues from it.
 *
 * @param brand the product name at the end of every title
 * @returns stops the announcements
 */
export function announcePage(router: RegisteredRouter, brand: string): () => void {
  let stopWaiting: () => void = () => {};
  const end = onRendered(router, ({ from, isNewPage }) => {
    stopWaiting();
    const title: unknown = router.state.matches.at(-1)?.staticData.title;
    const focused = document.activeElement;
    stopWaiting = whenHeadingExists((heading) => {
      document.title = `${typeof title === 'string' ? title : heading.textContent} · ${brand}`;
      if (from === null || !isNewPage) return;
      // If the listener has moved to another control while the page was loading, the focus stays there.
      if (document.activeElement !== focused && document.activeElement !== document.body) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  });
  return () => {
    stopWaiting();
    end();
  };
}
