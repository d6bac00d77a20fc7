import type { RegisteredRouter } from '@tanstack/react-router';
import { onRendered } from './on-rendered.ts';
import { whenHeadingExists } from './page-heading.ts';

/**
 * Tells of a new page as a document of its own would: its title, and the focus on its heading, so that a screen
 * reader reads it and the keyboard goes on from there.
 *
 * @param brand stands behind every title
 * @returns ends it
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
      // Whoever has gone on to another control while the page was loading stays there.
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
