import { Children, isValidElement, type ReactNode } from 'react';
import { useRenderStages } from '../use-render-stages.ts';
import styles from './carousel.module.css';

/** How many shelves render at once: those that a usual window shows. */
const AT_ONCE = 2;

type ShelvesProps = { readonly children: ReactNode };

/** Renders the first shelves at once, and the others one after the other. */
export function StagedShelves({ children }: ShelvesProps) {
  return Children.toArray(children).map((shelf, index) => (
    <StagedShelf key={isValidElement(shelf) ? shelf.key : index} isFirst={index < AT_ONCE}>
      {shelf}
    </StagedShelf>
  ));
}

type StagedShelfProps = { readonly isFirst: boolean; readonly children: ReactNode };

/** Reserves the space of a carousel until the shelf is rendered. */
function StagedShelf({ isFirst, children }: StagedShelfProps) {
  const stages = useRenderStages(isFirst ? 0 : 1);
  return isFirst || stages > 0 ? children : <div className={styles['placeholder']} data-skeleton="" />;
}
