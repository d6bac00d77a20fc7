import { Fragment, type ReactNode } from 'react';
import type { AuthorReference } from '../../../domain/catalogue/content.ts';

type NamesProps = {
  readonly of: readonly AuthorReference[];
  /** How one name is shown; as text where it is not given. */
  readonly children?: (author: AuthorReference) => ReactNode;
};

/** Authors joined by commas; each name keeps its own direction of writing. */
export function Names({ of, children }: NamesProps) {
  return of.map((author, place) => (
    <Fragment key={author.id}>
      {place > 0 && ', '}
      <bdi>{children === undefined ? author.name : children(author)}</bdi>
    </Fragment>
  ));
}
