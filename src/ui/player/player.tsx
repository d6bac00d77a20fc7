import { Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { Button } from '../parts/button.tsx';
import { useServices } from '../services.ts';
import { useArea } from '../shell/use-area.ts';
import { PlayerBar } from './player-bar.tsx';
import styles from './player.module.css';
import { useCoveredHeight } from './use-covered-height.ts';

/** The player, or after Close the button that brings it back; hidden on the visitors' routes (section 2). */
export const Player = observer(function Player() {
  const { player, closePlayer } = useServices();
  const area = useArea();
  if (area === 'visitors' || !player.isPresent) return null;
  if (!player.isHidden) return <PlayerBar />;
  return <ResumeButton onResume={() => void closePlayer.resume()} />;
});

function ResumeButton({ onResume }: { readonly onResume: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useCoveredHeight(place, true);
  return (
    <div ref={place} className={styles['resume']}>
      <Button look="primary" onClick={onResume}>
        <Play aria-hidden="true" size={18} />
        Resume
      </Button>
    </div>
  );
}
