import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { isOnSale } from '../../../domain/entitlement/play-decision.ts';
import type { Services } from '../../services.ts';
import { useOutcome } from '../use-outcome.ts';
import styles from './tiles.module.css';
import { t } from 'audio-streaming-translations/translate';

type SaleBadgeProps = { readonly item: ContentItem };

export const isOnSaleNow = (item: ContentItem, { time, user }: Services): boolean =>
  isOnSale(item, user.listener, time.now);

/** Shown while the item is on sale for this listener (ENT-18). */
export const SaleBadge = observer(function SaleBadge({ item }: SaleBadgeProps) {
  return useOutcome(isOnSaleNow, item) ? <Sale /> : null;
});

export function Sale() {
  return <span className={styles['badge']}>{t('Sale')}</span>;
}
