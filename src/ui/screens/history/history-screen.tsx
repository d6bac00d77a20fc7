import { Moon, Play, Trash2, Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import type { HistoryFailure, HistoryState } from '../../../application/history/history-state.ts';
import { formatRunTime } from '../../../domain/catalogue/content.ts';
import { pointToPlay, stopOf, type HistoryEntry, type StopReason } from '../../../domain/history.ts';
import { instant, type Instant } from '../../../domain/time.ts';
import { useServices } from '../../services.ts';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { Cover } from '../../components/cover/cover.tsx';
import { formatDay, formatTime, isSameDay } from 'audio-streaming-components/day';
import { Failure } from 'audio-streaming-components/failure';
import { Page, ScreenHeading } from '../../components/layout/page.tsx';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { ShelfTabs } from '../../components/page-tabs/page-tabs.tsx';
import { useListening } from '../listening/use-listening.ts';
import { Link } from '../../navigation/link.ts';
import styles from './history.module.css';

/** Why the sound stopped, in the listener's words (HIST-4). */
const STOPPED: Readonly<Record<StopReason, string>> = {
  paused: 'Paused',
  moved: 'You went to another position',
  'sleep-timer': 'Stopped by the sleep timer',
  'other-tab': 'Stopped because another tab started to play',
  ended: 'Played to the end',
  interrupted: 'Interrupted',
  page: 'Stopped when the page was closed',
  playing: 'Playing now',
};

const FAILED: Readonly<Record<HistoryFailure, string>> = {
  full: 'There is no room left in this browser. What you play now is missing here.',
  blocked: 'This browser does not store anything for this site. What you play now is missing here.',
  'unknown-listener': 'Your history could not be loaded. Please try again.',
};

/** The history. Null until its code has loaded. */
function useHistory(): HistoryState | null {
  const { listeningHistory } = useServices();
  const [state, setState] = useState<HistoryState | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const open = async () => {
      const opened = await listeningHistory.open();
      if (!isUnmounted) setState(opened);
    };
    void open();
    return () => {
      isUnmounted = true;
      listeningHistory.close();
    };
  }, [listeningHistory]);
  return state;
}

/** Shows by day where playing began and stopped, with buttons that play from both (HIST-6). */
export const HistoryScreen = observer(function HistoryScreen() {
  const { listeningHistory } = useServices();
  const state = useHistory();
  const isCounted = useListening() !== null;
  const hasEntries = (state?.entries?.length ?? 0) > 0;
  const isCleared = (state?.cleared.length ?? 0) > 0;
  const clear = useRef<HTMLButtonElement>(null);
  const wasCleared = useRef(false);
  useEffect(() => {
    // The button Undo had the focus and is no longer shown, so the focus moves.
    if (wasCleared.current && !isCleared) clear.current?.focus();
    wasCleared.current = isCleared;
  }, [isCleared]);
  return (
    <Page>
      <ScreenHeading
        title="History"
        description="Where you began to listen and where you stopped, by day."
        lead={hasEntries ? 'Where you began and where you stopped. A tap plays from there.' : undefined}
        actions={
          <>
            {isCounted && (
              <Link className={buttonClass()} to="/listening">
                In numbers
              </Link>
            )}
            {hasEntries && (
              <Button ref={clear} onClick={() => listeningHistory.clear()}>
                <Trash2 aria-hidden="true" size={18} />
                Clear history
              </Button>
            )}
          </>
        }
      />
      <ShelfTabs />
      {state === null ? <Skeleton height="20rem" /> : <Content state={state} />}
    </Page>
  );
});

const Content = observer(function Content({ state }: { readonly state: HistoryState }) {
  const { entries, failure, cleared } = state;
  if (entries === null) {
    return failure === null ? <Skeleton height="20rem" /> : <Failure message={FAILED[failure]} />;
  }
  return (
    <div className={styles['history']}>
      {failure !== null && <p className={styles['failure']}>{FAILED[failure]}</p>}
      <Cleared isCleared={cleared.length > 0} />
      {entries.length === 0 && (
        <EmptyState text="What you play stands here by day: where you began, where you stopped, and why. So you find the place where you fell asleep.">
          <Link className={buttonClass('primary')} to="/">
            Find something to listen to
          </Link>
        </EmptyState>
      )}
      <Days entries={entries} />
    </div>
  );
});

