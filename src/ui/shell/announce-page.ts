import { rootRouteId, type RegisteredRouter } from '@tanstack/react-router';
import { onRendered } from './on-rendered.ts';
import { describePage } from './page-descriptions.ts';

/** The page's heading, once it says something. */
const findHeading = (): HTMLHeadingElement | null => {
  const heading = document.querySelector<HTMLHeadingElement>('main h1');
  return heading === null || heading.textContent.trim() === '' ? null : heading;
};

/** Sets the document's description, in an element that stands from the first page on. */
function setDescription(text: string): void {
  const known = document.head.querySelector<HTMLMetaElement>('meta[name="description"]');
  const meta = known ?? document.head.appendChild(document.createElement('meta'));
  meta.name = 'description';
  meta.content = text;
}

/** Calls back with the page's heading, now or when it comes. */
function whenHeadingStands(found: (heading: HTMLHeadingElement) => void): () => void {
  const heading = findHeading();
  if (heading !== null) {
    found(heading);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const late = findHeading();
    if (late === null) return;
    observer.disconnect();
    found(late);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/**
 * Tells of a new page as a document of its own would: its title, its description, and the focus on its
 * heading, so that a screen reader reads it and the keyboard goes on from there.
 *
 * @param brand stands behind every title
 * @returns ends it
 */
export function announcePage(router: RegisteredRouter, brand: string): () => void {
  let stopWaiting: () => void = () => {};
  const end = onRendered(router, ({ from, isNewPage }) => {
    stopWaiting();
    const match = router.state.matches.at(-1);
    const title: unknown = match?.staticData.title;
    // Nowhere is where the root alone matches.
    const path = match === undefined || match.routeId === rootRouteId ? '' : match.fullPath;
    const focused = document.activeElement;
    stopWaiting = whenHeadingStands((heading) => {
      document.title = `${typeof title === 'string' ? title : heading.textContent} · ${brand}`;
      setDescription(describePage(path, heading.textContent));
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
