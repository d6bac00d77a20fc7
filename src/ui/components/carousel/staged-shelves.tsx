import { Children, isValidElement, type ReactNode } from 'react';
import { useRenderStages } from '../use-render-stages.ts';
import styles from './shelf.module.css';

/** What a listener sees first; even the next shelf in the window comes quicker in a task of its own. */
const AT_ONCE = 1;

type ShelvesProps = { readonly children: ReactNode };

/** Shelves below one another: the first of them at once, and the others one after the other. */
export function StagedShelves({ children }: ShelvesProps) {
  return Children.toArray(children).map((shelf, place) => (
    <InTurn key={isValidElement(shelf) ? shelf.key : place} isFirst={place < AT_ONCE}>
      {shelf}
    </InTurn>
  ));
}

type InTurnProps = { readonly isFirst: boolean; readonly children: ReactNode };

/** Until its turn, as much room as a carousel takes. */
function InTurn({ isFirst, children }: InTurnProps) {
  const turns = useRenderStages(isFirst ? 0 : 1);
  return isFirst || turns > 0 ? children : <div className={styles['place']} data-skeleton="" />;
}
