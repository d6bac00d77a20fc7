import { useEffect, useEffectEvent, useState } from 'react';
import type { ListeningNumbers } from '../../../domain/listening/listening-numbers.ts';
import { useServices } from '../../services.ts';

/** The listener's listening in numbers. Null until it has loaded, and if the provider does not count it (PROG-84). */
export function useListening(): ListeningNumbers | null {
  const { loadListening } = useServices();
  const [numbers, setNumbers] = useState<ListeningNumbers | null>(null);
  const load = useEffectEvent(async () => loadListening.load());
  useEffect(() => {
    let isUnmounted = false;
    const open = async () => {
      const loaded = await load();
      if (!isUnmounted && loaded.ok) setNumbers(loaded.value);
    };
    void open();
    return () => {
      isUnmounted = true;
    };
  }, []);
  return numbers;
}
