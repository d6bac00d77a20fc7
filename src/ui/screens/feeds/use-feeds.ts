import { useEffect, useEffectEvent, useState } from 'react';
import type { FeedsState } from '../../../application/feeds/private-feeds.ts';
import { useServices } from '../../app/services.ts';

/**
 * The listener's private feeds. Null until the provider has answered, and always without a provider that has them
 * (FEED-60).
 *
 * @param isNewest whether the provider is asked again if it has answered before
 */
export function useFeeds(isNewest: boolean): FeedsState | null {
  const { privateFeeds } = useServices();
  const [state, setState] = useState<FeedsState | null>(null);
  const load = useEffectEvent(async () => (isNewest ? privateFeeds.refresh() : privateFeeds.open()));
  useEffect(() => {
    let isUnmounted = false;
    const open = async () => {
      const opened = await load();
      if (!isUnmounted) setState(opened);
    };
    void open();
    return () => {
      isUnmounted = true;
    };
  }, []);
  return state;
}