/** Says that the history was cleared, and offers to put it back (HIST-7). */
function Cleared({ isCleared }: { readonly isCleared: boolean }) {
  const { listeningHistory } = useServices();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The used button is no longer shown, so the focus moves.
    if (isCleared) undo.current?.focus();
  }, [isCleared]);
  return (
    <div role="status" className={styles['status']}>
      {isCleared && (
        <div className={styles['cleared']}>
          <p>History cleared</p>
          <Button ref={undo} onClick={() => listeningHistory.putBack()}>
            <Undo2 aria-hidden="true" size={18} />
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}

type Day = { readonly at: Instant; readonly entries: readonly HistoryEntry[] };

/** Groups entries by the day on which they began, in the listener's time zone. */
const daysOf = (entries: readonly HistoryEntry[]): readonly Day[] => {
  const days: { at: Instant; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last !== undefined && isSameDay(last.at, entry.start.at)) last.entries.push(entry);
    else days.push({ at: entry.start.at, entries: [entry] });
  }
  return days;
};

const DAY = 86_400_000;

const nameOfDay = (at: Instant, now: Instant): string => {
  if (isSameDay(at, now)) return 'Today';
  return isSameDay(at, instant(now - DAY)) ? 'Yesterday' : formatDay(at, now);
};

const Days = observer(function Days({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  const { time } = useServices();
  return daysOf(entries).map((day) => (
    <DaySection key={day.at} name={nameOfDay(day.at, time.now)} entries={day.entries} />
  ));
});

function DaySection({ name, entries }: { readonly name: string; readonly entries: readonly HistoryEntry[] }) {
  const headingId = useId();
  return (
    <section className={styles['day']} aria-labelledby={headingId}>
      <h2 id={headingId}>{name}</h2>
      {/* Without list markers, some screen readers need the role to announce a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul className={styles['entries']} role="list">
        {entries.map((entry) => (
          <li key={entry.id} className={styles['entry']}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Entry = observer(function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const { time } = useServices();
  const stop = stopOf(entry, time.now);
  return (
    <>
      <div className={styles['cover']}>
        <Cover address={entry.imageUrl} />
      </div>
      <div className={styles['words']}>
        <h3 className={styles['title']} dir="auto">
          <Link to="/audios/$id" params={{ id: entry.page }}>
            {entry.title}
          </Link>
        </h3>
        <p className={styles['when']}>
          {formatTime(entry.start.at)} – {formatTime(entry.end.at)}
          {entry.isFromElsewhere && ' · Began at the position of another device'}
        </p>
        <p className={styles['stop']} data-stop={stop}>
          {stop === 'sleep-timer' && <Moon aria-hidden="true" size={16} />}
          {STOPPED[stop]}
        </p>
      </div>
      <div className={styles['points']}>
        <PlayPoint entry={entry} which="start" word="Began" />
        <PlayPoint entry={entry} which="end" word={stop === 'playing' ? 'Now' : 'Stopped'} />
      </div>
    </>
  );
});

type PlayPointProps = {
  readonly entry: HistoryEntry;
  readonly which: 'start' | 'end';
  readonly word: string;
};

/** Plays from one end of an entry. */
function PlayPoint({ entry, which, word }: PlayPointProps) {
  const { playerControls } = useServices();
  const { trackTitle, position } = entry[which];
  const text = trackTitle === null ? formatRunTime(position) : `${trackTitle}, ${formatRunTime(position)}`;
  return (
    <Button
      className={styles['point']}
      aria-label={`${word} ${text}: play ${entry.title} from there`}
      onClick={() => void playerControls.playFrom({ audio: entry.audio, ...pointToPlay(entry, which) })}
    >
      <Play aria-hidden="true" size={16} />
      <span className={styles['which']}>{word}</span>
      <bdi className={styles['position']}>{text}</bdi>
    </Button>
  );
}
