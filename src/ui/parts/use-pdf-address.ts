import { useCallback, useEffect, useState } from 'react';
import type { ContentItem } from '../../domain/content.ts';
import { useServices } from '../services.ts';

/**
 * Where a title's PDF can be opened; null without one, and until the address has come. It is good for a
 * while only: it is asked for when the link is shown, and again by `refresh` when the listener turns to it.
 */
export function usePdfAddress(item: ContentItem): [address: string | null, refresh: () => void] {
  const { loadPdf, mediaUrl } = useServices();
  const [found, setFound] = useState<{ readonly item: ContentItem; readonly address: string } | null>(null);
  const ask = useCallback(async () => {
    const address = mediaUrl(await loadPdf.run(item));
    if (address !== null) setFound({ item, address });
  }, [item, loadPdf, mediaUrl]);
  useEffect(() => {
    // What is found is found later; nothing is set while the effect runs.
    // oxlint-disable-next-line react/set-state-in-effect
    void ask();
  }, [ask]);
  // An answer for an earlier item may still arrive.
  return [found?.item === item ? found.address : null, () => void ask()];
}
