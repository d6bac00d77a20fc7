import { ChevronDown, ChevronUp, Quote } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { OpenedTranscript } from '../../../application/transcripts/transcripts.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { Track } from '../../../domain/playback/track.ts';
import {
  type Cue,
  findInTranscript,
  indexTranscript,
  quoteOf,
  type Transcript,
} from '../../../domain/transcripts/transcript.ts';
import { useServices } from '../../app/services.ts';
import { Button } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { SelectField } from '../../components/controls/select-field.tsx';
import { useTimeOf } from '../../components/use-moving-time.ts';
import styles from './transcript.module.css';

type TranscriptRegionProps = {
  readonly audio: ContentItem;
  /** The tracks of the title, for the address of a quote. */
  readonly tracks: readonly Track[];
  readonly track: Track;
};

type Shown = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly text: string } | OpenedShown;
type OpenedShown = { readonly kind: 'opened'; readonly opened: OpenedTranscript };

/** The sentences in the document, by their index. */
type Rows = Map<number, HTMLButtonElement>;

const REFUSED = 'This text is for those who may play the title.';
const FAILED = 'The text could not be loaded.';

/** The text of a track: follows the sound, plays from a sentence, is searched and quoted (TEXT-6, TEXT-9). */
export const TranscriptRegion = observer(function TranscriptRegion({
  audio,
  tracks,
  track,
}: TranscriptRegionProps) {
  const headingId = useId();
  const { shown, isRefused, reload } = useTranscript(audio, track);
  return (
    <section className={styles['transcript']} aria-labelledby={headingId}>
      <h2 id={headingId}>Transcript</h2>
      {isRefused && <p>{REFUSED}</p>}
      {!isRefused && shown.kind === 'loading' && <p role="status">Loading the text…</p>}
      {!isRefused && shown.kind === 'failed' && (
        <div className={styles['failure']}>
          <p role="alert">{shown.text}</p>
          <Button onClick={reload}>Retry</Button>
        </div>
      )}
      {!isRefused && shown.kind === 'opened' && (
        <Text
          key={`${track.id} ${shown.opened.source.url}`}
          audio={audio}
          tracks={tracks}
          track={track}
          opened={shown.opened}
          onLanguage={reload}
        />
      )}
    </section>
  );
});

/** Opens the text of a track, and hides it when the listener may no longer hear the track (TEXT-8). */
function useTranscript(audio: ContentItem, track: Track) {
  const { transcripts, time, player, user } = useServices();
  useTimeOf(audio);
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const [isRefused, setRefused] = useState(false);
  // Another copy of the same title changes nothing.
  const openText = useEffectEvent(async () => transcripts.open(audio, track, navigator.languages));
  const decideText = useEffectEvent(async () => transcripts.mayRead(audio, track));
  const { id, transcripts: own } = track;
  const { id: title, transcripts: whole } = audio;
  useEffect(() => {
    let isOver = false;
    const open = async () => {
      const opened = await openText();
      if (isOver) return;
      if (opened.ok) setShown({ kind: 'opened', opened: opened.value });
      else setShown({ kind: 'failed', text: opened.error.kind === 'refused' ? REFUSED : FAILED });
    };
    void open();
    return () => {
      isOver = true;
      setShown({ kind: 'loading' });
    };
  }, [title, id, own, whole, attempt]);
  const { now } = time;
  const isSounding = player.isPlaying && player.track?.id === track.id;
  const { paymentDetails } = user.user;
  useEffect(() => {
    let isOver = false;
    const decide = async () => {
      const mayRead = await decideText();
      if (!isOver) setRefused(!mayRead);
    };
    void decide();
    return () => {
      isOver = true;
    };
  }, [now, isSounding, paymentDetails, id]);
  return { shown, isRefused, reload: useCallback(() => setAttempt((before) => before + 1), []) };
}

type TextProps = TranscriptRegionProps & {
  readonly opened: OpenedTranscript;
  readonly onLanguage: () => void;
};

/** How far the marked sentence may be from the middle before the text moves, as a part of the view. */
const NEAR = 0.35;

