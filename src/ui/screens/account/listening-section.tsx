import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { streaks, type ListeningNumbers } from '../../../domain/listening/listening-numbers.ts';
import { useServices } from '../../app/services.ts';
import { buttonClass } from '../../components/controls/button.tsx';
import { Section, Setting } from './setting.tsx';

/** Leads to the listener's listening in numbers; nothing if the provider does not count it (PROG-84). */
export function ListeningSection() {
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
  if (numbers === null) return null;
  const { current } = streaks(numbers.days, numbers.today);
  return (
    <Section title="Listening in numbers" intro="What you have heard, for your eyes only.">
      <Setting
        label="Days in a row"
        value={String(current)}
        actions={
          <Link className={buttonClass()} to="/listening">
            Show my listening
          </Link>
        }
      />
    </Section>
  );
}
