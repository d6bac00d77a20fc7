import { ListFilter, X } from 'lucide-react';
import { Observer } from 'mobx-react-lite';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import type { OpenedList } from '../../../../application/catalogue/lists.ts';
import {
  type Arrangement,
  arrangementQuery,
  countFilters,
  DOWNLOADED,
  isAsSent,
  type OfferedArrangement,
  offeredPart,
  toggledFilter,
} from '../../../../domain/catalogue/arrangement.ts';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { useServices } from '../../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { SelectField } from 'audio-streaming-components/controls/select-field';
import { Modal } from '../../../components/layout/modal.tsx';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { useDownloadedFilter } from './downloaded-filter.ts';
import { languageName } from 'audio-streaming-components/language-name';
import { compareTexts } from 'audio-streaming-translations/order';
import { useNavigation } from '../../../navigation/navigation.ts';
import styles from './browsing.module.css';
import { t } from 'audio-streaming-translations/translate';
import { message, type Message } from 'audio-streaming-translations/message';

/** The words of each known sort, and of its other direction. */
const SORTS: Readonly<Record<string, readonly [up: string, down: string]>> = {
  title: [message('Title A–Z'), message('Title Z–A')],
  author: [message('Author A–Z'), message('Author Z–A')],
  length: [message('Shortest first'), message('Longest first')],
  added: [message('Added first'), message('Added last')],
  published: [message('Oldest first'), message('Newest first')],
  progress: [message('Least heard first'), message('Most heard first')],
};

const FILTERS: Readonly<Record<string, Message>> = {
  progress: message('Progress'),
  saved: message({ text: 'Saved', context: 'filter of titles' }),
  downloaded: message('Downloaded'),
  language: message('Language'),
  length: message('Length'),
  narrator: message('Narrator'),
  series: message({ text: 'Series', context: 'one' }),
};

