import { useEffect, useState } from 'react';
import { afterFrame } from '../../components/after-frame.ts';
import type { PageFrame } from '../../components/layout/page-frame.ts';

/**
 * The longest wait for the first content, in milliseconds; the content may never load. The wait is longer than any
 * response timeout. Otherwise a slow device would fetch other code before it has shown the content.
 */
const LONGEST_WAIT = 15_000;

/** Events that show that the listener is using the page. */
const USES = ['pointerdown', 'keydown'] as const;

/**
 * True once a page has shown its main content: from then on, other code may load. Using the page counts too, because
 * the next action may need that code.
 */
export function useFirstContent(frame: PageFrame): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isShown) return undefined;
    let isUnmounted = false;
    const show = (): void => {
      if (!isUnmounted) setShown(true);
    };
    const stopWaiting = frame.whenContentShown(() => afterFrame(show));
    const timeout = setTimeout(show, LONGEST_WAIT);
    for (const use of USES) window.addEventListener(use, show);
    return () => {
      isUnmounted = true;
      stopWaiting();
      clearTimeout(timeout);
      for (const use of USES) window.removeEventListener(use, show);
    };
  }, [frame, isShown]);
  return isShown;
}