function Text({ audio, tracks, track, opened, onLanguage }: TextProps) {
  const { transcripts, playerControls } = useServices();
  const { transcript, source, choices } = opened;
  const { cues } = transcript;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<Rows>(new Map());
  const marked = useMarked(track, transcript);
  const [isFollowing, setFollowing] = useState(true);
  const [focused, setFocused] = useState<number | null>(null);
  const [found, setFound] = useState<number | null>(null);
  const blocks = useMemo(() => blocksOf(cues), [cues]);
  const show = useCallback((index: number) => {
    const [view, row] = [scroller.current, rows.current.get(index)];
    if (view === null || row === undefined) return;
    const { top, height } = view.getBoundingClientRect();
    const { top: rowTop, height: rowHeight } = row.getBoundingClientRect();
    view.scrollTop += rowTop + rowHeight / 2 - top - height / 2;
  }, []);
  useEffect(() => {
    const view = scroller.current;
    if (!isFollowing || marked < 0 || view === null) return;
    const row = rows.current.get(marked)?.getBoundingClientRect();
    const { top, height } = view.getBoundingClientRect();
    const isNear = row !== undefined && Math.abs(row.top + row.height / 2 - top - height / 2) < height * NEAR;
    if (!isNear) show(marked);
  }, [isFollowing, marked, show]);
  const tabStop = focused ?? found ?? Math.max(marked, 0);
  const move = (to: number) => {
    const index = Math.min(Math.max(to, 0), cues.length - 1);
    setFollowing(false);
    setFocused(index);
    rows.current.get(index)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    const to =
      step !== undefined
        ? tabStop + step
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? cues.length
            : null;
    if (to === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(to);
  };
  const play = useCallback(
    (index: number) => {
      const cue = cues[index];
      if (cue === undefined || !transcript.isTimed || isSelecting()) return;
      setFocused(null);
      setFollowing(true);
      void playerControls.playFrom({ audio: audio.id, track: track.id, position: cue.start });
    },
    [cues, transcript, playerControls, audio.id, track.id],
  );
  const within = (index: number | null, first: number): number =>
    index !== null && index >= first && index < first + BLOCK ? index : -1;
  return (
    <>
      <div className={styles['controls']}>
        <TranscriptSearch
          transcript={transcript}
          onFound={(index) => {
            setFound(index);
            if (index === null) return;
            setFollowing(false);
            show(index);
          }}
        />
        {choices.length > 1 && (
          <SelectField
            label="Language of the text"
            value={source.url}
            options={choices.map((choice) => [choice.url, nameOf(choice)] as const)}
            onChoose={(url) => {
              const chosen = choices.find((choice) => choice.url === url);
              if (chosen !== undefined) void transcripts.chooseLanguage(chosen).then(onLanguage);
            }}
          />
        )}
        {transcript.isTimed && !isFollowing && marked >= 0 && (
          <Button
            onClick={() => {
              setFocused(null);
              setFollowing(true);
            }}
          >
            Follow
          </Button>
        )}
      </div>
      {/* The handlers notice that the listener moves the text; the buttons in it are the controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={scroller}
        className={styles['scroller']}
        onWheel={() => setFollowing(false)}
        onTouchMove={() => setFollowing(false)}
        onPointerDown={({ target, currentTarget }) => {
          // On the scroll bar.
          if (target === currentTarget) setFollowing(false);
        }}
        onKeyDown={onKeyDown}
      >
        <ol className={styles['text']} lang={source.language === '' ? undefined : source.language}>
          {blocks.map(({ first, cues: part, speaker }) => (
            <Block
              key={first}
              first={first}
              cues={part}
              speaker={speaker}
              marked={within(marked, first)}
              found={within(found, first)}
              tabStop={within(tabStop, first)}
              rows={rows}
              onFocus={setFocused}
              onPlay={play}
            />
          ))}
        </ol>
      </div>
      <CopyQuote rows={rows} transcript={transcript} audio={audio} tracks={tracks} track={track} />
    </>
  );
}

const nameOf = ({ language, label }: OpenedTranscript['source']): string => {
  if (label !== '') return label;
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(language) ?? language;
  } catch {
    return language === '' ? 'Text' : language;
  }
};

const isSelecting = (): boolean => document.getSelection()?.isCollapsed === false;

/** The index of the sentence that sounds (TEXT-4). It changes with each sentence, and not with the ticks of the player. */
function useMarked(track: Track, transcript: Transcript): number {
  const { transcripts } = useServices();
  const [marked, setMarked] = useState(-1);
  useEffect(() => {
    let isOver = false;
    const following = transcripts.follow(track.id, transcript, (index) => {
      if (!isOver) setMarked(index);
    });
    return () => {
      isOver = true;
      void following.then((subscription) => subscription.unsubscribe());
    };
  }, [transcripts, track.id, transcript]);
  return marked;
}

/** How many sentences are rendered together. A block renders again only if one of its sentences changes. */
const BLOCK = 50;

type TextBlock = { readonly first: number; readonly cues: readonly Cue[]; readonly speaker: string };

const blocksOf = (cues: readonly Cue[]): readonly TextBlock[] =>
  Array.from({ length: Math.ceil(cues.length / BLOCK) }, (_, at) => ({
    first: at * BLOCK,
    cues: cues.slice(at * BLOCK, (at + 1) * BLOCK),
    speaker: cues[at * BLOCK - 1]?.speaker ?? '',
  }));

type BlockProps = TextBlock & {
  readonly marked: number;
  readonly found: number;
  readonly tabStop: number;
  readonly rows: RefObject<Rows>;
  readonly onFocus: (index: number) => void;
  readonly onPlay: (index: number) => void;
};

/** Some sentences one after the other. The browser lays out only the blocks near the view. */
const Block = memo(function Block({
  first,
  cues,
  speaker: before,
  marked,
  found,
  tabStop,
  rows,
  onFocus,
  onPlay,
}: BlockProps) {
  return (
    <li className={styles['block']}>
      {cues.map(({ speaker, text }, at) => {
        const index = first + at;
        // A speaker is named at the first sentence only.
        const isNamed = speaker !== '' && speaker !== (at === 0 ? before : cues[at - 1]?.speaker);
        return (
          <button
            key={index}
            ref={(element) => {
              if (element === null) rows.current.delete(index);
              else rows.current.set(index, element);
            }}
            type="button"
            className={styles['sentence']}
            aria-current={index === marked ? 'true' : undefined}
            data-found={index === found || undefined}
            tabIndex={index === tabStop ? 0 : -1}
            onFocus={() => onFocus(index)}
            onClick={() => onPlay(index)}
          >
            {isNamed && <bdi className={styles['speaker']}>{speaker}: </bdi>}
            <span dir="auto">{text}</span>
          </button>
        );
      })}
    </li>
  );
});

type TranscriptSearchProps = {
  readonly transcript: Transcript;
  readonly onFound: (index: number | null) => void;
};

/** Finds words in the text: how often, the next and the previous place (TEXT-7). */
function TranscriptSearch({ transcript, onFound }: TranscriptSearchProps) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const isUsed = words.trim() !== '';
  const index = useMemo(() => (isUsed ? indexTranscript(transcript) : null), [isUsed, transcript]);
  const places = useMemo(() => (index === null ? [] : findInTranscript(index, words)), [index, words]);
  const go = (to: number) => {
    if (places.length === 0) return;
    const place = (to + places.length) % places.length;
    setAt(place);
    onFound(places[place] ?? null);
  };
  return (
    <search className={styles['search']}>
      <input
        type="search"
        aria-label="Search transcript"
        placeholder="Search transcript"
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setAt(0);
          // The first change comes before there is an index.
          const [first] = findInTranscript(index ?? indexTranscript(transcript), target.value);
          onFound(first ?? null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go(event.shiftKey ? at - 1 : at + 1);
        }}
      />
      {isUsed && (
        <>
          <span role="status" className={styles['count']}>
            {places.length === 0 ? 'Not found' : `${at + 1} of ${places.length}`}
          </span>
          <IconButton label="Previous match" icon={ChevronUp} onClick={() => go(at - 1)} />
          <IconButton label="Next match" icon={ChevronDown} onClick={() => go(at + 1)} />
        </>
      )}
    </search>
  );
}

type CopyQuoteProps = TranscriptRegionProps & {
  readonly rows: RefObject<Rows>;
  readonly transcript: Transcript;
};

/** Copies the selected words with their source (TEXT-12). Shown while there is a selection in the text. */
function CopyQuote({ rows, transcript, audio, tracks, track }: CopyQuoteProps) {
  const [selected, setSelected] = useState<{ readonly words: string; readonly index: number } | null>(null);
  const [outcome, setOutcome] = useState('');
  useEffect(() => {
    const read = () => {
      const selection = document.getSelection();
      const words = selection?.toString().trim() ?? '';
      const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
      const row =
        range === null
          ? undefined
          : [...rows.current].find(([, each]) => each.contains(range.startContainer));
      setSelected(row !== undefined && words !== '' ? { words, index: row[0] } : null);
      setOutcome('');
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [rows]);
  const copy = async () => {
    if (selected === null) return;
    const position = transcript.isTimed ? (transcript.cues[selected.index]?.start ?? null) : null;
    const quote = quoteOf(selected.words, audio, tracks, track, position, window.location.origin);
    setOutcome(
      await navigator.clipboard.writeText(quote).then(
        () => 'Quote copied',
        () => 'The quote could not be copied',
      ),
    );
  };
  return (
    <div className={styles['quote']}>
      {selected !== null && (
        // A pointer that takes the focus would end the selection.
        <Button onPointerDown={(event) => event.preventDefault()} onClick={() => void copy()}>
          <Quote aria-hidden="true" size={18} />
          {outcome === '' ? 'Copy quote' : outcome}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </div>
  );
}
