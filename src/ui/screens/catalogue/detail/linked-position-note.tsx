import { Link2 } from 'lucide-react';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { formatRunTime } from '../../../../domain/catalogue/run-time.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { trackSource } from '../../../../domain/playback/track-list.ts';
import { Button } from '../../../components/controls/button.tsx';
import styles from './linked-position-note.module.css';

/** The name of a part of a title, with its number. */
const partOf = (item: ContentItem, chapter: number): string => {
  const source = trackSource(item);
  if (source === 'chapters') {
    return item.chapters.find(({ index }) => index === chapter)?.title ?? `chapter ${chapter}`;
  }
  return `${source === 'episodes' ? 'episode' : 'track'} ${chapter}`;
};

type LinkedPlaceNoteProps = {
  readonly item: ContentItem;
  readonly place: LinkedPosition;
  readonly onForget: () => void;
};

/** Says that Play will start at the position in the address (PLAY-47), and offers to ignore it. */
export function LinkedPositionNote({ item, place, onForget }: LinkedPlaceNoteProps) {
  const words = [
    ...(place.chapter === null || trackSource(item) === 'self' ? [] : [partOf(item, place.chapter)]),
    ...(place.second === null ? [] : [formatRunTime(place.second)]),
  ];
  if (words.length === 0) return null;
  return (
    <p className={styles['note']}>
      <Link2 className={styles['icon']} aria-hidden="true" size={18} />
      <span>
        Play starts at <strong dir="auto">{words.join(', ')}</strong>, as the link says.
      </span>
      <Button look="quiet" onClick={onForget}>
        Start where I left off
      </Button>
    </p>
  );
}
