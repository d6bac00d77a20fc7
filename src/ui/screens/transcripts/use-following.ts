import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import type { Track } from '../../../domain/playback/track.ts';
import type { Transcript } from '../../../domain/transcripts/transcript.ts';
import { useServices } from '../../services.ts';
import type { Rows } from './copy-quote.tsx';
import { LEAST_ROW } from './use-rows.ts';

const onVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/**
 * The index of the sentence that sounds (TEXT-4). It changes with each sentence, and not with the ticks of the player.
 * While nothing sounds it changes with the position, and in a hidden page it rests (TEXT-63).
 */
export function useMarked(track: Track, transcript: Transcript): number {
  const { transcripts, player } = useServices();
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const silentAt = player.soundingSince === null ? player.position : null;
  const [marked, setMarked] = useState(-1);
  useEffect(() => {
    if (!isVisible) return undefined;
    let isOver = false;
    const following = transcripts.follow(track.id, transcript, (index) => {
      if (!isOver) setMarked(index);
    });
    return () => {
      isOver = true;
      void following.then((subscription) => subscription.unsubscribe());
    };
  }, [transcripts, track.id, transcript, isVisible, silentAt]);
  return marked;
}

/** How far the marked sentence may be from the middle before the text moves, as a part of the view. */
const NEAR = 0.35;

/**
 * Moves the text when the sentence that sounds leaves the middle of it (TEXT-6).
 *
 * @param marked the sentence; negative if the text does not follow
 * @param height of the view; 0 while the player is folded
 */
export function useFollowing(
  scroller: RefObject<HTMLDivElement | null>,
  rows: RefObject<Rows>,
  virtualizer: Virtualizer<HTMLDivElement, HTMLLIElement>,
  marked: number,
  height: number,
): void {
  useEffect(() => {
    const view = scroller.current;
    // The sentence is shown once the player is open.
    if (marked < 0 || view === null || height === 0) return;
    const { top, bottom } = seenPartOf(view);
    // The listener looks at another part of the page.
    if (bottom - top < LEAST_ROW) return;
    const row = rows.current.get(marked)?.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    const isNear = row !== undefined && Math.abs(row.top + row.height / 2 - middle) < (bottom - top) * NEAR;
    if (isNear) return;
    virtualizer.scrollToIndex(marked, { align: 'center' });
    // The middle of the part that is seen, if the page hides the rest.
    const box = view.getBoundingClientRect();
    const hidden = (box.top + box.bottom) / 2 - middle;
    if (hidden !== 0) virtualizer.scrollBy(hidden);
  }, [scroller, rows, marked, virtualizer, height]);
}

/**
 * The part of the text that the window shows: neither outside of it, nor behind the header or the player, for which the
 * margins of the text leave room.
 */
const seenPartOf = (view: HTMLElement): { readonly top: number; readonly bottom: number } => {
  const { top, bottom } = view.getBoundingClientRect();
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(view);
  return {
    top: Math.max(top, Number.parseFloat(scrollMarginTop) || 0),
    bottom: Math.min(bottom, window.innerHeight - (Number.parseFloat(scrollMarginBottom) || 0)),
  };
};
