import { Fragment, type ReactNode } from 'react';
import { isEnglish, wordsBetween } from 'audio-streaming-translations/formats';

type Named = { readonly id: string; readonly name: string };

type NamesProps<Reference extends Named> = {
  readonly of: readonly Reference[];
  /** How to render one name; plain text if absent. */
  readonly children?: (named: Reference, index: number) => ReactNode;
};

/** Authors, narrators or series as a list; each name keeps its own writing direction. English has commas only (LANG-10). */
export function Names<Reference extends Named>({ of, children }: NamesProps<Reference>) {
  const between = isEnglish() || of.length < 2 ? null : wordsBetween(of.length);
  return of.map((named, index) => (
    <Fragment key={named.id}>
      {index > 0 && (between?.[index - 1] ?? ', ')}
      <bdi>{children === undefined ? named.name : children(named, index)}</bdi>
    </Fragment>
  ));
}
