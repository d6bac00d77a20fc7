import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TitleKind, TitleSort, TitleState } from '../../../domain/studio/title.ts';
import { SelectField } from '../../components/controls/select-field.tsx';
import { useStudio } from '../services.ts';
import styles from './catalogue-filters.module.css';

/** How long typing has to pause before the search runs, in milliseconds. */
const PAUSE = 250;

const STATES: readonly (readonly [TitleState, string])[] = [
  ['published', 'Published'],
  ['hidden', 'Hidden'],
  ['missing', 'Missing'],
];
const KINDS: readonly (readonly [TitleKind, string])[] = [
  ['file', 'Files'],
  ['podcast', 'Podcasts'],
  ['collection', 'Collections'],
];
const SORTS: readonly (readonly [string, string])[] = [
  ['-added', 'Newest first'],
  ['added', 'Oldest first'],
  ['title', 'Title A to Z'],
  ['-title', 'Title Z to A'],
  ['author', 'Author A to Z'],
  ['-length', 'Longest first'],
  ['length', 'Shortest first'],
];

const SORT_NAMES: readonly TitleSort[] = ['title', 'author', 'added', 'length'];

/** The search box and the filters of the catalogue. */
export const CatalogueFilters = observer(function CatalogueFilters() {
  const { table, browseTitles } = useStudio();
  const { query } = table;
  const [text, setText] = useState(query.text);
  const [shown, setShown] = useState(query.text);
  // The query may be cleared elsewhere.
  if (shown !== query.text) {
    setShown(query.text);
    setText(query.text);
  }
  const search = useEffectEvent(() => {
    if (text !== table.query.text) void browseTitles.ask({ text });
  });
  useEffect(() => {
    const timeout = setTimeout(() => search(), PAUSE);
    return () => clearTimeout(timeout);
  }, [text]);

  return (
    <search className={styles['filters']}>
      <label className={styles['search']}>
        <span className="visually-hidden">Search titles</span>
        <input
          type="search"
          placeholder="Search titles and authors"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <SelectField
        label="State"
        value={query.state ?? ''}
        options={[['', 'All states'], ...STATES]}
        onChoose={(value) =>
          void browseTitles.ask({ state: STATES.find(([state]) => state === value)?.[0] ?? null })
        }
      />
      <SelectField
        label="Kind"
        value={query.kind ?? ''}
        options={[['', 'All kinds'], ...KINDS]}
        onChoose={(value) =>
          void browseTitles.ask({ kind: KINDS.find(([kind]) => kind === value)?.[0] ?? null })
        }
      />
      <div className={styles['sort']}>
        <SelectField
          label="Sort by"
          value={`${query.isDescending ? '-' : ''}${query.sort}`}
          options={SORTS}
          onChoose={(value) => {
            const isDescending = value.startsWith('-');
            const sort = SORT_NAMES.find((name) => name === value.replace('-', ''));
            if (sort !== undefined) void browseTitles.ask({ sort, isDescending });
          }}
        />
      </div>
    </search>
  );
});
