import { areAlike } from './read/order-episodes.ts';
import { idOf } from '../catalogue/ids.ts';
import type { Episode } from './read/podcast.ts';

/** The id that an episode gets of its podcast and of its id in the feed. */
export const episodeId = (feedId: string, guid: string): string => idOf('e', feedId, guid);

/** What an episode is compared by. */
interface Traits {
  readonly title: string;
  readonly soundUrl: string;
  /** Epoch milliseconds. */
  readonly publishedAt: number | null;
}

/** A stored episode, to be found again. */
export interface Findable extends Traits {
  readonly id: string;
  /** The id that its id in the feed makes. It differs from `id` after the feed has changed its ids. */
  readonly guidId: string;
  readonly isGone: boolean;
}

/**
 * Finds the stored episodes in a new reading of their feed, also if a move to another host has changed their ids
 * (CAT-180). Of several that fit nothing is known.
 *
 * @returns the id of each episode, by its id in the feed
 */
export function matchEpisodes(
  feedId: string,
  episodes: readonly Episode[],
  known: readonly Findable[],
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const free = new Set(known);
  const take = ({ guid }: Episode, found: Findable | undefined): void => {
    if (found === undefined) return;
    ids.set(guid, found.id);
    free.delete(found);
  };
  const matchBy = (traitsOf: (traits: Traits) => unknown): void => {
    const keyOf = (traits: Traits): string => JSON.stringify(traitsOf(traits));
    const candidates = groups(free, keyOf);
    const wanted = episodes.filter(({ guid }) => !ids.has(guid));
    for (const [key, [episode, ...others]] of groups(wanted, keyOf)) {
      if (key !== NOTHING && episode !== undefined && others.length === 0)
        take(episode, onlyOne(candidates.get(key) ?? []));
    }
  };

  matchBy(({ title, soundUrl, publishedAt }) => [wordsOf(title), soundOf(soundUrl), publishedAt]);
  const byGuid = groups(known, ({ guidId }) => guidId);
  const byId = groups(known, ({ id }) => id);
  for (const episode of episodes) {
    if (ids.has(episode.guid)) continue;
    const own = episodeId(feedId, episode.guid);
    const fits = (each: Findable): boolean => free.has(each) && !isAnother(each, episode);
    const same = (byGuid.get(own) ?? []).filter(fits);
    take(episode, same.find(({ isGone }) => !isGone) ?? same[0] ?? byId.get(own)?.find(fits));
  }
  matchBy(({ title, soundUrl }) => [wordsOf(title), soundOf(soundUrl)]);
  matchBy(({ soundUrl, publishedAt }) => publishedAt && [soundOf(soundUrl), publishedAt]);
  matchBy(({ title, publishedAt }) => publishedAt && [wordsOf(title), publishedAt]);

  const taken = new Set([...known.map(({ id }) => id), ...ids.values()]);
  for (const { guid, soundUrl } of episodes) {
    if (ids.has(guid)) continue;
    let id = episodeId(feedId, guid);
    for (let name = `${guid}\n${soundUrl}`; taken.has(id); name += '\n') id = episodeId(feedId, name);
    taken.add(id);
    ids.set(guid, id);
  }
  return ids;
}

const NOTHING = 'null';

function groups<Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> {
  const found = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = found.get(key);
    if (group === undefined) found.set(key, [value]);
    else group.push(value);
  }
  return found;
}

/** The only one that the feed listed at last, else the only one. */
function onlyOne(found: readonly Findable[]): Findable | undefined {
  const listed = found.filter(({ isGone }) => !isGone);
  const [first, ...others] = listed.length > 0 ? listed : found;
  return others.length === 0 ? first : undefined;
}

/** True if a host has used an id for an episode again that has nothing in common with the former one (CAT-181). */
const isAnother = (one: Traits, other: Traits): boolean =>
  one.title !== other.title &&
  !areAlike(one.title, other.title) &&
  one.publishedAt !== null &&
  other.publishedAt !== null &&
  one.publishedAt !== other.publishedAt &&
  soundOf(one.soundUrl) !== soundOf(other.soundUrl);

/** A title without its case and punctuation. */
const wordsOf = (title: string): string =>
  title
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? title;

/** Names of parameters that hosts add to the address of the same sound. */
const VOLATILE =
  /^(?:.*(?:token|session|signature).*|(?:utm_|x-|aws|_).*|sig|hmac|md5|hash|policy|auth|key|(?:api|access|auth|key-pair)[-_]?(?:key|id)|expires?|exp|[acsu]id|dest-id|user|source|src|from|ref|updated|v|ver|version|ts?|time|nonce|played)$/iu;

/** The path of a sound and what of its query names it. The host and the keys of an address change. */
function soundOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].flatMap(([name, value]) => (VOLATILE.test(name) ? [] : `${name}=${value}`));
  return [pathname, ...query.toSorted()].join('\n');
}
