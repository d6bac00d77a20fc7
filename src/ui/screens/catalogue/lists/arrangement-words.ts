import { languageName } from '../../../components/language-name.ts';

/** The words of each known sort, and of its other direction. */
const SORTS: Readonly<Record<string, readonly [up: string, down: string]>> = {
  title: ['Title A–Z', 'Title Z–A'],
  author: ['Author A–Z', 'Author Z–A'],
  length: ['Shortest first', 'Longest first'],
  added: ['Added first', 'Added last'],
  published: ['Oldest first', 'Newest first'],
  progress: ['Least heard first', 'Most heard first'],
};

const FILTERS: Readonly<Record<string, string>> = {
  progress: 'Progress',
  saved: 'Saved',
  downloaded: 'Downloaded',
  language: 'Language',
  length: 'Length',
  narrator: 'Narrator',
  series: 'Series',
};

/** `release_year` and `releaseYear` are shown as "Release year". */
const readable = (name: string): string => {
  const words = name
    .replaceAll(/(\p{L})[-_](?=\p{L})/gu, '$1 ')
    .replaceAll(
      /(\p{Ll})(\p{Lu})/gu,
      (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`,
    );
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** Both directions of a sort, as the options of a choice. */
export const sortWords = (sort: string): readonly (readonly [value: string, words: string])[] => {
  const [up, down] = SORTS[sort] ?? [readable(sort), `${readable(sort)}, reversed`];
  return [
    [sort, up],
    [`-${sort}`, down],
  ];
};

export const filterName = (name: string): string => FILTERS[name] ?? readable(name);

/** `1-5h` is shown as "1 to 5 hours", and `10h+` as "10 hours or more". */
const lengthWords = (value: string): string =>
  value
    .replace(/^(\d+)-(\d+)h$/u, '$1 to $2 hours')
    .replace('0 to 1 hours', 'Up to 1 hour')
    .replace(/^(\d+)h\+$/u, '$1 hours or more');

/** Names of people and series are shown as they are. */
export const valueName = (name: string, value: string): string => {
  if (name === 'language') return languageName(value);
  if (name === 'narrator' || name === 'series') return value;
  if (name === 'length') return lengthWords(value);
  if (value === 'true') return 'Yes';
  if (value === 'false') return 'No';
  return readable(value);
};
