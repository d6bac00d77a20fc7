import { useEffect, useState } from 'react';

/**
 * True once a condition has been true for a while. A message about a shorter problem would only flash.
 *
 * @param span milliseconds
 */
export function useDelayed(isTrue: boolean, span: number): boolean {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    if (!isTrue) return undefined;
    const timeout = setTimeout(() => setPassed(true), span);
    return () => {
      clearTimeout(timeout);
      setPassed(false);
    };
  }, [isTrue, span]);
  return isTrue && hasPassed;
}
