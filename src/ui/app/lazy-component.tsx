import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { LazyScreen } from './lazy-screen.tsx';

/**
 * A screen in a chunk of its own, for a route's `component`. The router fetches the chunk while the loader
 * runs, and already when a link to the route is pointed at.
 *
 * @param importScreen imports the screen's module and picks the screen
 * @param render shows the screen with what the route's loader answered
 */
export function lazyScreen<Screen>(
  importScreen: () => Promise<Screen>,
  render: (screen: Screen) => ReactElement,
) {
  return lazyRouteComponent(async () => {
    try {
      const screen = await importScreen();
      return { default: () => render(screen) };
    } catch {
      // Left to itself, the router would load the whole page anew, and end what plays.
      return { default: () => <LazyScreen importScreen={importScreen} render={render} /> };
    }
  });
}
