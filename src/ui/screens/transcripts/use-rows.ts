import { defaultRangeExtractor, measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { Cue } from '../../../domain/transcripts/transcript.ts';
import type { Selected } from './copy-quote.tsx';
import { speakerAt } from './speaker-at.ts';

/** How many sentences are rendered before and after those in view. */
const OVERSCAN = 6;
/** A longer selection loses its middle. */
const LONGEST_SELECTION = 400;
/** In CSS pixels, for sentences that are not measured yet. */
const [LINE, LETTER] = [26, 8];
/** The least height of a sentence, in CSS pixels. */
export const LEAST_ROW = 44;

/**
 * Renders the sentences near the view (TEXT-62), and wherever they are: those of `kept`, so that neither the focus nor the
 * way to it by Tab is lost, and the selected ones, so that the selection stays.
 */
export function useRows(
  scroller: RefObject<HTMLDivElement | null>,
  cues: readonly Cue[],
  kept: readonly number[],
  selected: Selected | null,
) {
  const [width, setWidth] = useState(480);
  useLayoutEffect(
    () => setWidth((before) => Math.max(scroller.current?.clientWidth ?? before, 240)),
    [scroller],
  );
  const estimates = useMemo(() => {
    const letters = Math.max(width / LETTER - 4, 8);
    return cues.map(({ text }, index) => {
      const lines = Math.ceil(text.length / letters) + (speakerAt(cues, index) === '' ? 0 : 1);
      return Math.max(LEAST_ROW, lines * LINE + 16);
    });
  }, [cues, width]);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimates[index] ?? LEAST_ROW,
    measureElement: (row, entry, instance) =>
      measureElement(row, entry, instance) || (estimates[Number(row.dataset['index'])] ?? LEAST_ROW),
    overscan: OVERSCAN,
    initialRect: { width: 480, height: 400 },
    rangeExtractor: (range) => {
      const { first, last } = selected ?? { first: 0, last: -1 };
      const length = Math.min(last - first + 1, LONGEST_SELECTION);
      const indexes = [
        ...defaultRangeExtractor(range),
        ...kept.filter((index) => index >= 0 && index < range.count),
        ...Array.from({ length }, (_, at) => first + at),
      ];
      return [...new Set(indexes)].toSorted((one, other) => one - other);
    },
  });
  return {
    virtualizer,
    rendered: virtualizer.getVirtualItems(),
    height: virtualizer.scrollRect?.height ?? 0,
  };
}
