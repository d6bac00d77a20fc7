import { Link2 } from 'lucide-react';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { formatRunTime } from '../../../../domain/catalogue/run-time.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { trackSource } from '../../../../domain/playback/track-list.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useRecordButton } from './title-page.ts';
import styles from './linked-position-note.module.css';

/** The name of a part of a title, with its number. */
const partOf = (item: ContentItem, chapter: number): string => {
  const source = trackSource(item);
  if (source === 'chapters') {
    return item.chapters.find(({ index }) => index === chapter)?.title ?? `chapter ${chapter}`;
  }
  return `${source === 'episodes' ? 'episode' : 'track'} ${chapter}`;
};

type LinkedPositionNoteProps = {
  readonly item: ContentItem;
  readonly position: LinkedPosition;
  readonly onForget: () => void;
};

/** Says that Play will start at the position in the address (PLAY-47), and offers to ignore it. */
export function LinkedPositionNote({ item, position, onForget }: LinkedPositionNoteProps) {
  const record = useRecordButton();
  const words = [
    ...(position.chapter === null || trackSource(item) === 'self' ? [] : [partOf(item, position.chapter)]),
    ...(position.second === null ? [] : [formatRunTime(position.second)]),
  ];
  if (words.length === 0) return null;
  return (
    <p className={styles['note']}>
      <Link2 className={styles['icon']} aria-hidden="true" size={18} />
      <span>
        Play starts at <strong dir="auto">{words.join(', ')}</strong>, as the link says.
      </span>
      <Button
        look="quiet"
        onClick={() => {
          record('Start where I left off');
          onForget();
        }}
      >
        Start where I left off
      </Button>
    </p>
  );
}
