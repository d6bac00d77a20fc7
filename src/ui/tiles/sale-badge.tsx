import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../domain/content.ts';
import { isOnSale } from '../../domain/sale.ts';
import { useServices } from '../services.ts';
import styles from './sale-badge.module.css';

type SaleBadgeProps = { readonly item: ContentItem };

/** Section 4, audio tile: shows while the item is on sale for this listener. */
export const SaleBadge = observer(function SaleBadge({ item }: SaleBadgeProps) {
  const { time, user } = useServices();
  return isOnSale(item, user.user, time.now) ? <span className={styles['badge']}>Sale</span> : null;
});
