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
import { formatNumber } from 'audio-streaming-translations/formats';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
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
    <div className={shared['stickyActions']} role="group" aria-label={t('Selected titles')}>
      <p>{t('{count, plural, one {# title selected} other {# titles selected}}', { count: rows.length })}</p>
      <Button look="primary" aria-disabled={isBusy} onClick={() => !isBusy && void change(false)}>
        {t('Publish')}
      </Button>
      <Button aria-disabled={isBusy} onClick={() => !isBusy && void change(true)}>
        {t('Hide')}
      </Button>
      <Button look="quiet" onClick={() => table.clearSelection()}>
        {t('Clear selection')}
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
      <EmptyState text={t('No title matches this search.')}>
        <Button onClick={() => void browseTitles.ask({ text: '', state: null, kind: null })}>
          {t('Show all titles')}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState text={t('No titles yet. Import a folder, add a feed, or upload files here.')} />
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
  const words =
    total === null
      ? ''
      : t('{count, plural, one {1 title} other {{shown} titles}}', {
          count: total,
          shown: formatNumber(total),
        });
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
    <Section id="catalogue" title={t('Catalogue')} actions={<NewCollection />}>
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
  ['published', message('Published')],
  ['hidden', message('Hidden')],
  ['missing', message('Missing')],
];
const KINDS: readonly (readonly [TitleKind, string])[] = [
  ['file', message('Files')],
  ['podcast', message('Podcasts')],
  ['collection', message('Collections')],
];
const SORTS: readonly (readonly [string, string])[] = [
  ['-added', message('Newest first')],
  ['added', message('Oldest first')],
  ['title', message('Title A to Z')],
  ['-title', message('Title Z to A')],
  ['author', message('Author A to Z')],
  ['-length', message('Longest first')],
  ['length', message('Shortest first')],
];

const SORT_NAMES: readonly TitleSort[] = ['title', 'author', 'added', 'length'];

const translated = (options: readonly (readonly [string, string])[]) =>
  options.map(([value, words]) => [value, t(words)] as const);

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
        <span className="visually-hidden">{t('Search titles')}</span>
        <input
          type="search"
          placeholder={t('Search titles and authors')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <SelectField
        label={t('State')}
        value={query.state ?? ''}
        options={[['', t('All states')], ...translated(STATES)]}
        onChoose={(value) =>
          void browseTitles.ask({ state: STATES.find(([state]) => state === value)?.[0] ?? null })
        }
      />
      <SelectField
        label={t('Kind')}
        value={query.kind ?? ''}
        options={[['', t('All kinds')], ...translated(KINDS)]}
        onChoose={(value) =>
          void browseTitles.ask({ kind: KINDS.find(([kind]) => kind === value)?.[0] ?? null })
        }
      />
      <div className={styles['sort']}>
        <SelectField
          label={t('Sort by')}
          value={`${query.isDescending ? '-' : ''}${query.sort}`}
          options={translated(SORTS)}
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
      <Button onClick={() => setOpen(true)}>{t('New collection')}</Button>
      <Dialog isOpen={isOpen} title={t('New collection')} onClose={() => setOpen(false)}>
        <form
          noValidate
          className={styles['dialog']}
          onSubmit={(event) => {
            event.preventDefault();
            make();
          }}
        >
          <TextInput
            label={t('Name')}
            value={title}
            error={making.failure?.message}
            hint={t('Selected titles become its members.')}
            onType={setTitle}
          />
          <div className={styles['buttons']}>
            <Button type="submit" look="primary" aria-disabled={making.isPending}>
              {t('Create')}
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              {t('Cancel')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
