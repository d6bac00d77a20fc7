import { Pause, Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { isLocked } from '../../../../domain/entitlement/tile.ts';
import { Button } from '../../../components/button.tsx';
import { useServices } from '../../../app/services.ts';
import { usePreload } from '../../../components/tiles/use-preload.ts';
import styles from './play-button.module.css';

type PlayButtonProps = {
  readonly item: ContentItem;
  /** Where the address says to start; null: where the listener was. */
  readonly place: LinkedPosition | null;
  /** The sound starts at `place`. */
  readonly onStarted: () => void;
};

/** Plays the title or pauses it; not there where no click could play it (contract 3.5). */
export const PlayButton = observer(function PlayButton({ item, place, onStarted }: PlayButtonProps) {
  const { player, playAudio, playItem, time } = useServices();
  const warmth = usePreload(item, 'sound');
  if (isLocked(item, time.now)) return null;
  const isPlaying = place === null && player.isCurrentAudio(item) && player.isPlaying;
  const word = isPlaying ? 'Pause' : 'Play';
  const play = async () => {
    if (place === null) {
      await playItem.playOrPause(item);
      return;
    }
    const decision = await playAudio.play(item, null, place);
    if (decision?.kind === 'play') onStarted();
  };
  const Icon = isPlaying ? Pause : Play;
  return (
    <Button
      {...warmth}
      look="primary"
      className={styles['play']}
      aria-label={`${word} ${item.title}`}
      aria-busy={player.pendingId === item.id}
      onClick={() => {
        void play();
      }}
    >
      <Icon className={styles['icon']} aria-hidden="true" />
      {word}
    </Button>
  );
});
