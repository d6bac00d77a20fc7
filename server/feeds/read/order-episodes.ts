import { plainSound } from './sound-files.ts';
import type { Episode } from './podcast.ts';

const DAY_MS = 86_400_000;
const FIRST_YEAR = Date.UTC(1900, 0);

/** A date of the future, of the start of all clocks, or of a year without sound, is none. */
const isTrue = (date: number, now: number): boolean =>
  date > FIRST_YEAR && date < now + DAY_MS && Math.abs(date) > DAY_MS;

/**
 * Orders episodes, the oldest first. An episode without a true date keeps its position in the feed: it comes after the one that
 * the feed lists as the next older one (CAT-135).
 */
export function inOrder(listed: readonly Episode[], now: number): readonly Episode[] {
  const dated = listed.map((episode) => {
    const date = episode.publishedAt;
    return date === null || isTrue(date, now) ? episode : { ...episode, publishedAt: null };
  });
  const dates = dated.flatMap(({ publishedAt }) => publishedAt ?? []);
  const steps = dates.slice(1).map((date, index) => Math.sign(date - (dates[index] ?? date)));
  const isNewestFirst = steps.reduce((sum, step) => sum + step, 0) <= 0;
  let last = dates.at(isNewestFirst ? -1 : 0) ?? null;
  const ordered = (isNewestFirst ? dated.toReversed() : dated).map((episode) => {
    last = episode.publishedAt ?? last;
    return { ...episode, orderedAt: last };
  });
  return byOrderedAt(ordered);
}

export const byOrderedAt = (oldestFirst: readonly Episode[]): readonly Episode[] =>
  oldestFirst.toSorted((one, other) => (one.orderedAt ?? 0) - (other.orderedAt ?? 0));

/**
 * Gives each episode an id of its own (decision 92). An id that the feed gives twice, for titles that are alike, is one
 * episode whose sound was replaced: the newer one counts (CAT-76, CAT-136).
 */
export function identified(oldestFirst: readonly Episode[]): readonly Episode[] {
  const soundOf = soundsOf(oldestFirst);
  const uses = new Map<string, number>();
  for (const { guid } of oldestFirst) uses.set(guid, (uses.get(guid) ?? 0) + 1);
  const owners = new Map<string, Episode>();
  const byGuid = new Map<string, Episode>();
  for (const episode of oldestFirst) {
    const sound = soundOf(episode.soundUrl);
    const owner = owners.get(episode.guid) ?? episode;
    owners.set(episode.guid, owner);
    const isReplaced = episode.hasId && uses.get(episode.guid) === 2 && areAlike(owner.title, episode.title);
    const isOwn = isReplaced || soundOf(owner.soundUrl) === sound;
    const guid = isOwn ? episode.guid : `${episode.guid}\n${sound}`;
    if (isReplaced) byGuid.delete(guid);
    if (!byGuid.has(guid)) byGuid.set(guid, { ...episode, guid });
  }
  return [...byGuid.values()];
}

/** What tells the sounds of a feed apart: without the query of a file, unless only the query differs (CAT-136). */
function soundsOf(episodes: readonly Episode[]): (url: string) => string {
  const addresses = new Map<string, Set<string>>();
  for (const { soundUrl } of episodes) {
    const plain = plainSound(soundUrl);
    addresses.set(plain, (addresses.get(plain) ?? new Set()).add(soundUrl));
  }
  return (url) => ((addresses.get(plainSound(url))?.size ?? 0) > 1 ? url : plainSound(url));
}

/** True if one title has all the words of the other one. */
export function areAlike(one: string, other: string): boolean {
  const [some, more] = [wordsIn(one), wordsIn(other)].toSorted((a, b) => a.size - b.size);
  return some !== undefined && some.size > 0 && [...some].every((word) => more?.has(word));
}

const wordsIn = (title: string): ReadonlySet<string> => new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu));
