import {
  closestCenter,
  DndContext,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type Modifier,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { observer } from 'mobx-react-lite';
import type { UpNextState } from '../../../../application/playback/up-next/up-next-state.ts';
import { keyOf, type UpNextKey } from '../../../../domain/playback/up-next.ts';
import { EntryRow } from './entry-row.tsx';
import styles from './up-next.module.css';

type SortedRowsProps = {
  readonly upNext: UpNextState;
  readonly headingId: string;
  readonly onMove: (key: UpNextKey, to: number) => void;
  readonly onRemove: (key: UpNextKey) => void;
};

/** A click is not a drag: the pointer has to move by some pixels. */
const DRAG = { activationConstraint: { distance: 4 } };

const onlyVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** A drag with the pointer is not announced. The region announces the result of every move. */
const SILENT: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** The entries in their order. They are dragged by mouse or finger, or moved with buttons (PLAY-78). */
export const SortedRows = observer(function SortedRows(props: SortedRowsProps) {
  const { upNext, headingId, onMove, onRemove } = props;
  const { entries } = upNext;
  const keys = entries.map(keyOf);
  const sensors = useSensors(useSensor(PointerSensor, DRAG));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[onlyVertical]}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={({ active, over }) => {
        const key = keys.find((each) => each === active.id);
        const to = keys.findIndex((each) => each === over?.id);
        if (key !== undefined && to !== -1) onMove(key, to);
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol className={styles['rows']} aria-labelledby={headingId}>
          {entries.map((entry, at) => (
            <EntryRow
              key={keyOf(entry)}
              entry={entry}
              skipped={upNext.skipped.get(keyOf(entry)) ?? null}
              isFirst={at === 0}
              isLast={at === entries.length - 1}
              onMoveBy={(by) => onMove(keyOf(entry), at + by)}
              onRemove={() => onRemove(keyOf(entry))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
});
