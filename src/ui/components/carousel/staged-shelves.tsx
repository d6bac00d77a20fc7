import { Children, isValidElement, type ReactNode } from 'react';
import { useRenderStages } from '../use-render-stages.ts';
import styles from './shelf.module.css';

/** How many shelves render at once. A second one in the same task would delay the first. */
const AT_ONCE = 1;

type ShelvesProps = { readonly children: ReactNode };

/** Renders the first shelf at once, and the others one after the other. */
export function StagedShelves({ children }: ShelvesProps) {
  return Children.toArray(children).map((shelf, place) => (
    <InTurn key={isValidElement(shelf) ? shelf.key : place} isFirst={place < AT_ONCE}>
      {shelf}
    </InTurn>
  ));
}

type InTurnProps = { readonly isFirst: boolean; readonly children: ReactNode };

/** Holds the space of a carousel until the shelf is rendered. */
function InTurn({ isFirst, children }: InTurnProps) {
  const turns = useRenderStages(isFirst ? 0 : 1);
  return isFirst || turns > 0 ? children : <div className={styles['place']} data-skeleton="" />;
}