/** `release_year` and `releaseYear` are shown as "Release year". */
const readable = (name: string): string => {
  const words = name
    .replaceAll(/(\p{L})[-_](?=\p{L})/gu, '$1 ')
    .replaceAll(
      /(\p{Ll})(\p{Lu})/gu,
      (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`,
    );
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** Both directions of a sort, as the options of a choice. */
const sortWords = (sort: string): readonly (readonly [value: string, words: string])[] => {
  const known = SORTS[sort]?.map((each) => t(each));
  const name = readable(sort);
  const [up = name, down = t('{name}, reversed', { name })] = known ?? [];
  return [
    [sort, up],
    [`-${sort}`, down],
  ];
};

const filterName = (name: string): string => t(FILTERS[name] ?? readable(name));

/** What the provider of this project sends; other values are shown in the provider's words. */
const VALUES: Readonly<Record<string, string>> = {
  true: message('Yes'),
  false: message('No'),
  not_started: message('Not started'),
  in_progress: message('In progress'),
  finished: message('Finished'),
};

/** `1-5h` is shown as "1 to 5 hours", and `10h+` as "10 hours or more". */
const lengthWords = (value: string): string => {
  const { from, to, least } = /^(?:(?<from>\d+)-(?<to>\d+)h|(?<least>\d+)h\+)$/u.exec(value)?.groups ?? {};
  if (least !== undefined)
    return t('{hours, plural, one {# hour or more} other {# hours or more}}', { hours: Number(least) });
  if (from === undefined || to === undefined) return value;
  const hours = Number(to);
  return hours === 1
    ? t('Up to 1 hour')
    : t('{hours, plural, one {{from} to # hour} other {{from} to # hours}}', { from: Number(from), hours });
};

/** Names of people and series are shown as they are. */
const valueName = (name: string, value: string): string => {
  if (name === 'language') return languageName(value);
  if (name === 'narrator' || name === 'series') return value;
  if (name === 'length') return lengthWords(value);
  return t(VALUES[value] ?? readable(value));
};

type ArrangedListProps = {
  readonly opened: OpenedList<ContentItem>;
  readonly skeleton: ReactNode;
  /** Shown instead of an empty list that is not filtered. */
  readonly empty: ReactNode;
  readonly loadsUpTo?: number;
  /** Whether the page opens next time as it is left (CAT-237). */
  readonly isRemembered?: boolean;
  /** Whether the list can be filtered by what is downloaded. It then loads all its pages, so it has to be short. */
  readonly filtersDownloads?: boolean;
  /** Shown instead of the list while it is neither sorted nor filtered. */
  readonly asSent?: ReactNode;
  readonly children: (items: readonly ContentItem[], isArranged: boolean) => ReactNode;
};

/** A list that can be sorted and filtered where the provider offers it (CAT-233). */
export function ArrangedList({
  opened,
  empty,
  isRemembered = true,
  filtersDownloads = false,
  asSent,
  children,
  ...rest
}: ArrangedListProps) {
  const { list } = opened;
  const known = useRef<OfferedArrangement>(null);
  const change = useArrange(isRemembered);
  const downloaded = useDownloadedFilter();
  return (
    <Observer>
      {() => {
        const { arrangement } = list;
        // A list that is loading again keeps the controls of the one before, and with them the focus.
        if (list.phase !== 'loading' || list.offered !== null) known.current = list.offered;
        const offered = filtersDownloads ? downloaded.offer(known.current) : known.current;
        const nothing = <NothingFound arrangement={arrangement} onChange={change} />;
        const bar = <ArrangementBar offered={offered} arrangement={arrangement} onChange={change} />;
        if (asSent !== undefined && isAsSent(arrangement))
          return (
            <>
              {bar}
              {asSent}
            </>
          );
        return (
          <>
            {bar}
            <GrowingList
              {...rest}
              opened={opened}
              loadsAll={filtersDownloads && arrangement.filters[DOWNLOADED] !== undefined}
              empty={countFilters(arrangement) === 0 ? empty : nothing}
            >
              {(items) => {
                const shown = filtersDownloads ? downloaded.apply(items, arrangement) : items;
                return shown.length === 0 && !list.hasMore
                  ? nothing
                  : children(shown, !isAsSent(arrangement));
              }}
            </GrowingList>
          </>
        );
      }}
    </Observer>
  );
}

type Change = (arrangement: Arrangement) => void;

/** Puts the sort and the filters into the address, and remembers them for the page. */
export function useArrange(isRemembered: boolean): Change {
  const { listPreferences } = useServices();
  const navigation = useNavigation();
  return (arrangement) => {
    const pathname = navigation.pathname();
    if (isRemembered) listPreferences.remember(pathname, arrangement);
    const q: unknown = Reflect.get(navigation.search(), 'q');
    void navigation.go({
      to: '.',
      search: { ...arrangementQuery(arrangement), ...(typeof q === 'string' && { q }) },
      state: { samePage: true },
      replace: true,
    });
  };
}

type NothingFoundProps = { readonly arrangement: Arrangement; readonly onChange: Change };

/** Says that no title has all the chosen values. */
export function NothingFound({ arrangement, onChange }: NothingFoundProps) {
  return (
    <EmptyState text={t('No title matches these filters.')}>
      <Button look="primary" onClick={() => onChange({ ...arrangement, filters: {} })}>
        {t('Clear filters')}
      </Button>
    </EmptyState>
  );
}

type ArrangementBarProps = {
  /** Null: neither sorts nor filters, and no bar is shown. */
  readonly offered: OfferedArrangement | null;
  readonly arrangement: Arrangement;
  readonly onChange: Change;
};

/** The controls `Sort` and `Filter`, and the chosen filters. */
export function ArrangementBar({ offered, arrangement: asked, onChange }: ArrangementBarProps) {
  const [isOpen, setOpen] = useState(false);
  const filter = useRef<HTMLButtonElement>(null);
  if (offered === null) return null;
  const arrangement = offeredPart(asked, offered);
  const { sorts, filters } = offered;
  return (
    <div className={styles['bar']}>
      <div className={styles['controls']}>
        {sorts.length > 0 && (
          <SelectField
            label={t('Sort')}
            value={arrangement.sort ?? ''}
            options={[['', t('Default order')], ...sorts.flatMap(sortWords)]}
            onChoose={(sort) => onChange({ ...arrangement, sort: sort === '' ? null : sort })}
          />
        )}
        {Object.keys(filters).length > 0 && (
          <Button ref={filter} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <ListFilter aria-hidden="true" size={18} />
            {t('Filter')}
          </Button>
        )}
      </div>
      <ChosenFilters arrangement={arrangement} onChange={onChange} opener={filter} />
      <Modal isOpen={isOpen} title={t('Filter')} onClose={() => setOpen(false)}>
        <div className={styles['groups']}>
          {Object.entries(filters).map(([name, values]) => (
            <FilterGroup
              key={name}
              name={name}
              values={values}
              arrangement={arrangement}
              onChange={onChange}
            />
          ))}
        </div>
        <div className={styles['controls']}>
          <Button look="primary" onClick={() => setOpen(false)}>
            {t('Show titles')}
          </Button>
          {countFilters(arrangement) > 0 && (
            <Button onClick={() => onChange({ ...arrangement, filters: {} })}>{t('Clear filters')}</Button>
          )}
        </div>
      </Modal>
    </div>
  );
}

type ChosenFiltersProps = {
  readonly arrangement: Arrangement;
  readonly onChange: Change;
  /** Gets the focus when a chip that had it is gone. */
  readonly opener: RefObject<HTMLButtonElement | null>;
};

function ChosenFilters({ arrangement, onChange, opener }: ChosenFiltersProps) {
  const count = countFilters(arrangement);
  if (count === 0) return null;
  const change: Change = (changed) => {
    opener.current?.focus();
    onChange(changed);
  };
  return (
    <div className={styles['chosen']} role="group" aria-label={t('Active filters')}>
      <p role="status">{t('{count, plural, one {# filter} other {# filters}}', { count })}</p>
      {Object.entries(arrangement.filters).flatMap(([name, values]) =>
        values.map((value) => (
          <button
            key={`${name} ${value}`}
            type="button"
            className={styles['chip']}
            aria-label={t('Remove filter {name}: {value}', {
              name: filterName(name),
              value: valueName(name, value),
            })}
            onClick={() => change(toggledFilter(arrangement, name, value))}
          >
            <bdi>{valueName(name, value)}</bdi>
            <X aria-hidden="true" size={14} />
          </button>
        )),
      )}
      <Button look="quiet" onClick={() => change({ ...arrangement, filters: {} })}>
        {t('Clear filters')}
      </Button>
    </div>
  );
}

/** A group with more values can be searched. */
const SEARCHED_FROM = 15;

/** How many values are shown at once. */
const MOST_SHOWN = 100;

type FilterGroupProps = {
  readonly name: string;
  readonly values: readonly string[];
  readonly arrangement: Arrangement;
  readonly onChange: Change;
};

/** Languages come with their codes, and stand in the order of their names. Other values stay as the provider orders them. */
const inShownOrder = (name: string, values: readonly string[]): readonly string[] =>
  name === 'language'
    ? values.toSorted((one, other) => compareTexts(languageName(one), languageName(other)))
    : values;

/** The values of one filter. The chosen ones always show. */
function FilterGroup({ name, values, arrangement, onChange }: FilterGroupProps) {
  const [term, setTerm] = useState('');
  const id = useId();
  const chosen = arrangement.filters[name] ?? [];
  const wanted = term.trim().toLowerCase();
  const found = inShownOrder(name, values)
    .filter((value) => chosen.includes(value) || valueName(name, value).toLowerCase().includes(wanted))
    .slice(0, MOST_SHOWN);
  return (
    <fieldset className={styles['group']}>
      <legend>{filterName(name)}</legend>
      {values.length > SEARCHED_FROM && (
        <input
          id={id}
          type="search"
          className={styles['find']}
          aria-label={t('Find in {name}', { name: filterName(name) })}
          placeholder={t('Find')}
          value={term}
          onChange={({ target }) => setTerm(target.value)}
        />
      )}
      <div className={styles['values']}>
        {found.map((value) => (
          <label key={value} className={styles['value']}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => onChange(toggledFilter(arrangement, name, value))}
            />
            <bdi>{valueName(name, value)}</bdi>
          </label>
        ))}
        {found.length === 0 && <p>{t('Nothing found.')}</p>}
      </div>
    </fieldset>
  );
}
