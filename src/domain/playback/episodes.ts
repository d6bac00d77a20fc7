import type { Track } from './track.ts';

/** The episodes of one season. `season` is null for those without one. */
export type Season = { readonly season: number | null; readonly episodes: readonly Track[] };

/**
 * Groups episodes by season, in the order in which the seasons first come. Without any season, all are one group
 * (PLAY-120).
 */
export const bySeason = (episodes: readonly Track[]): readonly Season[] => {
  const groups = new Map<number | null, Track[]>();
  for (const episode of episodes) {
    const group = groups.get(episode.season);
    if (group === undefined) groups.set(episode.season, [episode]);
    else group.push(episode);
  }
  return [...groups].map(([season, own]) => ({ season, episodes: own }));
};

const byDay = (one: Track, other: Track): number =>
  (other.publishedAt ?? Number.NEGATIVE_INFINITY) - (one.publishedAt ?? Number.NEGATIVE_INFINITY) || 0;

/** The order in which the episodes of a podcast play: as the provider sends them, or by their days. */
export const PLAY_ORDERS = ['sent', 'oldest', 'newest'] as const;

/** One of `PLAY_ORDERS`. */
export type PlayOrder = (typeof PLAY_ORDERS)[number];

/** The episodes in the order that the listener chose for the podcast (PLAY-129). Those without a day come last. */
export const inPlayOrder = (episodes: readonly Track[], order: PlayOrder): readonly Track[] => {
  if (order === 'sent') return episodes;
  const dated = episodes.filter(({ publishedAt }) => publishedAt !== null).toSorted(byDay);
  const others = episodes.filter(({ publishedAt }) => publishedAt === null);
  return [...(order === 'newest' ? dated : dated.toReversed()), ...others];
};

/** The unheard episodes, the newest first, then the heard ones. Those without a day come last (PROG-88). */
export const newestUnheardFirst = (
  episodes: readonly Track[],
  isHeard: (episode: Track) => boolean,
): readonly Track[] => {
  const heard = new Set(episodes.filter(isHeard));
  const newestFirst = episodes.toSorted(byDay);
  return [
    ...newestFirst.filter((each) => !heard.has(each)),
    ...newestFirst.filter((each) => heard.has(each)),
  ];
};

/** The episodes that were published before another one. A day that is unknown is not before (PROG-89). */
export const olderThan = (episodes: readonly Track[], { publishedAt }: Track): readonly Track[] =>
  publishedAt === null
    ? []
    : episodes.filter((each) => each.publishedAt !== null && each.publishedAt < publishedAt);
