import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { useServices } from '../../../app/services.ts';
import styles from './ask-the-universe.module.css';

/** Plays a random title, if the play decision allows it (CAT-10). */
export function AskTheUniverse() {
  const { askTheUniverse } = useServices();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    await askTheUniverse.playRandom();
    setAsking(false);
  };
  return (
    <div className={styles['panel']}>
      <p className={styles['line']}>Can’t decide? Let chance pick your next listen.</p>
      <Button
        look="primary"
        aria-busy={isAsking}
        aria-disabled={isAsking}
        onClick={() => {
          if (!isAsking) void ask();
        }}
      >
        <Sparkles className={styles['icon']} aria-hidden="true" />
        Ask the Universe
      </Button>
    </div>
  );
}
