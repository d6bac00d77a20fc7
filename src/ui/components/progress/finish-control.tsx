import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { positionAtEnd } from '../../../domain/progress/progress.ts';
import { useServices } from '../../app/services.ts';
import styles from './finish-control.module.css';

type FinishControlProps = { readonly item: ContentItem };

/**
 * On the cover of a title that was begun: marks it as finished, or takes the mark back. Not on the title that is
 * in the player, whose own place is reported as it goes.
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
