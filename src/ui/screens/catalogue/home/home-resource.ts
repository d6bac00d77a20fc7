import type { Home } from '../../../../application/catalogue/load-home.ts';
import { Arrival, type Arriving } from '../../../components/resource/resource.ts';

/** The parts of the home page on their way to the screen. */
export type ArrivingHome = Arriving<Home>;

export const arrivingHome = (home: Home): ArrivingHome => ({
  shelves: new Arrival(home.shelves),
  recentlyListened: new Arrival(home.recentlyListened),
  recommended: new Arrival(home.recommended),
  topics: new Arrival(home.topics),
  together: new Arrival(home.together),
});
