import { rootRouteId, type RegisteredRouter } from '@tanstack/react-router';
import { onRendered } from './on-rendered.ts';
import { describePage } from './page-descriptions.ts';
import { whenHeadingExists } from './page-heading.ts';

/** Sets the description of the document. The element is created at the first description. */
function setDescription(text: string): void {
  const known = document.head.querySelector<HTMLMetaElement>('meta[name="description"]');
  const meta = known ?? document.head.appendChild(document.createElement('meta'));
  meta.name = 'description';
  meta.content = text;
}

/**
 * Sets the description of the document for the current page and for each page that follows (APP-4).
 *
 * @returns stops the updates
 */
export function describePages(router: RegisteredRouter): () => void {
  let stopWaiting: () => void = () => {};
  const describe = () => {
    stopWaiting();
    const match = router.state.matches.at(-1);
    // If only the root route matches, the address is unknown.
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
