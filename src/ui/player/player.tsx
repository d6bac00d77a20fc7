import { Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Button } from '../parts/button.tsx';
import { useServices } from '../services.ts';
import { useArea } from '../shell/use-area.ts';
import { PlayerBar } from './player-bar.tsx';
import styles from './player.module.css';

/** The player, or after Close the button that brings it back; hidden on the visitors' routes (section 2). */
export const Player = observer(function Player() {
  const { player, closePlayer } = useServices();
  const area = useArea();
  if (area === 'visitors' || !player.isPresent) return null;
  if (!player.isHidden) return <PlayerBar />;
  return (
    <div className={styles['resume']}>
      <Button look="primary" onClick={() => void closePlayer.resume()}>
        <Play aria-hidden="true" size={18} />
        Resume
      </Button>
    </div>
  );
});
