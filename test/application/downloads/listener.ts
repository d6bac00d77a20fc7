import { CONFIGURATION, Harness, type HarnessOptions } from '../../harness.ts';
import { episodes, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER } from '../titles.ts';

/** A page without a mobile app to offer, so that it downloads, and a listener who is signed in. */
export const downloading = (options: Partial<HarnessOptions> = {}): Harness => {
  const user = options.user ?? SUBSCRIBER;
  const configuration = { ...CONFIGURATION, links: { ...CONFIGURATION.links, mobileApp: null } };
  const harness = new Harness({
    items: [QUIET_MIND, LONG_BOOK, PODCAST],
    episodes: new Map([[PODCAST.id, episodes(5)]]),
    asPage: true,
    ...options,
    user,
    ports: { configuration, ...options.ports },
  });
  harness.user.setUser(user);
  return harness;
};

/** Turns the network off. No call gets a response. */
export const goOffline = (harness: Harness): void => {
  harness.network.goOffline();
  harness.downloadFiles.isOffline = true;
  harness.api.faults.isUnreachable = true;
};

/** Turns the network on again. */
export const goOnline = (harness: Harness): void => {
  harness.downloadFiles.isOffline = false;
  harness.api.faults.isUnreachable = false;
  harness.network.goOnline();
};

/** Ends the page by a crash, and opens the next page in the same browser. */
export const nextPage = async (harness: Harness, lasting = 1): Promise<Harness> => {
  harness.crash();
  const next = downloading({ beside: harness });
  await next.passes(lasting);
  return next;
};
