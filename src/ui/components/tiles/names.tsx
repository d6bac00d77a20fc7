import { Fragment, type ReactNode } from 'react';

type Named = { readonly id: string; readonly name: string };

type NamesProps<Reference extends Named> = {
  readonly of: readonly Reference[];
  /** How to render one name; plain text if absent. */
  readonly children?: (named: Reference, index: number) => ReactNode;
};

/** Authors, narrators or series joined by commas; each name keeps its own writing direction. */
export function Names<Reference extends Named>({ of, children }: NamesProps<Reference>) {
  return of.map((named, index) => (
    <Fragment key={named.id}>
      {index > 0 && ', '}
      <bdi>{children === undefined ? named.name : children(named, index)}</bdi>
    </Fragment>
  ));
}
