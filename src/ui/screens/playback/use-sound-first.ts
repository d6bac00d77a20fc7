import { useEffect, useState } from 'react';

/** How long rendering the player waits for the sound, in milliseconds. */
const PATIENCE = 250;

/**
 * Whether to render a player that was just opened: once its sound plays, or is not expected now. On a slow machine,
 * rendering it takes as long as loading the sound, and would delay the sound. A rendered player stays.
 *
 * @param isThere whether there is anything to render
 * @param isOnItsWay whether the sound was requested and has not started yet
 */
export function useSoundFirst(isThere: boolean, isOnItsWay: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  const isDue = isThere && (isDrawn || !isOnItsWay);
  if (isDue !== isDrawn) setDrawn(isDue);
  useEffect(() => {
    if (!isThere || isDue) return undefined;
    const wait = setTimeout(() => setDrawn(true), PATIENCE);
    return () => clearTimeout(wait);
  }, [isThere, isDue]);
  return isDue;
}
