import * as v from 'valibot';

import { authorId, categoryId, topicId } from '../../../domain/catalogue/content.ts';
import type { Author, Category, Topic } from '../../../domain/catalogue/content.ts';
import { decodedOnce } from './decoded.ts';
import { entryOf } from './lists.ts';
import type { ReadEntry } from './lists.ts';
import { pageOf } from './page.ts';
import { optionalText, requiredWords, wireId } from './scalars.ts';

const pictured = v.object({ id: wireId, name: requiredWords, img_url: optionalText });

/** An author, a topic or a category: an id, a name and an optional picture. */
const readPictured = entryOf(pictured);

export const readAuthor: ReadEntry<Author> = (entry, log) => {
  const sent = readPictured(entry, log);
  return sent === null ? null : { id: authorId(sent.id), name: sent.name, imageUrl: sent.img_url };
};

export const readTopic: ReadEntry<Topic> = (entry, log) => {
  const sent = readPictured(entry, log);
  return sent === null ? null : { id: topicId(sent.id), name: sent.name, imageUrl: sent.img_url };
};

export const readCategory: ReadEntry<Category> = (entry, log) => {
  const sent = readPictured(entry, log);
  return sent === null ? null : { id: categoryId(sent.id), name: sent.name, imageUrl: sent.img_url };
};

/** Decodes one page of a list of authors. */
export const decodeAuthorPage = decodedOnce(pageOf('authors', readAuthor));
