import { observer } from 'mobx-react-lite';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ContentId, ContentItem } from '../../../../domain/catalogue/content.ts';
import { isFinished, positionAtEnd } from '../../../../domain/progress/progress.ts';
import { useServices } from '../../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { TileGrid } from '../../../components/lists/windowed.tsx';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import { useDownloads } from '../../../components/downloads/use-downloads.ts';
import styles from './browsing.module.css';
import { t } from 'audio-streaming-translations/translate';

type SelectTitlesProps = {
  readonly items: readonly ContentItem[];
  /** Loads what is not on the page yet, and returns all titles. */
  readonly loadAll: () => Promise<readonly ContentItem[]>;
  /** Called after titles were changed. */
  readonly onChanged: () => void;
  readonly onEnd: () => void;
};

type Chosen = readonly ContentItem[];

/** Something that can be done with titles. */
type Action = {
  readonly label: string;
  /** Whether it changes anything of a title. It is offered only if it does of one that is selected. */
  readonly changes: (item: ContentItem) => boolean;
  readonly run: (chosen: Chosen) => Promise<void>;
};

/** How many titles an arrow key moves on. To the left is forwards where words run from right to left. */
function stepOf(key: string): number | undefined {
  const right = document.documentElement.dir === 'rtl' ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: right,
    ArrowDown: 1,
    ArrowLeft: -right,
    ArrowUp: -1,
  };
  return steps[key];
}

/** Shows the whole button. Chromium leaves one that is seen in part where it is. */
const showWhole = ({ currentTarget }: FocusEvent<HTMLElement>): void =>
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });

const idsOf = (items: Chosen): ReadonlySet<ContentId> => new Set(items.map(({ id }) => id));

/**
 * Titles that can be selected, and what can be done with all of them (CAT-238). Shift with a click or an arrow selects
 * a range, Ctrl+A all, and Escape ends.
 */
