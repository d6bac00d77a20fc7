import * as v from 'valibot';

import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { AuthorWithContent, ContentGroup } from '../../../ports/content-api.ts';
import { readContentItem } from './content-item.ts';
import { decodedOnce, decoder } from './decoded.ts';
import { entryOf, readList } from './lists.ts';
import type { ReadEntry } from './lists.ts';
import { decodeBrowse } from './browse.ts';
import { pageOf, resultsOf } from './page.ts';
import { readAuthor, readCategory, readTopic } from './people-and-subjects.ts';
import { requiredWords, wireId } from './scalars.ts';

const group = v.object({ id: wireId, name: requiredWords, content: v.optional(v.unknown()) });
const readSentGroup = entryOf(group);

const readGroup: ReadEntry<ContentGroup> = (entry, log) => {
  const sent = readSentGroup(entry, log);
  if (sent === null) return null;
  const items = readList(sent.content, 'content', readContentItem, log) ?? [];
  return { id: sent.id, name: sent.name, items };
};

const withContent = v.object({ content: v.optional(v.unknown()) });

const readAuthorWithContent: ReadEntry<AuthorWithContent> = (entry, log) => {
  const author = readAuthor(entry, log);
  const sent = v.safeParse(withContent, entry);
  if (author === null || !sent.success) return null;
  return { ...author, items: readList(sent.output.content, 'content', readContentItem, log) ?? [] };
};

const recommended = v.object({ recommended: v.unknown() });
const results = v.object({ results: v.pipe(v.array(v.unknown()), v.nonEmpty()) });

const readRandom = (body: unknown, log: Parameters<typeof readContentItem>[1]): ContentItem | null => {
  const bare = readContentItem(body, log);
  if (bare !== null) return bare;
  const listed = v.safeParse(results, body);
  return listed.success ? readContentItem(listed.output.results[0], log) : null;
};

/** The decoders of the listing calls. */
export const decodeCatalogue = {
  browse: decodedOnce(decodeBrowse),
  items: decodedOnce(pageOf('content items', readContentItem)),
  item: decodedOnce(decoder(readContentItem)),
  groups: decodedOnce(resultsOf('groups', readGroup)),
  forYou: decodedOnce(
    decoder((body, log) => {
      const sent = v.safeParse(recommended, body);
      return sent.success ? readList(sent.output.recommended, 'recommended', readContentItem, log) : null;
    }),
  ),
  /** The response is one item, or `results` whose first item counts (CAT-60). */
  random: decoder(readRandom),
  categories: decodedOnce(resultsOf('categories', readCategory)),
  category: decodedOnce(decoder(readCategory)),
  topics: decodedOnce(resultsOf('topics', readTopic)),
  topic: decodedOnce(decoder(readTopic)),
  authors: decodedOnce(pageOf('authors', readAuthor)),
  author: decodedOnce(decoder(readAuthorWithContent)),
} as const;
