import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { LazyScreen } from './lazy-screen.tsx';

/**
 * A screen in a chunk of its own, for the `component` of a route. The router fetches the chunk while the loader runs,
 * or earlier when the pointer is over a link to the route.
 *
 * @param importScreen imports the module of the screen and returns the screen
 * @param render renders the screen with the loader data of the route
 */
export function lazyComponent<Screen>(
  importScreen: () => Promise<Screen>,
  render: (screen: Screen) => ReactElement,
) {
  return lazyRouteComponent(async () => {
    try {
      const screen = await importScreen();
      return { default: () => render(screen) };
    } catch {
      // Without this catch, the router would reload the whole page and stop the sound.
      return { default: () => <LazyScreen importScreen={importScreen} render={render} /> };
    }
  });
}
