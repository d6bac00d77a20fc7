import { useEffect, useState } from 'react';

/** How long rendering the player waits for the sound, in milliseconds. */
const LONGEST_WAIT = 250;

/**
 * Whether to render a player that was just opened: once its sound plays, or is not expected now. On a slow machine,
 * rendering the player takes as long as loading the sound, and would delay the sound. A rendered player stays rendered.
 *
 * @param isPresent whether there is anything to render
 * @param isSoundAwaited whether the sound was requested and has not started yet
 */
export function useSoundFirst(isPresent: boolean, isSoundAwaited: boolean): boolean {
  const [wasShown, setShown] = useState(false);
  const isShown = isPresent && (wasShown || !isSoundAwaited);
  if (isShown !== wasShown) setShown(isShown);
  useEffect(() => {
    if (!isPresent || isShown) return undefined;
    const wait = setTimeout(() => setShown(true), LONGEST_WAIT);
    return () => clearTimeout(wait);
  }, [isPresent, isShown]);
  return isShown;
}