export const SelectTitles = observer(function SelectTitles({
  items,
  loadAll,
  onChanged,
  onEnd,
}: SelectTitlesProps) {
  const [selected, setSelected] = useState<ReadonlySet<ContentId>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const actions = useActions();
  /** Where a range starts, and what was selected before it. */
  const anchor = useRef({ at: 0, before: selected });
  const boxes = useRef(new Map<number, HTMLInputElement>());
  useEffect(() => boxes.current.get(0)?.focus(), []);
  const select = (ids: ReadonlySet<ContentId>, at = anchor.current.at) => {
    anchor.current = { at, before: ids };
    setSelected(ids);
  };

  const choose = (index: number, isRange: boolean) => {
    const id = items[index]?.id;
    if (id === undefined) return;
    const { at, before } = anchor.current;
    if (isRange) {
      const range = items.slice(Math.min(at, index), Math.max(at, index) + 1);
      setSelected(new Set([...before, ...idsOf(range)]));
      return;
    }
    select(
      new Set(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id]),
      index,
    );
  };
  const selectAll = async () => {
    setBusy(true);
    const all = await loadAll();
    select(idsOf(all));
    setBusy(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd();
    if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void selectAll();
  };
  const onArrow = (event: KeyboardEvent, index: number) => {
    const step = stepOf(event.key);
    const next = step === undefined ? undefined : boxes.current.get(index + step);
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    next.focus();
    if (event.shiftKey) choose(index + step, true);
    else anchor.current = { at: index + step, before: selected };
  };
  const chosen = items.filter(({ id }) => selected.has(id));
  const act = async ({ changes, run }: Action) => {
    setBusy(true);
    await run(chosen.filter(changes));
    setBusy(false);
    select(new Set());
    onChanged();
  };
  const isEverything = items.length > 0 && chosen.length === items.length;

  return (
    // The keys belong to the whole mode, wherever its focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="group" aria-label={t('Select titles')} onKeyDown={onKeyDown}>
      <div className={styles['selectTitlesBar']} role="toolbar" aria-label={t('Selected titles')}>
        <div className={styles['selection']}>
          <p role="status" className={styles['count']}>
            {t('{count, plural, one {# title selected} other {# titles selected}}', {
              count: chosen.length,
            })}
          </p>
          <Button
            aria-disabled={isBusy}
            onFocus={showWhole}
            onClick={() => {
              if (isBusy) return;
              if (isEverything) select(new Set());
              else void selectAll();
            }}
          >
            {t(isEverything ? 'Clear selection' : 'Select all')}
          </Button>
          <Button look="quiet" onFocus={showWhole} onClick={onEnd}>
            {t('Cancel')}
          </Button>
        </div>
        <div className={styles['actions']}>
          {actions.map((action) => {
            const isIdle = isBusy || !chosen.some(action.changes);
            return (
              // A disabled button would lose the focus, and with it the keys.
              <Button
                key={action.label}
                aria-disabled={isIdle}
                onFocus={showWhole}
                onClick={() => !isIdle && void act(action)}
              >
                {action.label}
              </Button>
            );
          })}
        </div>
      </div>
      <TileGrid
        kind="audio"
        items={items}
        renderTile={(item, index) => (
          <div className={styles['choice']} data-selected={selected.has(item.id)}>
            <div inert>
              <AudioTile item={item} headingLevel={2} />
            </div>
            <input
              ref={(box) => {
                if (box === null) return undefined;
                boxes.current.set(index, box);
                return () => void boxes.current.delete(index);
              }}
              type="checkbox"
              className={styles['box']}
              aria-label={t('Select {title}', { title: item.title })}
              checked={selected.has(item.id)}
              onChange={({ nativeEvent }) =>
                choose(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
              onKeyDown={(event) => onArrow(event, index)}
            />
          </div>
        )}
      />
    </div>
  );
});

/** What can be done with titles here. Call it in an observer. */
function useActions(): readonly Action[] {
  const { manyTitles, openDownloads, settings, favorites, finished } = useServices();
  const downloads = useDownloads()?.downloads;
  const hasEnd = (item: ContentItem) => positionAtEnd(item) !== null;
  const isHeard = (item: ContentItem) => finished.isMarked(item) || isFinished(item, item.progress);
  const isSaved = (item: ContentItem) => favorites.isFavorite(item);
  const download = async (chosen: Chosen) => {
    const { downloadAudio } = await openDownloads();
    await manyTitles.download(chosen, async (item) => downloadAudio.download(item));
  };
  return [
    {
      // Translators: the buttons of selected titles stand in one line, so a word is better than a sentence.
      label: t({ text: 'Mark as finished', context: 'selected titles' }),
      changes: (item) => hasEnd(item) && !isHeard(item),
      run: async (chosen) => manyTitles.markAs(chosen, true),
    },
    {
      // Translators: the buttons of selected titles stand in one line, so a word is better than a sentence.
      label: t('Mark as unheard'),
      changes: (item) => hasEnd(item) && (item.progress !== null || isHeard(item)),
      run: async (chosen) => manyTitles.markAs(chosen, false),
    },
    {
      label: t({ text: 'Save', context: 'title' }),
      changes: (item) => !isSaved(item),
      run: async (chosen) => manyTitles.save(chosen, true),
    },
    {
      // Translators: the buttons of selected titles stand in one line, so a word is better than a sentence.
      label: t('Unsave'),
      changes: isSaved,
      run: async (chosen) => manyTitles.save(chosen, false),
    },
    ...(settings.links.mobileApp === null
      ? [
          {
            label: t('Download'),
            changes: ({ id }: ContentItem) => downloads?.statusOf(id).kind !== 'downloaded',
            run: download,
          },
          {
            // Translators: the buttons of selected titles stand in one line, so a word is better than a sentence.
            label: t({ text: 'Add to Up Next', context: 'selected titles' }),
            changes: () => true,
            run: async (chosen: Chosen) => manyTitles.addToUpNext(chosen),
          },
        ]
      : []),
  ];
}
