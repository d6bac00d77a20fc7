import type { ProviderSource } from '../source.ts';
import { buildCatalogue } from './catalogue/index.ts';
import { collectorsAt, installCollectors } from './collectors/index.ts';
import { createMedia } from './media.ts';
import { ownPages, PAGES, pagesAt } from './pages.ts';
import { seedDemoListeners } from './seed-listeners.ts';

/** The source of the demonstration: everything in it is invented. A real provider has its own source. */
export const demo: ProviderSource = {
  buildCatalogue,
  createMedia,
  seedListeners: seedDemoListeners,
  collectors: { install: installCollectors, configurationAt: collectorsAt },
  pages: { prefix: PAGES, routes: ownPages, linksAt: pagesAt },
};
