import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../domain/content.ts';
import { formatRunTime } from '../../domain/run-time.ts';
import { isOnSale } from '../../domain/sale.ts';
import { formatPrice } from '../../domain/subscribe-offer.ts';
import { useServices } from '../services.ts';
import { entitlementNote } from './entitlement-note.ts';
import styles from './tile-note.module.css';
import { typeLabel } from './type-label.ts';

type TileNoteProps = { readonly item: ContentItem };

/**
 * The last line of a tile: why it plays or not, or what it costs; where nothing needs to be explained, its
 * run time, else its kind.
 */
export const TileNote = observer(function TileNote({ item }: TileNoteProps) {
  const { time, user } = useServices();
  const note = isOnSale(item, user.user, time.now)
    ? `${formatPrice(item.discount.price)} to own`
    : entitlementNote(user.user, item, time.now);
  return (
    <p className={styles['note']}>
      {note ?? (item.runTime === null ? typeLabel(item.type) : formatRunTime(item.runTime))}
    </p>
  );
});
