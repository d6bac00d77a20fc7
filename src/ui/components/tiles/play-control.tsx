import { Lock, Pause, Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { isLocked } from '../../../domain/entitlement/play-decision.ts';
import { useServices, type Services } from '../../services.ts';
import { useOutcome } from '../use-outcome.ts';
import styles from './tile-controls.module.css';
import { t } from 'audio-streaming-translations/translate';

/** How long the pointer must stay, in milliseconds; a pointer that only passes has left by then. */
const MEANT = 50;

/**
 * Event handlers for a tile or a play button: they preload the title when the listener points at it or focuses it.
 * A click then plays without a wait (PLAY-57).
 */
export function usePreload(item: ContentItem) {
  const { preloadAudio } = useServices();
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(wait.current), []);
  return useMemo(
    () => ({
      onPointerEnter: () => {
        wait.current = setTimeout(() => void preloadAudio.preload(item), MEANT);
      },
      onPointerLeave: () => clearTimeout(wait.current),
      onFocus: () => void preloadAudio.preload(item),
    }),
    [item, preloadAudio],
  );
}

type PlayControlProps = { readonly item: ContentItem };

/** What the control of a title shows. */
export const controlOf = (item: ContentItem, { player, time }: Services) => ({
  isOff: isLocked(item, time.now),
  isPlaying: player.isCurrentAudio(item) && player.isPlaying,
  isPending: player.pendingId === item.id,
});

/** On the cover of a tile: the play button, or a lock if the decision is `nothing` (ENT-26). */
export const PlayControl = observer(function PlayControl({ item }: PlayControlProps) {
  return <PlayButton item={item} {...useOutcome(controlOf, item)} />;
});

type PlayButtonProps = PlayControlProps & ReturnType<typeof controlOf>;

export function PlayButton({ item, isOff, isPlaying, isPending }: PlayButtonProps) {
  const { playerControls } = useServices();
  if (isOff) {
    return (
      <span className={styles['lock']}>
        <Lock role="img" aria-label={t('Locked')} />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles['play']}
      data-active={isPlaying || isPending}
      aria-label={t(isPlaying ? 'Pause {title}' : 'Play {title}', { title: item.title })}
      aria-busy={isPending}
      onClick={() => {
        void playerControls.playOrPause(item);
      }}
    >
      {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
    </button>
  );
}
