import { Check } from 'lucide-react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { positionAtEnd } from '../../../domain/progress/progress.ts';
import { useServices, type Services } from '../../services.ts';
import styles from './tile-controls.module.css';
import { t } from 'audio-streaming-translations/translate';

/** The mark of a started title; null for the title in the player, because the player reports its own position. */
export const finishOf = (item: ContentItem, { finished, player }: Services) =>
  item.progress === null || positionAtEnd(item) === null || player.isCurrentAudio(item)
    ? null
    : { isMarked: finished.isMarked(item), isSaving: finished.isSaving(item.id) };

type FinishControlProps = {
  readonly item: ContentItem;
  readonly isMarked: boolean;
  readonly isSaving: boolean;
};

/** A button on the cover of a started title: marks the title as finished, or removes the mark (PROG-51). */
export function FinishControl({ item, isMarked, isSaving }: FinishControlProps) {
  const { markFinished } = useServices();
  return (
    <button
      type="button"
      className={styles['finish']}
      aria-label={t('Mark {title} as finished', { title: item.title })}
      title={t('Mark as finished')}
      aria-pressed={isMarked}
      aria-busy={isSaving}
      onClick={() => {
        void markFinished.setFinished(item);
      }}
    >
      <Check aria-hidden="true" />
    </button>
  );
}
