import { Heart } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { useServices } from '../../app/services.ts';
import styles from './saved-mark.module.css';

type SavedMarkProps = { readonly item: ContentItem };

/** Shows that the listener has saved the item, on all its tiles at once. */
export const SavedMark = observer(function SavedMark({ item }: SavedMarkProps) {
  const { favorites } = useServices();
  if (!favorites.isFavorite(item)) return null;
  return (
    <span className={styles['mark']}>
      <Heart role="img" aria-label="In your favorites" />
    </span>
  );
});
