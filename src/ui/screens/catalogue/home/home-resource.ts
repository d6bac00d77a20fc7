import type { Home } from '../../../../application/catalogue/load-pages.ts';
import { Resource, type Resources } from '../../../components/resource/resource.ts';

/** The resources of the home page. */
export type HomeResources = Resources<Home>;

export const homeResources = (home: Home): HomeResources => ({
  shelves: new Resource(home.shelves),
  recentlyListened: new Resource(home.recentlyListened),
  recommended: new Resource(home.recommended),
  topics: new Resource(home.topics),
  together: new Resource(home.together),
});
