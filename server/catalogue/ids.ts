import { createHash } from 'node:crypto';
import type { Reference, SeriesReference } from './types.ts';

/** Makes an id by a hash of texts. The letter distinguishes the kinds of ids. */
export function idOf(
  letter: 'a' | 'c' | 'e' | 'k' | 'n' | 'p' | 's' | 't' | 'u',
  ...texts: readonly string[]
): string {
  return letter + createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 20);
}

/** The letter of the ids of authors, categories, topics, narrators and series. */
export type SubjectLetter = 'a' | 'c' | 'u' | 'n' | 's';

/** Names that differ only in case or spaces give the same text. */
const sameName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.]+/gu, ' ')
    .trim();

/** The id of an author, a category, a topic or a narrator. Names that differ only in case or spaces give the same id. */
export const subjectId = (letter: Exclude<SubjectLetter, 's'>, name: string): string =>
  idOf(letter, sameName(name));

/** The id of a series. Two authors may have a series of the same name (CAT-190). */
export const seriesId = (name: string, authors: readonly Reference[]): string =>
  idOf('s', sameName(name), authors[0]?.id ?? '');

/** Ids of authors, categories, topics and narrators by their names. */
export const references = (
  letter: Exclude<SubjectLetter, 's'>,
  names: readonly string[] | undefined,
): readonly Reference[] => [
  ...new Map(
    (names ?? []).map((name) => [subjectId(letter, name), { id: subjectId(letter, name), name }]),
  ).values(),
];

/** The series of a title by their names, each once. */
export const seriesOf = (
  series: readonly { readonly name: string; readonly sequence?: string | undefined }[],
  authors: readonly Reference[],
): readonly SeriesReference[] => [
  ...new Map(
    series.map(({ name, sequence }) => {
      const id = seriesId(name, authors);
      return [id, { id, name, ...(sequence !== undefined && { sequence }) }];
    }),
  ).values(),
];
