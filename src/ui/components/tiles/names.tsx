import { Fragment, type ReactNode } from 'react';
import type { AuthorReference } from '../../../domain/catalogue/content.ts';

type NamesProps = {
  readonly of: readonly AuthorReference[];
  /** How to render one name; plain text if absent. */
  readonly children?: (author: AuthorReference) => ReactNode;
};

/** Authors joined by commas; each name keeps its own writing direction. */
export function Names({ of, children }: NamesProps) {
  return of.map((author, index) => (
    <Fragment key={author.id}>
      {index > 0 && ', '}
      <bdi>{children === undefined ? author.name : children(author)}</bdi>
    </Fragment>
  ));
}
