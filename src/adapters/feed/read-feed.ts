import { readAtom } from './atom.ts';
import type { Feed } from './feed.ts';
import { readRss } from './rss.ts';
import { readXml } from './xml.ts';

/** Reads a podcast feed, RSS or Atom. Returns null if it is neither. `url` is the feed's address. */
export const readFeed = (text: string, url: string): Feed | null => {
  const root = readXml(text);
  if (root?.name === 'rss') return readRss(root, url);
  return root?.name === 'feed' ? readAtom(root, url) : null;
};
