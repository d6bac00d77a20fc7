import { type Description, known } from './description.ts';
import { namesOf } from '../read/names.ts';
import { words } from '../read/text.ts';
import { withoutExtension } from './group.ts';
import { comparable, readPart } from './parts.ts';

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
    ...readTitle(isSingle ? withoutExtension(last) : last, words(series)),
    authors: namesOf([author]),
    series: words(series),
  });
}

function readTitle(folder: string, series: string | null): Description {
  let rest = folder;
  const names = NARRATOR.exec(rest)?.[1] ?? '';
  // In braces, "Rita, Rob" are two people.
  const narrators = namesOf(/\s\S/u.test(names.replaceAll(/,\s+/gu, ',')) ? [names] : names.split(','));
  rest = rest.replace(NARRATOR, '');
  const sequence = SEQUENCE.exec(rest);
  if (sequence !== null) rest = rest.slice(sequence[0].length);
  const year = YEAR.exec(rest);
  if (year !== null) rest = rest.slice(year[0].length);
  const part = series === null ? null : readPart(rest);
  const isVolume =
    part?.kind === 'volume' &&
    part.own === '' &&
    ['', comparable(series ?? '')].includes(comparable(part.whole));
  return known({
    // "Volume 1" alone names no title.
    title: isVolume && part.whole === '' ? `${series ?? ''}, ${rest}` : (words(rest) ?? words(folder)),
    narrators,
    seriesIndex: sequence === null ? (isVolume ? part.number : null) : Number(sequence[1] ?? sequence[2]),
    year: year === null ? null : Number(year[1]),
  });
}
