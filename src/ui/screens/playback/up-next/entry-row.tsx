import { useSortable } from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, GripVertical, Lock, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { SkipReason } from '../../../../application/playback/up-next/up-next-state.ts';
import { knownDecision } from '../../../../domain/entitlement/play-decision.ts';
import { keyOf, type UpNextEntry } from '../../../../domain/playback/up-next.ts';
import { useServices, type Services } from '../../../app/services.ts';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { entitlementNote, refusalNote } from '../../../components/tiles/entitlement-note.ts';
import { useTimeOf } from '../../../components/use-moving-time.ts';
import { nameOf } from './entry-name.ts';
import styles from './up-next.module.css';

type EntryRowProps = {
  readonly entry: UpNextEntry;
  /** Why the entry was skipped. */
  readonly skipped: SkipReason | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMoveBy: (by: 1 | -1) => void;
  readonly onRemove: () => void;
};

/** Why the entry cannot play now. Null if it can, as far as this is known. */
function obstacle({ item }: UpNextEntry, skipped: SkipReason | null, services: Services): string | null {
  if (skipped === 'gone') return 'No longer in the catalog';
  const { now } = services.time;
  const decision = knownDecision(services.user.listener, item, now);
  if (decision !== null && decision.kind !== 'play') return entitlementNote(decision, item, now);
  // The stored version may play, but the newest version was refused. That reason is shown, except a missing
  // membership, which may have started since.
  return skipped === null || skipped === 'membership-needed'
    ? null
    : refusalNote(skipped, item.validity.from, now);
}

/** One entry: a handle to drag, the title, which plays at a click, and buttons to move and remove it. */
export const EntryRow = observer(function EntryRow(props: EntryRowProps) {
  const { entry, skipped, isFirst, isLast, onMoveBy, onRemove } = props;
  const services = useServices();
  useTimeOf(entry.item);
  const key = keyOf(entry);
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  });
  const { item, track } = entry;
  const name = nameOf(entry);
  const whole = track === null ? item.authors.map((author) => author.name).join(', ') : item.title;
  const why = obstacle(entry, skipped, services);
  return (
    <li
      ref={setNodeRef}
      className={styles['row']}
      data-dragged={isDragging}
      style={{ transform: transform === null ? undefined : `translateY(${transform.y}px)`, transition }}
    >
      <span ref={setActivatorNodeRef} className={styles['handle']} aria-hidden="true" {...listeners}>
        <GripVertical />
      </span>
      <div className={styles['words']}>
        <button
          type="button"
          className={styles['play']}
          aria-label={`Play ${name}`}
          onClick={() => void services.upNextQueue.playEntry(key)}
        >
          <span className={styles['title']} dir="auto">
            {name}
          </span>
          {why === null && whole !== '' && (
            <span className={styles['whole']} dir="auto">
              {whole}
            </span>
          )}
        </button>
        {why !== null && (
          <span className={styles['why']}>
            <Lock aria-hidden="true" />
            {why}
          </span>
        )}
      </div>
      <span className={styles['buttons']}>
        <IconButton
          label={`Move ${name} up`}
          icon={ArrowUp}
          aria-disabled={isFirst}
          onClick={() => onMoveBy(-1)}
        />
        <IconButton
          label={`Move ${name} down`}
          icon={ArrowDown}
          aria-disabled={isLast}
          onClick={() => onMoveBy(1)}
        />
        <IconButton label={`Remove ${name}`} icon={X} onClick={onRemove} />
      </span>
    </li>
  );
});
