import { LONGEST_SEQUENCE } from 'audio-streaming-wire/sizes';
import { readPart, trimmed } from './part-names.ts';

/** The description of a title by one source. Unknown fields are absent. */
export interface Description {
  readonly title?: string;
  readonly subtitle?: string;
  readonly authors?: readonly string[];
  readonly narrators?: readonly string[];
  readonly series?: readonly SeriesName[];
  /** The position in the first series, if the series itself has none. */
  readonly sequence?: string;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly topics?: readonly string[];
  /** An ISO date, as far as it is known: "1999", "1999-05" or "1999-05-31" (CAT-265). */
  readonly published?: string;
  /** A language tag. */
  readonly language?: string;
  readonly chapters?: readonly { readonly title: string; readonly start: number }[];
}

/** A series, with the position of the title in it, such as "2", "0.5", "1-3" or "2a". */
export interface SeriesName {
  readonly name: string;
  readonly sequence?: string;
}

/** Combines descriptions. Each field comes from the first source that has it. */
export function firstOf(sources: readonly Description[]): Description {
  return Object.fromEntries(sources.toReversed().flatMap((source) => Object.entries(source)));
}

/** Removes empty fields, so that they do not hide those of other sources. */
export function known(fields: {
  readonly [Field in keyof Description]: Description[Field] | null | undefined;
}): Description {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null &&
        value !== undefined &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** Reads series in a text, such as `The Saga #2`, `The Saga, Book Two` or `The Saga #2; Sea Stories`. */
export const seriesIn = (text: string): readonly SeriesName[] =>
  text.split(/[;\n]/u).flatMap((each) => {
    const name = trimmed(each);
    if (name === '') return [];
    const mark = name.lastIndexOf('#');
    const after = name.slice(mark + 1).trim();
    if (mark > 0 && after.length <= LONGEST_SEQUENCE && !/\s/u.test(after)) {
      return [{ name: trimmed(name.slice(0, mark)), ...(after !== '' && { sequence: after }) }];
    }
    const part = readPart(name);
    const isVolume = part?.kind === 'volume' && part.whole !== '' && part.own === '';
    return [isVolume ? { name: part.whole, sequence: String(part.number) } : { name }];
  });
