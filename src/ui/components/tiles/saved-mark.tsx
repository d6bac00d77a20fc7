import { Heart } from 'lucide-react';
import styles from './tiles.module.css';

/** Shows that the listener has saved the item, on all its tiles at once. */
export function SavedMark() {
  return (
    <span className={styles['mark']}>
      <Heart role="img" aria-label="In your favorites" />
    </span>
  );
}
