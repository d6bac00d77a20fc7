import {
  type Announcements,
  closestCenter,
  DndContext,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ArrowDown, ArrowUp, GripVertical, Lock, Undo2, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import type { SkipReason, UpNextState } from '../../../application/playback/up-next-state.ts';
import { knownDecision } from '../../../domain/entitlement/play-decision.ts';
import { keyOf, type UpNextEntry, type UpNextKey } from '../../../domain/playback/up-next.ts';
import { type Services, useServices } from '../../services.ts';
import { Button, IconButton } from 'audio-streaming-components/controls/button';
import { useLazy } from '../../components/lazy.tsx';
import { entitlementNote, refusalNote } from '../../components/tiles/tile-words.ts';
import { useTimeOf } from '../../components/use-moving-time.ts';
import { Sentence } from 'audio-streaming-components/sentence';
import { formatNames } from 'audio-streaming-translations/formats';
import { t } from 'audio-streaming-translations/translate';
import styles from './up-next.module.css';
import { chapterName } from '../../components/chapter-name.ts';

/** The titles and tracks that play after the current title (PLAY-76). */
export function UpNext() {
  const { upNextQueue } = useServices();
  const [load] = useState(() => async () => upNextQueue.list());
  const upNext = useLazy(load, true);
  return upNext === null ? null : <UpNextRegion upNext={upNext} />;
}

type UpNextProps = { readonly upNext: UpNextState };

const UpNextRegion = observer(function UpNextRegion({ upNext }: UpNextProps) {
  const headingId = useId();
  const region = useRef<HTMLElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const { entries, removed } = upNext;

  // The used button is no longer shown, so the focus moves to the button that replaces it.
  const [hasRemoved, setHasRemoved] = useState(false);
  useEffect(() => {
    if (!hasRemoved) return;
    undo.current?.focus();
    setHasRemoved(false);
  }, [hasRemoved]);

  const move = (key: UpNextKey, to: number) => {
    const entry = entries.find((each) => keyOf(each) === key);
    if (entry === undefined || to < 0 || to >= entries.length) return;
    upNext.move(key, to);
    setAnnouncement(
      t('{title} is now number {number} of {count}.', {
        title: nameOf(entry),
        number: to + 1,
        count: entries.length,
      }),
    );
  };
  const remove = (key: UpNextKey) => {
    upNext.remove(key);
    setHasRemoved(true);
  };
  const clear = () => {
    upNext.clear();
    setHasRemoved(true);
  };
  const putBack = () => {
    upNext.undo();
    setAnnouncement(t('Put back.'));
    region.current?.focus();
  };

  const [first] = removed;
  return (
    <section ref={region} className={styles['region']} aria-labelledby={headingId} tabIndex={-1}>
      <header className={styles['header']}>
        <h2 className={styles['heading']} id={headingId}>
          {t('Up Next')}
        </h2>
        {entries.length > 0 && (
          <Button look="quiet" aria-label={t('Clear Up Next')} onClick={clear}>
            {t('Clear')}
          </Button>
        )}
      </header>
      {entries.length > 0 && <AutoplayNote />}
      {entries.length > 0 && (
        <SortedRows upNext={upNext} headingId={headingId} onMove={move} onRemove={remove} />
      )}
      {entries.length === 0 && first === undefined && (
        <p className={styles['empty']}>
          {t(
            'What you want to hear after this title. Choose “Play next” or “Add to Up Next” on the page of a title, or beside one of its chapters or episodes.',
          )}
        </p>
      )}
      <div role="status">
        {first !== undefined && (
          <p className={styles['removed']}>
            <span>
              {removed.length === 1 ? (
                <Sentence text="{title} was removed." values={{ title: <bdi>{nameOf(first)}</bdi> }} />
              ) : (
                t('{count, plural, one {# title was removed.} other {# titles were removed.}}', {
                  count: removed.length,
                })
              )}
            </span>
            <Button ref={undo} look="quiet" onClick={putBack}>
              <Undo2 aria-hidden="true" size={16} />
              {t('Undo')}
            </Button>
          </p>
        )}
      </div>
      <output className="visually-hidden">{announcement}</output>
    </section>
  );
});

/** Without autoplay, nothing starts by itself (PLAY-80). */
const AutoplayNote = observer(function AutoplayNote() {
  const { player } = useServices();
  if (player.autoplay) return null;
  return (
    <p className={styles['autoplay']}>
      {t('Autoplay is off, so these titles wait for the Next button.')}
      <Button look="quiet" onClick={() => player.setAutoplay(true)}>
        {t('Turn on Autoplay')}
      </Button>
    </p>
  );
});

type SortedRowsProps = {
  readonly upNext: UpNextState;
  readonly headingId: string;
  readonly onMove: (key: UpNextKey, to: number) => void;
  readonly onRemove: (key: UpNextKey) => void;
};

/** A click is not a drag: the pointer has to move by some pixels. */
const DRAG = { activationConstraint: { distance: 4 } };

const onlyVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** A drag with the pointer is not announced. The region announces the result of every move. */
const SILENT: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** The entries in their order. They are dragged by mouse or finger, or moved with buttons (PLAY-78). */
const SortedRows = observer(function SortedRows(props: SortedRowsProps) {
  const { upNext, headingId, onMove, onRemove } = props;
  const { entries } = upNext;
  const keys = entries.map(keyOf);
  const sensors = useSensors(useSensor(PointerSensor, DRAG));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[onlyVertical]}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' } }}
      onDragEnd={({ active, over }) => {
        const key = keys.find((each) => each === active.id);
        const to = keys.findIndex((each) => each === over?.id);
        if (key !== undefined && to !== -1) onMove(key, to);
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol className={styles['rows']} aria-labelledby={headingId}>
          {entries.map((entry, at) => (
            <EntryRow
              key={keyOf(entry)}
              entry={entry}
              skipped={upNext.skipped.get(keyOf(entry)) ?? null}
              isFirst={at === 0}
              isLast={at === entries.length - 1}
              onMoveBy={(by) => onMove(keyOf(entry), at + by)}
              onRemove={() => onRemove(keyOf(entry))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
});

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
  if (skipped === 'gone') return t('No longer in the catalog');
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
const EntryRow = observer(function EntryRow(props: EntryRowProps) {
  const { entry, skipped, isFirst, isLast, onMoveBy, onRemove } = props;
  const services = useServices();
  useTimeOf(entry.item);
  const key = keyOf(entry);
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  });
  const { item, track } = entry;
  const name = nameOf(entry);
  const whole = track === null ? formatNames(item.authors.map((author) => author.name)) : item.title;
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
          aria-label={t('Play {title}', { title: name })}
          onClick={() => void services.upNextQueue.playEntry(key)}
        >
          <span className={styles['title']} dir="auto">
            {name}
          </span>
        </button>
        {/* Beside the button: its name is the title alone. */}
        {why === null && whole !== '' && (
          <span className={styles['whole']} dir="auto">
            {whole}
          </span>
        )}
        {why !== null && (
          <span className={styles['why']}>
            <Lock aria-hidden="true" />
            {why}
          </span>
        )}
      </div>
      <span className={styles['buttons']}>
        <IconButton
          label={t('Move {title} up', { title: name })}
          icon={ArrowUp}
          aria-disabled={isFirst}
          onClick={() => onMoveBy(-1)}
        />
        <IconButton
          label={t('Move {title} down', { title: name })}
          icon={ArrowDown}
          aria-disabled={isLast}
          onClick={() => onMoveBy(1)}
        />
        <IconButton label={t('Remove {title}', { title: name })} icon={X} onClick={onRemove} />
      </span>
    </li>
  );
});

/** The name of an entry: of its track, or else of its title. */
const nameOf = ({ item, track }: UpNextEntry): string =>
  track === null ? item.title : chapterName(track.title);
