import type { FeedEpisode } from './feed.ts';
import { hashOf } from './identity.ts';

/** Above the numbers that feeds give, and within the nine digits that a shared link can hold (PLAY-46). */
const FIRST_OWN = 100_000_000;
const OWN_NUMBERS = 900_000_000;
const SEASON = 10_000;

/**
 * The number of each episode in shared links, by its id. It depends on the episode alone and not on its position, so that
 * a release changes no link. It is the number in the feed, and with a season the season times 10,000 plus the number. If
 * several episodes have the same number, the oldest has it. All others get a number that is made of their id (CAT-77).
 */
export const episodeNumbers = (episodes: readonly FeedEpisode[]): ReadonlyMap<string, number> => {
  const oldestFirst = episodes
    .toReversed()
    .toSorted((one, other) => (one.publishedAt ?? 0) - (other.publishedAt ?? 0));
  const numbers = new Map<string, number>();
  const taken = new Set<number>();
  for (const { guid, season, number } of oldestFirst) {
    const given = number === null || number >= SEASON ? null : (season ?? 0) * SEASON + number;
    let own =
      given === null || given >= FIRST_OWN || taken.has(given)
        ? FIRST_OWN + (hashOf(guid) % OWN_NUMBERS)
        : given;
    while (taken.has(own)) own = own === FIRST_OWN + OWN_NUMBERS - 1 ? FIRST_OWN : own + 1;
    taken.add(own);
    numbers.set(guid, own);
  }
  return numbers;
};
