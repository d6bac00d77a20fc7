import { createHash } from 'node:crypto';
import type { Reference } from './types.ts';

/** Makes an id by a hash of texts. The letter distinguishes the kinds of ids. */
export function idOf(
  letter: 'a' | 'c' | 'e' | 'k' | 'p' | 's' | 't' | 'u',
  ...texts: readonly string[]
): string {
  return letter + createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 20);
}

/** The letter of the ids of authors, categories and topics. */
export type SubjectLetter = 'a' | 'c' | 'u';

/** The id of an author, a category or a topic. Names that differ only in case or spaces give the same id. */
export const subjectId = (letter: SubjectLetter, name: string): string =>
  idOf(
    letter,
    name
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\s.]+/gu, ' ')
      .trim(),
  );

/** Ids of authors, categories and topics by their names. */
export const references = (
  letter: SubjectLetter,
  names: readonly string[] | undefined,
): readonly Reference[] => [
  ...new Map(
    (names ?? []).map((name) => [subjectId(letter, name), { id: subjectId(letter, name), name }]),
  ).values(),
];

export const subjectCover = (of: 'author' | 'category' | 'topic', id: string): string =>
  `/media/covers/${of}-${id}.svg`;
