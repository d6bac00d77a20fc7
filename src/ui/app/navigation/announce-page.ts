import type { RegisteredRouter } from '@tanstack/react-router';
import type { PageFrame } from '../../components/layout/page-frame.ts';
import { onRendered } from './on-rendered.ts';

/** Creates the element for the description of the document. */
function createDescription(): HTMLMetaElement {
  const meta = document.createElement('meta');
  meta.name = 'description';
  return document.head.appendChild(meta);
}

/**
 * Announces a new page as a new document would: sets title and description, and moves the focus to the heading (APP-4,
 * APP-5). A screen reader then reads the heading, and the keyboard continues from it.
 *
 * @param brand the product name at the end of every title
 * @returns stops the announcements
 */
export function announcePage(router: RegisteredRouter, frame: PageFrame, brand: string): () => void {
  const meta = createDescription();
  let stopWaiting: () => void = () => {};
  const end = onRendered(router, ({ from, isNewPage }) => {
    stopWaiting();
    const title: unknown = router.state.matches.at(-1)?.staticData.title;
    const focused = document.activeElement;
    stopWaiting = frame.whenHeadingShown(({ element, text, description }) => {
      document.title = `${typeof title === 'string' ? title : text} · ${brand}`;
      meta.content = description;
      if (from === null || !isNewPage) return;
      // If the listener has moved to another control while the page was loading, the focus stays there.
      if (document.activeElement !== focused && document.activeElement !== document.body) return;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    });
  });
  return () => {
    stopWaiting();
    end();
    meta.remove();
  };
}
