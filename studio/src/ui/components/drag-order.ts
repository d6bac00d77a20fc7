import { useState, type DragEvent } from 'react';
import { t } from 'audio-streaming-translations/translate';

type Draggable = {
  readonly draggable: true;
  readonly 'data-dragged': boolean;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
};

/**
 * Lets the pointer drag the entries of a list (STU-22). The list needs buttons, too: a keyboard and a touch screen drag
 * nothing.
 *
 * @param move moves the entry at the first index to the second one
 * @returns the attributes of the entry at an index
 */
export function useDragOrder(move: (from: number, to: number) => void): (at: number) => Draggable {
  const [dragged, setDragged] = useState<number | null>(null);
  return (at) => ({
    draggable: true,
    'data-dragged': dragged === at,
    onDragStart: ({ dataTransfer }) => {
      dataTransfer.effectAllowed = 'move';
      setDragged(at);
    },
    onDragEnd: () => setDragged(null),
    onDragOver: (event) => {
      // A file or a text from elsewhere is no entry.
      if (dragged === null) return;
      event.preventDefault();
      if (dragged === at) return;
      move(dragged, at);
      setDragged(at);
    },
    onDrop: (event) => {
      if (dragged !== null) event.preventDefault();
    },
  });
}

/** Where an entry is now, for a screen reader. */
export const positionWords = (name: string, at: number, count: number): string =>
  t('{name} is now number {position} of {count}.', { name, position: at + 1, count });
