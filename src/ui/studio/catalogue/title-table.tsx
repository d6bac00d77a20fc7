import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { formatRunTime } from '../../../domain/catalogue/run-time.ts';
import type { TitleRow, TitleSort } from '../../../domain/studio/title.ts';
import { formatDay } from '../../components/day.ts';
import { PAGE_ROWS } from '../../../application/studio/titles.ts';
import { StateBadges } from '../components/state-badges.tsx';
import { StudioLink, titlePath } from '../components/studio-link.tsx';
import { Thumbnail } from '../components/thumbnail.tsx';
import { useStudio } from '../services.ts';
import styles from './title-table.module.css';

/** The height of a row, in pixels. All rows have the same, so that the table knows its height before they load. */
const ROW_HEIGHT = 68;

/** Rows that are rendered above and below the visible ones. */
const OVERSCAN = 10;

const COLUMNS: readonly { readonly sort: TitleSort; readonly label: string }[] = [
  { sort: 'title', label: 'Title' },
  { sort: 'author', label: 'Author' },
  { sort: 'length', label: 'Length' },
  { sort: 'added', label: 'Added' },
];

const Head = observer(function Head() {
  const { table, browseTitles } = useStudio();
  const { query } = table;
  const areAllSelected =
    table.selected.size > 0 && [...table.pages.values()].flat().every(({ id }) => table.selected.has(id));
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" aria-rowindex={1} className={styles['row']}>
        <div role="columnheader" className={styles['select']}>
          <input
            type="checkbox"
            aria-label="Select all loaded titles"
            checked={areAllSelected}
            onChange={(event) => (event.target.checked ? table.selectLoaded() : table.clearSelection())}
          />
        </div>
        {COLUMNS.map(({ sort, label }) => {
          const isSorted = query.sort === sort;
          const Arrow = query.isDescending ? ArrowDown : ArrowUp;
          return (
            <div
              key={sort}
              role="columnheader"
              className={styles[sort]}
              aria-sort={isSorted ? (query.isDescending ? 'descending' : 'ascending') : 'none'}
            >
              <button
                type="button"
                className={styles['sort']}
                onClick={() => void browseTitles.ask({ sort, isDescending: isSorted && !query.isDescending })}
              >
                {label}
                {isSorted && <Arrow aria-hidden="true" size={16} />}
              </button>
            </div>
          );
        })}
        <div role="columnheader" className={styles['state']}>
          State
        </div>
      </div>
    </div>
  );
});

type RowProps = { readonly index: number; readonly top: number; readonly row: TitleRow | null };

const Row = observer(function Row({ index, top, row }: RowProps) {
  const { table, now } = useStudio();
  // The first row of the table is its head.
  const place = { 'aria-rowindex': index + 2, style: { transform: `translateY(${top}px)` } };
  if (row === null) {
    return (
      <div role="row" {...place} className={`${styles['row']} ${styles['body']}`} aria-busy="true">
        <div role="cell" className={styles['loading']}>
          <span className="visually-hidden">Loading</span>
        </div>
      </div>
    );
  }
  const authors = row.authors.join(', ');
  const length = row.runTime === null ? '' : formatRunTime(row.runTime);
  const isSelected = table.selected.has(row.id);
  return (
    <div
      role="row"
      {...place}
      className={`${styles['row']} ${styles['body']}`}
      aria-selected={isSelected}
      data-selected={isSelected}
    >
      <div role="cell" className={styles['select']}>
        <input
          type="checkbox"
          aria-label={`Select ${row.title}`}
          checked={isSelected}
          onChange={(event) => table.setSelected(row, event.target.checked)}
        />
      </div>
      <div role="cell" className={styles['title']}>
        <Thumbnail address={row.imageUrl} />
        <span className={styles['words']}>
          <StudioLink to={titlePath(row.id)} className={styles['link']}>
            <bdi>{row.title}</bdi>
          </StudioLink>
          <span className={styles['more']}>
            <bdi>{authors}</bdi>
            {length !== '' && <span className={styles['lengthToo']}>{length}</span>}
          </span>
        </span>
      </div>
      <div role="cell" className={styles['author']}>
        <bdi>{authors}</bdi>
      </div>
      <div role="cell" className={styles['length']}>
        {length}
      </div>
      <div role="cell" className={styles['added']}>
        {row.addedAt !== null && formatDay(row.addedAt, now())}
      </div>
      <div role="cell" className={styles['state']}>
        <StateBadges row={row} now={now()} />
      </div>
    </div>
  );
});

/** All rows of the query. Only the visible ones are rendered, and their pages load while scrolling. */
export const TitleTable = observer(function TitleTable({ total }: { readonly total: number }) {
  const { table, browseTitles } = useStudio();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    initialRect: { width: 1024, height: 600 },
  });
  const { query, pages } = table;
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [query]);

  const rendered = virtualizer.getVirtualItems();
  const first = rendered[0]?.index ?? 0;
  const last = rendered.at(-1)?.index ?? 0;
  useEffect(() => {
    void browseTitles.showRows(first, last);
  }, [browseTitles, first, last, pages]);

  return (
    <div ref={scroller} className={styles['scroller']}>
      <div role="table" aria-label="Titles" aria-rowcount={total + 1}>
        <Head />
        <div role="rowgroup" className={styles['rows']} style={{ height: virtualizer.getTotalSize() }}>
          {rendered.map(({ key, index, start }) => (
            <Row
              key={key}
              index={index}
              top={start}
              row={pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS] ?? null}
            />
          ))}
        </div>
      </div>
    </div>
  );
});
