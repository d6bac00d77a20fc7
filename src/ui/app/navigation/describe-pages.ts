import { rootRouteId, type RegisteredRouter } from '@tanstack/react-router';
import { onRendered } from './on-rendered.ts';
import { describePage } from './page-descriptions.ts';
import { whenHeadingExists } from './page-heading.ts';

/** Sets the document's description, in an element that stands from the first description on. */
function setDescription(text: string): void {
  const known = document.head.querySelector<HTMLMetaElement>('meta[name="description"]');
  const meta = known ?? document.head.appendChild(document.createElement('meta'));
  meta.name = 'description';
  meta.content = text;
}

/**
 * Keeps the document's description that of the page: the one that stands there already, and each that follows.
 *
 * @returns ends it
 */
export function describePages(router: RegisteredRouter): () => void {
  let stopWaiting: () => void = () => {};
  const describe = () => {
    stopWaiting();
    const match = router.state.matches.at(-1);
    // Nowhere is where the root alone matches.
    const path = match === undefined || match.routeId === rootRouteId ? '' : match.fullPath;
    stopWaiting = whenHeadingExists((heading) => setDescription(describePage(path, heading.textContent)));
  };
  describe();
  const end = onRendered(router, describe);
  return () => {
    stopWaiting();
    end();
  };
}
