import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { OrderedEntry, OrderedList } from '../../../application/studio/subjects.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Failure } from '../../components/failure.tsx';
import { EmptyState } from '../../components/lists/empty-state.tsx';
import { Skeleton } from '../../components/layout/skeleton.tsx';
import { placeWords, useDragOrder } from '../components/drag-order.ts';
import { TextInput } from '../components/fields.tsx';
import { StudioLink, titlePath } from '../components/studio-link.tsx';
import { useStudio } from '../services.ts';
import { StudioPage } from '../shell/studio-page.tsx';
import styles from './overviews.module.css';

/** More entries than these are found by searching. */
const MOST_SHOWN = 200;

const LISTS: readonly (readonly [OrderedList, string])[] = [
  ['authors', 'Authors'],
  ['categories', 'Categories'],
  ['topics', 'Topics'],
  ['collections', 'Collections'],
];

type EntryProps = {
  readonly entry: OrderedEntry;
  readonly at: number;
  readonly last: number;
  readonly drag: ReturnType<ReturnType<typeof useDragOrder>>;
  readonly onMove: (from: number, to: number) => void;
};

const Entry = observer(function Entry({ entry, at, last, drag, onMove }: EntryProps) {
  const { subjects, manageSubjects } = useStudio();
  const [typed, setTyped] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const rename = async () => {
    if (typed === null) return;
    const renamed = await manageSubjects.rename(entry, typed);
    setFailure(renamed.ok ? null : renamed.error.message);
    if (renamed.ok) setTyped(null);
  };
  if (typed !== null) {
    return (
      <li className={styles['entry']}>
        <form
          noValidate
          className={styles['rename']}
          aria-label={`Rename ${entry.name}`}
          onSubmit={(event) => {
            event.preventDefault();
            void rename();
          }}
        >
          <TextInput label="Name" value={typed} error={failure ?? undefined} onType={setTyped} />
          <Button type="submit" look="primary">
            Save name
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              setTyped(null);
              setFailure(null);
            }}
          >
            Cancel
          </Button>
        </form>
      </li>
    );
  }
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
        {entry.titles !== null && (
          <small> {entry.titles === 1 ? '1 title' : `${entry.titles.toLocaleString('en-US')} titles`}</small>
        )}
      </span>
      {subjects.list !== 'collections' && (
        <Button look="quiet" aria-label={`Rename ${entry.name}`} onClick={() => setTyped(entry.name)}>
          Rename
        </Button>
      )}
      <IconButton
        label={`Move ${entry.name} to the top`}
        icon={ArrowUpToLine}
        aria-disabled={at === 0}
        onClick={() => onMove(at, 0)}
      />
      <IconButton
        label={`Move ${entry.name} up`}
        icon={ArrowUp}
        aria-disabled={at === 0}
        onClick={() => onMove(at, at - 1)}
      />
      <IconButton
        label={`Move ${entry.name} down`}
        icon={ArrowDown}
        aria-disabled={at === last}
        onClick={() => onMove(at, at + 1)}
      />
    </li>
  );
});

const Entries = observer(function Entries({ search }: { readonly search: string }) {
  const { subjects, manageSubjects } = useStudio();
  const { entries, failure, list } = subjects;
  const [place, setPlace] = useState('');
  const move = (from: number, to: number): void => {
    const entry = entries?.[from];
    if (entries === null || entry === undefined || to < 0 || to >= entries.length) return;
    subjects.move(from, to);
    setPlace(placeWords(entry.name, to, entries.length));
  };
  const dragOf = useDragOrder(move);
  if (failure !== null) return <Failure message={failure} onRetry={() => void manageSubjects.open(list)} />;
  if (entries === null) return <Skeleton width="100%" height="20rem" />;
  if (entries.length === 0) return <EmptyState text="There is nothing in this list yet." />;
  const text = search.trim().toLowerCase();
  const found = entries
    .map((entry, at) => ({ entry, at }))
    .filter(({ entry }) => entry.name.toLowerCase().includes(text));
  return (
    <>
      <ol className={styles['entries']} aria-label={LISTS.find(([each]) => each === list)?.[1]}>
        {found.slice(0, MOST_SHOWN).map(({ entry, at }) => (
          <Entry
            key={entry.id}
            entry={entry}
            at={at}
            last={entries.length - 1}
            drag={dragOf(at)}
            onMove={move}
          />
        ))}
      </ol>
      <output className="visually-hidden">{place}</output>
      {found.length > MOST_SHOWN && (
        <p className={styles['soft']}>
          {(found.length - MOST_SHOWN).toLocaleString('en-US')} more. Search to find them.
        </p>
      )}
      {found.length === 0 && <p className={styles['soft']}>No entry matches this search.</p>}
    </>
  );
});

const SaveOrder = observer(function SaveOrder() {
  const { subjects, manageSubjects } = useStudio();
  if (!subjects.hasOtherOrder) return null;
  return (
    <div className={styles['save']}>
      <output>The order is not saved yet.</output>
      <Button look="primary" onClick={() => void manageSubjects.saveOrder()}>
        Save order
      </Button>
      <Button look="quiet" onClick={() => void manageSubjects.open(subjects.list)}>
        Discard
      </Button>
    </div>
  );
});

const Tabs = observer(function Tabs() {
  const { subjects, manageSubjects } = useStudio();
  return (
    <div role="group" aria-label="List" className={styles['tabs']}>
      {LISTS.map(([list, label]) => (
        <Button
          key={list}
          aria-pressed={subjects.list === list}
          onClick={() => void manageSubjects.open(list)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
});

/** Authors, categories, topics and collections: their names and their order. */
export function SubjectsScreen() {
  const { subjects, manageSubjects } = useStudio();
  const [search, setSearch] = useState('');
  useEffect(() => {
    void manageSubjects.open(subjects.list);
  }, [manageSubjects, subjects]);
  return (
    <StudioPage
      title="Subjects"
      lead="A new name shows wherever the old one did. What you order comes first. The rest follows by name, collections by how much they are heard."
    >
      <Tabs />
      <div className={styles['list']}>
        <TextInput label="Search" value={search} onType={setSearch} />
        <SaveOrder />
        <Entries search={search} />
      </div>
    </StudioPage>
  );
}
