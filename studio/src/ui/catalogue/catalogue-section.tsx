import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ContentId } from '../../../../src/domain/catalogue/content.ts';
import type { TitleKind, TitleSort, TitleState } from '../../domain/title.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { SelectField } from 'audio-streaming-components/controls/select-field';
import { Failure } from 'audio-streaming-components/failure';
import { type AttemptFailure, useAttempt } from 'audio-streaming-components/forms/use-attempt';
import { Dialog } from 'audio-streaming-components/layout/dialog';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { TextInput } from '../components/fields.tsx';
import { titlePath, useGoTo } from '../navigation.tsx';
import { useStudio } from '../services.ts';
import { Section } from '../shell/shell.tsx';
import { UploadZone } from '../sources/upload-zone.tsx';
import shared from '../components/components.module.css';
import styles from './catalogue.module.css';
import { TitleTable } from './title-table.tsx';

/** What can be done with the selected titles. */
const Selection = observer(function Selection() {
  const { table, publishTitles } = useStudio();
  const [isBusy, setBusy] = useState(false);
  const rows = [...table.selected.values()];
  if (rows.length === 0) return null;
  const change = async (hidden: boolean) => {
    setBusy(true);
    await publishTitles.setHidden(rows, hidden);
    setBusy(false);
  };
  return (
    <div className={shared['stickyActions']} role="group" aria-label="Selected titles">
      <p>{rows.length === 1 ? '1 title selected' : `${rows.length} titles selected`}</p>
      <Button look="primary" aria-disabled={isBusy} onClick={() => !isBusy && void change(false)}>
        Publish
      </Button>
      <Button aria-disabled={isBusy} onClick={() => !isBusy && void change(true)}>
        Hide
      </Button>
      <Button look="quiet" onClick={() => table.clearSelection()}>
        Clear selection
      </Button>
    </div>
  );
});

const isFiltered = ({ text, state, kind }: ReturnType<typeof useStudio>['table']['query']): boolean =>
  text.trim() !== '' || state !== null || kind !== null;

const Rows = observer(function Rows() {
  const { table, browseTitles } = useStudio();
  const { total, failure, query } = table;
  if (failure !== null && table.pages.size === 0)
    return <Failure message={failure} onRetry={() => void browseTitles.reload()} />;
  if (total === 0) {
    return isFiltered(query) ? (
      <EmptyState text="No title matches this search.">
        <Button onClick={() => void browseTitles.ask({ text: '', state: null, kind: null })}>
          Show all titles
        </Button>
      </EmptyState>
    ) : (
      <EmptyState text="No titles yet. Import a folder, add a feed, or upload files here." />
    );
  }
  if (total === null) return <Skeleton width="100%" height="24rem" />;
  return (
    <>
      {failure !== null && <Failure message={failure} onRetry={() => void browseTitles.reload()} />}
      <TitleTable total={total} />
    </>
  );
});

const Count = observer(function Count() {
  const { table } = useStudio();
  const { total } = table;
  const words = total === null ? '' : total === 1 ? '1 title' : `${total.toLocaleString('en-US')} titles`;
  return (
    <output className={styles['count']} aria-live="polite">
      {words}
    </output>
  );
});

export function CatalogueSection() {
  const { browseTitles } = useStudio();
  useEffect(() => {
    void browseTitles.open();
  }, [browseTitles]);
  return (
    <Section id="catalogue" title="Catalogue" actions={<NewCollection />}>
      <UploadZone />
      <div className={styles['above']}>
        <CatalogueFilters />
        <Count />
      </div>
      <Selection />
      <Rows />
    </Section>
  );
}

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

const CatalogueFilters = observer(function CatalogueFilters() {
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

/** Asks for the name of a new collection, makes it, and opens it. Selected titles become its members. */
function NewCollection() {
  const { makeCollection, table } = useStudio();
  const goTo = useGoTo();
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const making = useAttempt<ContentId, AttemptFailure>((made) => {
    setOpen(false);
    setTitle('');
    goTo(titlePath(made));
  });
  const make = () => {
    const members = [...table.selected.values()].filter(({ kind }) => kind === 'file').map(({ id }) => id);
    void making.attempt(() => makeCollection.make(title, members));
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>New collection</Button>
      <Dialog isOpen={isOpen} title="New collection" onClose={() => setOpen(false)}>
        <form
          noValidate
          className={styles['dialog']}
          onSubmit={(event) => {
            event.preventDefault();
            make();
          }}
        >
          <TextInput
            label="Name"
            value={title}
            error={making.failure?.message}
            hint="Selected titles become its members."
            onType={setTitle}
          />
          <div className={styles['buttons']}>
            <Button type="submit" look="primary" aria-disabled={making.isPending}>
              Create
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
