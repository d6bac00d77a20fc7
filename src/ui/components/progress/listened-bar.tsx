import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { Services } from '../../app/services.ts';
import { useOutcome } from '../use-outcome.ts';
import styles from '../tiles/tile-controls.module.css';
import { progressOf } from './progress-of.ts';

type ListenedBarProps = { readonly item: ContentItem };

/** Null if the title was not started or is finished. */
export const percentOf = (item: ContentItem, { finished, player }: Services): number | null => {
  const progress = progressOf(item, player, finished);
  return progress?.kind === 'started' ? Math.round(progress.part * 100) : null;
};

/** Shows the progress in a title at the bottom of its cover; nothing if it was not started or is finished. */
export const ListenedBar = observer(function ListenedBar({ item }: ListenedBarProps) {
  return <PercentBar percent={useOutcome(percentOf, item)} />;
});

export function PercentBar({ percent }: { readonly percent: number | null }) {
  if (percent === null) return null;
  return (
    <div className={styles['bar']} role="img" aria-label={`${percent}% listened`}>
      <div className={styles['heard']} style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
