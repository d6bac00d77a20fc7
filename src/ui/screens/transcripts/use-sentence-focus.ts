import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Rows, selectSentences } from './copy-quote.tsx';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

type TextInView = {
  readonly rows: RefObject<Rows>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** The sentence that Tab reaches if none has the focus. */
  readonly otherwise: number;
  /** Called before a key moves the focus. */
  readonly onMove: () => void;
};

/** The one sentence that Tab reaches, and the keys that move the focus to another one and select (TEXT-12). */
export function useSentenceFocus({ rows, scroller, count, otherwise, onMove }: TextInView) {
  const [focused, setFocused] = useState<number | null>(null);
  const tabStop = focused ?? otherwise;
  /** The sentence from which Shift and the arrow keys select. */
  const selectedFrom = useRef<number | null>(null);
  const focusSentence = (index: number, options?: FocusOptions) => {
    // A sentence far away is rendered first.
    flushSync(() => setFocused(index));
    const sentence = rows.current.get(index)?.firstElementChild;
    if (sentence instanceof HTMLElement) sentence.focus(options);
  };
  const move = (to: number, isSelecting: boolean) => {
    const index = Math.min(Math.max(to, 0), count - 1);
    onMove();
    focusSentence(index);
    scroller.current?.scrollIntoView({ block: 'nearest' });
    const row = rows.current.get(index);
    const from = (selectedFrom.current = isSelecting ? (selectedFrom.current ?? tabStop) : null);
    if (from !== null) selectSentences(rows.current.get(from), row, index < from);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, tabStop, count);
    if (to === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(to, event.shiftKey);
  };
  return { tabStop, setFocused, focusSentence, onKeyDown };
}

/** The sentence to which a key moves the focus. It may lie outside the text. Null for every other key. */
function targetOf(key: string, from: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count;
  const step = STEPS[key];
  return step === undefined ? null : from + step;
}
