import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../domain/content.ts';
import { useServices } from '../services.ts';
import styles from './listened-bar.module.css';
import { placeIn } from './place-in.ts';

type ListenedBarProps = { readonly item: ContentItem };

/** How far the listener has come, along the foot of the cover; nothing where it is not begun or is finished. */
export const ListenedBar = observer(function ListenedBar({ item }: ListenedBarProps) {
  const { finished, player } = useServices();
  const place = placeIn(item, player, finished);
  if (place?.kind !== 'begun') return null;
  const percent = Math.round(place.part * 100);
  return (
    <div className={styles['bar']} role="img" aria-label={`${percent}% listened`}>
      <div className={styles['heard']} style={{ inlineSize: `${percent}%` }} />
    </div>
  );
});
