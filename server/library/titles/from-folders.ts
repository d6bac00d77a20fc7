import { type Description, known } from './description.ts';
import { words } from '../read/text.ts';
import { withoutExtension } from './group.ts';

const NARRATOR = /\s*\{([^{}]+)\}\s*$/u;
const YEAR = /^\(?(\d{4})\)?\s+-\s+/u;
const SEQUENCE =
  /^(?:(?:vol(?:ume)?|book)\.?\s*(\d{1,3}(?:\.\d{1,2})?)|(\d{1,3}(?:\.\d{1,2})?))(?:\s+-\s+|\.\s+)/iu;

/**
 * Reads a path of the form `Author/Series/Title`, `Author/Title` or `Title`. A title may be written `Vol 2 - 1994 -
 * The Title - Its subtitle {Narrator}`. All parts but the title may be missing.
 */
export function describeByFolders(place: string, isSingle: boolean): Description {
  const parts = place.split('/').map((part) => part.normalize('NFC'));
  const last = parts.at(-1) ?? '';
  const above = parts.slice(0, -1);
  const [author, series] = above.length >= 2 ? above.slice(-2) : above;
  return known({
    ...readTitle(isSingle ? withoutExtension(last) : last),
    authors: (author ?? '').split(/\s*[;&]\s*|,\s(?=\S+\s)/u).flatMap((name) => words(name) ?? []),
    series: words(series),
  });
}

function readTitle(folder: string): Description {
  let rest = folder;
  const narrators = (NARRATOR.exec(rest)?.[1] ?? '')
    .split(/\s*[;,&]\s*/u)
    .flatMap((name) => words(name) ?? []);
  rest = rest.replace(NARRATOR, '');
  const sequence = SEQUENCE.exec(rest);
  if (sequence !== null) rest = rest.slice(sequence[0].length);
  const year = YEAR.exec(rest);
  if (year !== null) rest = rest.slice(year[0].length);
  return known({
    title: words(rest) ?? words(folder),
    narrators,
    seriesIndex: sequence === null ? null : Number(sequence[1] ?? sequence[2]),
    year: year === null ? null : Number(year[1]),
  });
}
