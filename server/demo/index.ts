import type { ProviderSource } from '../source.ts';
import { buildCatalogue } from './catalogue/index.ts';
import { collectorsAt, installCollectors } from './collectors/index.ts';
import { createMedia } from './media.ts';
import { ownPages, PAGES, pagesAt } from './pages.ts';
import { seedDemoListeners } from './seed-listeners.ts';

/** Everything that is invented for the demonstration. A real provider puts a source of its own in this place. */
export const demo: ProviderSource = {
  buildCatalogue,
  createMedia,
  seedListeners: seedDemoListeners,
  collectors: { install: installCollectors, configurationAt: collectorsAt },
  pages: { prefix: PAGES, routes: ownPages, linksAt: pagesAt },
};
