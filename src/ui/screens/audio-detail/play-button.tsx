import { Pause, Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../domain/content.ts';
import { isLocked } from '../../../domain/tile.ts';
import { Button } from '../../parts/button.tsx';
import { useServices } from '../../services.ts';
import styles from './play-button.module.css';

type PlayButtonProps = { readonly item: ContentItem };

/** Plays the title or pauses it; not there where no click could play it (contract 3.5). */
export const PlayButton = observer(function PlayButton({ item }: PlayButtonProps) {
  const { player, playItem, time } = useServices();
  if (isLocked(item, time.now)) return null;
  const isPlaying = player.isCurrentAudio(item) && player.isPlaying;
  const word = isPlaying ? 'Pause' : 'Play';
  const Icon = isPlaying ? Pause : Play;
  return (
    <Button
      look="primary"
      className={styles['play']}
      aria-label={`${word} ${item.title}`}
      aria-busy={player.pendingId === item.id}
      onClick={() => {
        void playItem.run(item);
      }}
    >
      <Icon className={styles['icon']} aria-hidden="true" />
      {word}
    </Button>
  );
});
