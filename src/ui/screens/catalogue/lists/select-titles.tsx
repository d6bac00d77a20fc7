import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ContentId, ContentItem } from '../../../../domain/catalogue/content.ts';
import { useServices } from '../../../app/services.ts';
import { Button } from '../../../components/controls/button.tsx';
import { TileGrid } from '../../../components/lists/windowed.tsx';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import styles from './browsing.module.css';

type SelectTitlesProps = {
  readonly items: readonly ContentItem[];
  /** Called after titles were changed. */
  readonly onChanged: () => void;
  readonly onEnd: () => void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Titles that can be selected, and what can be done with all of them (CAT-238). Shift with a click or an arrow selects
 * a range, Ctrl+A all, and Escape ends.
 */
export function SelectTitles({ items, onChanged, onEnd }: SelectTitlesProps) {
  const { manyTitles, openDownloads, settings } = useServices();
  const [selected, setSelected] = useState<ReadonlySet<ContentId>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const anchor = useRef(0);
  const boxes = useRef(new Map<number, HTMLInputElement>());
  useEffect(() => boxes.current.get(0)?.focus(), []);

  const choose = (index: number, isRange: boolean) => {
    const range = items.slice(Math.min(anchor.current, index), Math.max(anchor.current, index) + 1);
    const id = items[index]?.id;
    if (id === undefined) return;
    setSelected((before) => {
      if (isRange) return new Set([...before, ...range.map((item) => item.id)]);
      return new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]);
    });
    if (!isRange) anchor.current = index;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd();
    if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    setSelected(new Set(items.map(({ id }) => id)));
  };
  const onArrow = (event: KeyboardEvent, index: number) => {
    const step = STEPS[event.key];
    const next = step === undefined ? undefined : boxes.current.get(index + step);
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    next.focus();
    if (event.shiftKey) choose(index + step, true);
    else anchor.current = index + step;
  };
  const act = async (change: (chosen: readonly ContentItem[]) => Promise<void>) => {
    setBusy(true);
    await change(items.filter(({ id }) => selected.has(id)));
    setBusy(false);
    setSelected(new Set());
    onChanged();
  };
  const download = async (chosen: readonly ContentItem[]) => {
    const { downloadAudio } = await openDownloads();
    await manyTitles.download(chosen, async (item) => downloadAudio.download(item));
  };
  const actions = [
    ['Mark as finished', async (chosen: readonly ContentItem[]) => manyTitles.markAs(chosen, true)],
    ['Mark as unheard', async (chosen: readonly ContentItem[]) => manyTitles.markAs(chosen, false)],
    ['Save', async (chosen: readonly ContentItem[]) => manyTitles.save(chosen)],
    ...(settings.links.mobileApp === null
      ? ([
          ['Download', download],
          ['Add to Up Next', async (chosen: readonly ContentItem[]) => manyTitles.addToUpNext(chosen)],
        ] as const)
      : []),
  ] as const;
  const isIdle = selected.size === 0 || isBusy;

  return (
    // The keys belong to the whole mode, wherever its focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="group" aria-label="Select titles" onKeyDown={onKeyDown}>
      <div className={styles['selectTitlesBar']} role="toolbar" aria-label="Selected titles">
        <p role="status" className={styles['count']}>
          {selected.size === 1 ? '1 title selected' : `${selected.size} titles selected`}
        </p>
        {actions.map(([label, change]) => (
          // A disabled button would lose the focus, and with it the keys.
          <Button key={label} aria-disabled={isIdle} onClick={() => !isIdle && void act(change)}>
            {label}
          </Button>
        ))}
        <Button look="quiet" onClick={onEnd}>
          Cancel
        </Button>
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
              aria-label={`Select ${item.title}`}
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
}
