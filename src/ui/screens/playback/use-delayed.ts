import { useEffect, useState } from 'react';

/**
 * Whether something has been so for a while: what passes sooner is not worth a word that flashes by.
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
