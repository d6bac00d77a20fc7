import type { RegisteredRouter } from '@tanstack/react-router';
import type { PageFrame } from '../../components/layout/page-frame.ts';
import { onRendered } from './on-rendered.ts';

function createDescription(): HTMLMetaElement {
  const meta = document.createElement('meta');
  meta.name = 'description';
  return document.head.appendChild(meta);
}

/**
 * Sets the title and the description of the document for each page, and moves the focus to the heading of a new page
 * (APP-4, APP-5). A screen reader then reads the heading, and the keyboard continues from there.
 *
 * @param brand the product name at the end of every title
 * @returns a function that stops the announcements
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
