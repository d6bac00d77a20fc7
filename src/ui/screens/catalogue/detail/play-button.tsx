import { Pause, Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { isLocked } from '../../../../domain/entitlement/tile.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useServices } from '../../../app/services.ts';
import { usePreload } from '../../../components/tiles/use-preload.ts';
import styles from './play-button.module.css';
import { useRecordButton } from './title-page.ts';

type PlayButtonProps = {
  readonly item: ContentItem;
  /** The position in the address; null: the resume position is used. */
  readonly position: LinkedPosition | null;
  /** Called when the sound has started at `position`. */
  readonly onStarted: () => void;
};

/** Plays or pauses the title; not shown if the decision is `nothing` (ENT-24). */
export const PlayButton = observer(function PlayButton({ item, position, onStarted }: PlayButtonProps) {
  const { player, playAudio, playerControls, time } = useServices();
  const record = useRecordButton();
  const preload = usePreload(item, 'sound');
  if (isLocked(item, time.now)) return null;
  const isPlaying = position === null && player.isCurrentAudio(item) && player.isPlaying;
  const word = isPlaying ? 'Pause' : 'Play';
  const play = async () => {
    if (position === null) {
      await playerControls.playOrPause(item);
      return;
    }
    const decision = await playAudio.play(item, null, position);
    if (decision?.kind === 'play') onStarted();
  };
  const Icon = isPlaying ? Pause : Play;
  return (
    <Button
      {...preload}
      look="primary"
      className={styles['play']}
      aria-label={`${word} ${item.title}`}
      aria-busy={player.pendingId === item.id}
      onClick={() => {
        record(word);
        void play();
      }}
    >
      <Icon className={styles['icon']} aria-hidden="true" />
      {word}
    </Button>
  );
});
