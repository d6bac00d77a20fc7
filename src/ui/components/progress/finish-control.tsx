import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { positionAtEnd } from '../../../domain/progress/progress.ts';
import { useServices } from '../../app/services.ts';
import styles from './finish-control.module.css';

type FinishControlProps = { readonly item: ContentItem };

/**
 * A button on the cover of a started title: marks the title as finished, or removes the mark (PROG-51). It is not shown
 * for the title in the player, because the player reports its own position.
 */
export const FinishControl = observer(function FinishControl({ item }: FinishControlProps) {
  const { finished, markFinished, player } = useServices();
  if (item.progress === null || positionAtEnd(item) === null || player.isCurrentAudio(item)) return null;
  const label = `Mark ${item.title} as finished`;
  return (
    <button
      type="button"
      className={styles['finish']}
      aria-label={label}
      title="Mark as finished"
      aria-pressed={finished.isMarked(item)}
      aria-busy={finished.isSaving(item.id)}
      onClick={() => {
        void markFinished.setFinished(item);
      }}
    >
      <Check aria-hidden="true" />
    </button>
  );
});
