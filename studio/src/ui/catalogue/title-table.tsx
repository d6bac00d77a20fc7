import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { PAGE_ROWS } from '../../application/browse-titles.ts';
import { formatRunTime } from '../../../../src/domain/catalogue/content.ts';
import { isWithin } from '../../../../src/domain/entitlement/play-decision.ts';
import type { TitleRow, TitleSort } from '../../domain/title.ts';
import { type Instant, isInstant, type Window } from '../../../../src/domain/time.ts';
import errorImage from 'audio-streaming-components/cover-missing.svg';
import { formatDay } from 'audio-streaming-components/day';
import { formatDate, formatNames, isEnglish } from 'audio-streaming-translations/formats';
import { message, type Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { formatBritish } from '../components/instants.ts';
import { Badge, type BadgeLook } from '../components/parts.tsx';
import { StudioLink, titlePath } from '../navigation.tsx';
import { useStudio } from '../services.ts';
import styles from './catalogue.module.css';

/** The height of a row, in pixels. All rows have the same, so that the table knows its height before they load. */
const ROW_HEIGHT = 68;

/** Rows that are rendered above and below the visible ones. */
const OVERSCAN = 10;

const COLUMNS: readonly { readonly sort: TitleSort; readonly label: string }[] = [
  { sort: 'title', label: message('Title') },
  { sort: 'author', label: message('Author') },
  { sort: 'length', label: message('Length') },
  { sort: 'added', label: message('Added') },
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
            aria-label={t('Select all loaded titles')}
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
                className={styles['titleTableSort']}
                onClick={() => void browseTitles.ask({ sort, isDescending: isSorted && !query.isDescending })}
              >
                {t(label)}
                {isSorted && <Arrow aria-hidden="true" size={16} />}
              </button>
            </div>
          );
        })}
        <div role="columnheader" className={styles['state']}>
          {t('State')}
        </div>
      </div>
    </div>
  );
});

type RowProps = { readonly index: number; readonly top: number; readonly row: TitleRow | null };

const Row = observer(function Row({ index, top, row }: RowProps) {
  const { table, now } = useStudio();
  // The first row of the table is its head.
  const position = { 'aria-rowindex': index + 2, style: { transform: `translateY(${top}px)` } };
  if (row === null) {
    return (
      <div role="row" {...position} className={`${styles['row']} ${styles['body']}`} aria-busy="true">
        <div role="cell" className={styles['loading']}>
          <span className="visually-hidden">{t('Loading')}</span>
        </div>
      </div>
    );
  }
  const authors = formatNames(row.authors);
  const length = row.runTime === null ? '' : formatRunTime(row.runTime);
  const isSelected = table.selected.has(row.id);
  return (
    <div
      role="row"
      {...position}
      className={`${styles['row']} ${styles['body']}`}
      aria-selected={isSelected}
      data-selected={isSelected}
    >
      <div role="cell" className={styles['select']}>
        <input
          type="checkbox"
          aria-label={t('Select {title}', { title: row.title })}
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
      <div role="table" aria-label={t('Titles')} aria-rowcount={total + 1}>
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

type Mark = { readonly look: BadgeLook; readonly text: Message };

const STATES: Readonly<Record<TitleRow['state'], Mark>> = {
  published: { look: 'good', text: message('Published') },
  hidden: { look: 'plain', text: message('Hidden') },
  missing: { look: 'danger', text: message('Missing') },
};

/** A collection without any title that listeners can hear. */
const EMPTY: Mark = { look: 'plain', text: message('Nothing to hear') };

const isActive = (window: Window, now: Instant): boolean =>
  isInstant(window.from) && isInstant(window.till) && isWithin(window, now);

/** A day in few letters, because a badge is narrow. */
const shortDay = (at: Instant): string =>
  isEnglish()
    ? formatBritish(at, { day: 'numeric', month: 'short', year: 'numeric' })
    : formatDate(at, { dateStyle: 'short' });

/** What the state of a title and its windows say now, in short words. */
function marksOf(row: TitleRow, now: Instant): readonly Mark[] {
  const { from, till } = row.validity;
  const marks: Mark[] = [row.kind === 'collection' && row.state === 'missing' ? EMPTY : STATES[row.state]];
  if (isInstant(from) && from > now)
    marks.push({ look: 'plain', text: message('From {day}', { day: shortDay(from) }) });
  else if (isInstant(till) && till <= now) marks.push({ look: 'plain', text: message('Ended') });
  else if (isInstant(till))
    marks.push({ look: 'plain', text: message('Until {day}', { day: shortDay(till) }) });
  if (isActive(row.listenFreeWindow, now)) marks.push({ look: 'good', text: message('Free now') });
  if (row.discount.price > 0 && isActive(row.discount.window, now))
    marks.push({ look: 'sale', text: message('On sale') });
  if (row.isEdited) marks.push({ look: 'accent', text: message('Edited') });
  return marks;
}

type StateBadgesProps = { readonly row: TitleRow; readonly now: Instant };

function StateBadges({ row, now }: StateBadgesProps) {
  return marksOf(row, now).map(({ look, text }) => (
    <Badge key={t(text)} look={look}>
      {t(text)}
    </Badge>
  ));
}

/** A small cover. It is decorative: the text beside it names the title. */
function Thumbnail({ address }: { readonly address: string | null }) {
  const { mediaUrl } = useStudio();
  const url = mediaUrl(address);
  const [failed, setFailed] = useState<string | null>(null);
  const source = url === null || url === failed ? errorImage : small(url);
  return (
    <img
      key={source}
      className={styles['thumbnail']}
      src={source}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(url)}
    />
  );
}

/** Asks the provider for a small size; other hosts ignore the parameter. */
function small(url: string): string {
  const sized = new URL(url);
  sized.searchParams.set('w', '96');
  return sized.href;
}
