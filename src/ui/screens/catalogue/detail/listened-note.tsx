import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { positionAtEnd } from '../../../../domain/progress/progress.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useServices } from '../../../app/services.ts';
import { leftInWords, progressOf } from '../../../components/progress/progress-of.ts';
import styles from './listened-note.module.css';
import { useRecordButton } from './title-page.ts';

type ListenedNoteProps = { readonly item: ContentItem };

/**
 * The progress in the title, and the button that marks it as finished (PROG-51); nothing before the title is started.
 */
export const ListenedNote = observer(function ListenedNote({ item }: ListenedNoteProps) {
  const { finished, markFinished, player } = useServices();
  const record = useRecordButton();
  const progress = progressOf(item, player, finished);
  if (progress === null) return null;
  const canMark = item.progress !== null && positionAtEnd(item) !== null && !player.isCurrentAudio(item);
  return (
    <div className={styles['note']}>
      <p>
        {progress.kind === 'finished'
          ? 'Finished'
          : `${Math.round(progress.part * 100)}% listened · ${leftInWords(progress.left)}`}
      </p>
      {canMark && (
        <Button
          look="quiet"
          className={styles['finish']}
          aria-pressed={finished.isMarked(item)}
          aria-busy={finished.isSaving(item.id)}
          onClick={() => {
            record('Mark as finished');
            void markFinished.setFinished(item);
          }}
        >
          <Check aria-hidden="true" size={18} />
          Mark as finished
        </Button>
      )}
    </div>
  );
});
