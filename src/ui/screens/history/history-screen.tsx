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
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './history.module.css';
import { chapterName } from '../../components/chapter-name.ts';

/** Why the sound stopped, in the listener's words (HIST-4). */
const STOPPED: Readonly<Record<StopReason, string>> = {
  paused: message('Paused'),
  moved: message('You went to another position'),
  'sleep-timer': message('Stopped by the sleep timer'),
  'other-tab': message('Stopped because another tab started to play'),
  ended: message('Played to the end'),
  interrupted: message('Interrupted'),
  page: message('Stopped when the page was closed'),
  playing: message('Playing now'),
};

const FAILED: Readonly<Record<HistoryFailure, string>> = {
  full: message('There is no room left in this browser. What you play now is missing here.'),
  blocked: message('This browser does not store anything for this site. What you play now is missing here.'),
  'unknown-listener': message('Your history could not be loaded. Please try again.'),
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
        title={t('History')}
        description={t('Where you began to listen and where you stopped, by day.')}
        lead={hasEntries ? t('Where you began and where you stopped. A tap plays from there.') : undefined}
        actions={
          <>
            {isCounted && (
              <Link className={buttonClass()} to="/listening">
                {t('In numbers')}
              </Link>
            )}
            {hasEntries && (
              <Button ref={clear} onClick={() => listeningHistory.clear()}>
                <Trash2 aria-hidden="true" size={18} />
                {t('Clear history')}
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
    return failure === null ? <Skeleton height="20rem" /> : <Failure message={t(FAILED[failure])} />;
  }
  return (
    <div className={styles['history']}>
      {failure !== null && <p className={styles['failure']}>{t(FAILED[failure])}</p>}
      <Cleared isCleared={cleared.length > 0} />
      {entries.length === 0 && (
        <EmptyState
          text={t(
            'What you play stands here by day: where you began, where you stopped, and why. So you find the place where you fell asleep.',
          )}
        >
          <Link className={buttonClass('primary')} to="/">
            {t('Find something to listen to')}
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
          <p>{t('History cleared')}</p>
          <Button ref={undo} onClick={() => listeningHistory.putBack()}>
            <Undo2 aria-hidden="true" size={18} />
            {t('Undo')}
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
  if (isSameDay(at, now)) return t('Today');
  return isSameDay(at, instant(now - DAY)) ? t('Yesterday') : formatDay(at, now);
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
          {entry.isFromElsewhere && ` · ${t('Began at the position of another device')}`}
        </p>
        <p className={styles['stop']} data-stop={stop}>
          {stop === 'sleep-timer' && <Moon aria-hidden="true" size={16} />}
          {t(STOPPED[stop])}
        </p>
      </div>
      <div className={styles['points']}>
        <PlayPoint entry={entry} which="start" words={POINTS.start} />
        <PlayPoint entry={entry} which="end" words={stop === 'playing' ? POINTS.now : POINTS.end} />
      </div>
    </>
  );
});

/** The words of each button that plays from a point, and what it does. */
const POINTS = {
  // Translators: a label before a time, at which somebody began to listen.
  start: { word: message('Began'), does: message('Began {position}: play {title} from there') },
  now: { word: message('Now'), does: message('Now {position}: play {title} from there') },
  // Translators: a label before a time, at which somebody stopped listening.
  end: { word: message('Stopped'), does: message('Stopped {position}: play {title} from there') },
} as const;

type PlayPointProps = {
  readonly entry: HistoryEntry;
  readonly which: 'start' | 'end';
  readonly words: (typeof POINTS)[keyof typeof POINTS];
};

/** Plays from one end of an entry. */
function PlayPoint({ entry, which, words }: PlayPointProps) {
  const { playerControls } = useServices();
  const { trackTitle, position } = entry[which];
  const time = formatRunTime(position);
  const text = trackTitle === null ? time : t('{track}, {time}', { track: chapterName(trackTitle), time });
  return (
    <Button
      className={styles['point']}
      aria-label={t(words.does, { position: text, title: entry.title })}
      onClick={() => void playerControls.playFrom({ audio: entry.audio, ...pointToPlay(entry, which) })}
    >
      <Play aria-hidden="true" size={16} />
      {/* The space keeps both apart in the name that is read out. */}
      <span className={styles['which']}>{t(words.word)}</span>{' '}
      <bdi className={styles['position']}>{text}</bdi>
    </Button>
  );
}
