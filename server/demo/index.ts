import type { ProviderSource } from '../source.ts';
import { seedCatalogue } from '../catalogue/seed-catalogue.ts';
import { buildCatalogue, CATALOGUE_VERSION } from './catalogue/index.ts';
import { collectorsAt, installCollectors } from './collectors/index.ts';
import { createMedia } from './media.ts';
import { ownPages, PAGES, pagesAt } from './pages.ts';
import { seedDemoListeners } from './seed-listeners.ts';

/** The source of the demonstration: everything in it is invented. */
export const demo: ProviderSource = {
  name: 'demo',
  async prepare({ db, alone, pool, clock, scale, progress }) {
    await seedCatalogue(db, {
      build: buildCatalogue,
      alone,
      version: CATALOGUE_VERSION,
      now: clock.now(),
      scale,
      ...(progress && { progress }),
    });
    await seedDemoListeners(db, pool, clock.now());
  },
  createMedia,
  collectors: { install: installCollectors, configurationAt: collectorsAt },
  pages: { prefix: PAGES, routes: ownPages, linksAt: pagesAt },
};
