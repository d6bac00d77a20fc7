import { Link } from '@tanstack/react-router';
import { streaks } from '../../../domain/listening/listening-numbers.ts';
import { buttonClass } from '../../components/controls/button.tsx';
import { useListening } from '../listening/use-listening.ts';
import { Section, Setting } from './setting.tsx';

/** Leads to the listener's listening in numbers; nothing if the provider does not count it (PROG-84). */
export function ListeningSection() {
  const numbers = useListening();
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
