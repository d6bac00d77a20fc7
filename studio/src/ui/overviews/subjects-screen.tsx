import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import type { OrderedEntry, OrderedList } from '../../application/subjects-state.ts';
import { Button, IconButton } from 'audio-streaming-components/controls/button';
import { Failure } from 'audio-streaming-components/failure';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { Dialog } from 'audio-streaming-components/layout/dialog';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { Sentence } from 'audio-streaming-components/sentence';
import { message, type Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { positionWords, useDragOrder } from '../components/drag-order.ts';
import { TextInput } from '../components/fields.tsx';
import { StudioLink, titlePath } from '../navigation.tsx';
import { useStudio } from '../services.ts';
import { StudioPage } from '../shell/shell.tsx';
import shared from '../components/components.module.css';
import styles from './overviews.module.css';

/** More entries than these are found by searching. */
const MOST_SHOWN = 200;

const LISTS: readonly (readonly [OrderedList, Message])[] = [
  ['authors', message('Authors')],
  ['narrators', message('Narrators')],
  ['series', message('Series')],
  ['categories', message('Categories')],
  ['topics', message('Topics')],
  ['collections', message('Collections')],
];

type EntryProps = {
  readonly entry: OrderedEntry;
  readonly at: number;
  readonly last: number;
  readonly drag: ReturnType<ReturnType<typeof useDragOrder>>;
  readonly onMove: (from: number, to: number) => void;
  readonly onEdit: (edited: Edited) => void;
};

/** Two series can have the same name, so their authors are named too. */
const fullName = ({ name, authors }: OrderedEntry): string =>
  authors === '' ? name : t('{name} by {authors}', { name, authors });

type EntryFormProps = { readonly entry: OrderedEntry; readonly onClose: () => void };

function RenameForm({ entry, onClose }: EntryFormProps) {
  const { manageSubjects } = useStudio();
  const [typed, setTyped] = useState(entry.name);
  const [failure, setFailure] = useState<Message | null>(null);
  const rename = async () => {
    const renamed = await manageSubjects.rename(entry, typed);
    setFailure(renamed.ok ? null : renamed.error.message);
    if (renamed.ok) onClose();
  };
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void rename();
      }}
    >
      <TextInput label={t('Name')} value={typed} error={failure ?? undefined} onType={setTyped} />
      <Button type="submit" look="primary">
        {t('Save name')}
      </Button>
    </form>
  );
}

/** Chooses the entry that another one becomes a part of, by its name (STU-39). A library can have a thousand names. */
const MergeForm = observer(function MergeForm({ entry, onClose }: EntryFormProps) {
  const { subjects, manageSubjects } = useStudio();
  const [typed, setTyped] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const listId = useId();
  const others = (subjects.entries ?? []).filter(({ id }) => id !== entry.id);
  const into = others.find((other) => fullName(other).toLowerCase() === typed.trim().toLowerCase());
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        setUnknown(into === undefined);
        if (into === undefined) return;
        onClose();
        void manageSubjects.merge(entry, into);
      }}
    >
      <TextInput
        label={t('Merge into')}
        list={listId}
        autoComplete="off"
        value={typed}
        error={isUnknown ? t('Choose a name of the list.') : undefined}
        onType={setTyped}
      />
      <datalist id={listId}>
        {others.map((other) => (
          <option key={other.id}>{fullName(other)}</option>
        ))}
      </datalist>
      <p className={styles['soft']}>
        {t('Its titles become titles of the other one, also after later imports. This cannot be undone.')}
      </p>
      <Button type="submit" look="primary">
        {t('Merge')}
      </Button>
    </form>
  );
});

const FORMS = {
  rename: { Form: RenameForm, verb: message('Rename'), title: message('Rename {name}') },
  merge: { Form: MergeForm, verb: message('Merge'), title: message('Merge {name}') },
} as const;

/** Where an entry is moved by a button, and what the button says. */
const MOVES = {
  top: message('Move {name} to the top'),
  up: message('Move {name} up'),
  down: message('Move {name} down'),
} as const;

/** An entry, and what is done with it in a dialog. */
type Edited = { readonly form: keyof typeof FORMS; readonly entry: OrderedEntry };

