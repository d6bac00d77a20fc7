import { useEffect, useState } from 'react';

/** How long a player waits for its sound, in milliseconds. */
const PATIENCE = 250;

/**
 * Whether a player that has just been opened is to be drawn: once it sounds, or is not going to for now. A slow machine
 * takes as long to draw it as the sound takes to come, and would make the listener wait for both. What has been drawn
 * stays.
 *
 * @param isThere whether there is anything to draw
 * @param isOnItsWay whether its sound is wanted, and has not come yet
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
