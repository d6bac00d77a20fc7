import { useEffect, useState } from 'react';

/**
 * True once a condition has held for a while: a message for a shorter time would only flash.
 *
 * @param span milliseconds
 */
export function useDelayed(isSo: boolean, span: number): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const lasting = setTimeout(() => setLasted(true), span);
    return () => {
      clearTimeout(lasting);
      setLasted(false);
    };
  }, [isSo, span]);
  return isSo && hasLasted;
}
