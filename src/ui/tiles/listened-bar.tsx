import type { ContentItem } from '../../domain/content.ts';
import { listenedPart } from './listened-part.ts';
import styles from './listened-bar.module.css';

type ListenedBarProps = { readonly item: ContentItem };

/** How far the listener has come, along the foot of the cover; nothing where it is not known. */
export function ListenedBar({ item }: ListenedBarProps) {
  const part = listenedPart(item);
  if (part === null) return null;
  const percent = Math.round(part * 100);
  return (
    <div className={styles['bar']} role="img" aria-label={`${percent}% listened`}>
      <div className={styles['heard']} style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