const Entry = observer(function Entry({ entry, at, last, drag, onMove, onEdit }: EntryProps) {
  const { subjects } = useStudio();
  const name = fullName(entry);
  return (
    <li className={styles['entry']} {...drag}>
      <GripVertical aria-hidden="true" size={18} />
      <span className={styles['name']}>
        {subjects.list === 'collections' ? (
          <StudioLink to={titlePath(entry.id)}>
            <bdi>{entry.name}</bdi>
          </StudioLink>
        ) : (
          <bdi>{entry.name}</bdi>
        )}
        {entry.authors !== '' && (
          <small>
            {' '}
            <Sentence text="by {authors}" values={{ authors: <bdi>{entry.authors}</bdi> }} />
          </small>
        )}
        {entry.titles !== null && (
          <small>
            {' · '}
            {t('{count, plural, one {# title} other {# titles}}', { count: entry.titles })}
          </small>
        )}
      </span>
      {(['rename', 'merge'] as const)
        .filter((form) => (form === 'merge' ? subjects.canMerge : subjects.list !== 'collections'))
        .map((form) => (
          <Button
            key={form}
            look="quiet"
            aria-label={t(FORMS[form].title, { name })}
            onClick={() => onEdit({ form, entry })}
          >
            {t(FORMS[form].verb)}
          </Button>
        ))}
      {(
        [
          ['top', ArrowUpToLine, 0],
          ['up', ArrowUp, at - 1],
          ['down', ArrowDown, at + 1],
        ] as const
      ).map(([where, icon, to]) => (
        <IconButton
          key={where}
          label={t(MOVES[where], { name })}
          icon={icon}
          aria-disabled={where === 'down' ? at === last : at === 0}
          onClick={() => onMove(at, to)}
        />
      ))}
    </li>
  );
});

const Entries = observer(function Entries({ search }: { readonly search: string }) {
  const { subjects, manageSubjects } = useStudio();
  const { entries, failure, list } = subjects;
  const [announcement, setAnnouncement] = useState('');
  const [edited, setEdited] = useState<Edited | null>(null);
  const move = (from: number, to: number): void => {
    const entry = entries?.[from];
    if (entries === null || entry === undefined || to < 0 || to >= entries.length) return;
    subjects.move(from, to);
    setAnnouncement(positionWords(entry.name, to, entries.length));
  };
  const dragOf = useDragOrder(move);
  if (failure !== null) return <Failure message={failure} onRetry={() => void manageSubjects.open(list)} />;
  if (entries === null) return <Skeleton width="100%" height="20rem" />;
  if (entries.length === 0) return <EmptyState text={t('There is nothing in this list yet.')} />;
  const close = () => setEdited(null);
  const form = edited === null ? null : FORMS[edited.form];
  const text = search.trim().toLowerCase();
  const found = entries
    .map((entry, at) => ({ entry, at }))
    .filter(({ entry }) => fullName(entry).toLowerCase().includes(text));
  return (
    <>
      <ol className={styles['entries']} aria-label={t(LISTS.find(([each]) => each === list)?.[1] ?? '')}>
        {found.slice(0, MOST_SHOWN).map(({ entry, at }) => (
          <Entry
            key={entry.id}
            entry={entry}
            at={at}
            last={entries.length - 1}
            drag={dragOf(at)}
            onMove={move}
            onEdit={setEdited}
          />
        ))}
      </ol>
      <output className="visually-hidden">{announcement}</output>
      {found.length > MOST_SHOWN && (
        <p className={styles['soft']}>
          {t('{count, plural, one {# more. Search to find it.} other {# more. Search to find them.}}', {
            count: found.length - MOST_SHOWN,
          })}
        </p>
      )}
      {found.length === 0 && <p className={styles['soft']}>{t('No entry matches this search.')}</p>}
      <Dialog
        isOpen={edited !== null}
        title={edited === null || form === null ? '' : t(form.title, { name: fullName(edited.entry) })}
        onClose={close}
      >
        {edited !== null && form !== null && <form.Form entry={edited.entry} onClose={close} />}
      </Dialog>
    </>
  );
});

const SaveOrder = observer(function SaveOrder() {
  const { subjects, manageSubjects } = useStudio();
  if (!subjects.hasOtherOrder) return null;
  return (
    <div className={shared['stickyActions']}>
      <output>{t('The order is not saved yet.')}</output>
      <Button look="primary" onClick={() => void manageSubjects.saveOrder()}>
        {t('Save order')}
      </Button>
      <Button look="quiet" onClick={() => void manageSubjects.open(subjects.list)}>
        {t('Discard')}
      </Button>
    </div>
  );
});

const Tabs = observer(function Tabs() {
  const { subjects, manageSubjects } = useStudio();
  return (
    <div role="group" aria-label={t('List')} className={styles['tabs']}>
      {LISTS.map(([list, label]) => (
        <Button
          key={list}
          aria-pressed={subjects.list === list}
          onClick={() => void manageSubjects.open(list)}
        >
          {t(label)}
        </Button>
      ))}
    </div>
  );
});

/** Authors, narrators, series, categories, topics and collections: their names and their order. */
export function SubjectsScreen() {
  const { subjects, manageSubjects } = useStudio();
  const [search, setSearch] = useState('');
  useEffect(() => {
    void manageSubjects.open(subjects.list);
  }, [manageSubjects, subjects]);
  return (
    <StudioPage
      title={t('Subjects')}
      lead={t(
        'A new name shows wherever the old one did. What you order comes first. The rest follows by name, collections by how much they are heard.',
      )}
    >
      <Tabs />
      <section aria-label={t('List')} className={styles['list']}>
        <TextInput label={t('Search')} value={search} onType={setSearch} />
        <SaveOrder />
        <Entries search={search} />
      </section>
    </StudioPage>
  );
}
