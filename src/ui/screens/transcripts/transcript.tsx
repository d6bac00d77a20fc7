import { defaultRangeExtractor, measureElement, useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronUp, Quote } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import {
  type Key,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import type { OpenedTranscript } from '../../../application/transcripts/transcripts.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { linksIn } from '../../../domain/catalogue/description-parts.ts';
import type { Track } from '../../../domain/playback/track.ts';
import {
  type Cue,
  findInTranscript,
  indexTranscript,
  quoteOf,
  type Transcript,
  type TranscriptIndex,
} from '../../../domain/transcripts/transcript.ts';
import { useServices } from '../../app/services.ts';
import { Button, IconButton } from '../../components/controls/button.tsx';
import { SelectField } from '../../components/controls/select-field.tsx';
import { copyText } from '../../components/copy-text.ts';
import { languageName } from '../../components/language-name.ts';
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
type Rows = ReadonlyMap<Key, HTMLLIElement>;

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

const Text = observer(function Text({ audio, tracks, track, opened, onLanguage }: TextProps) {
  const { transcripts, playerControls } = useServices();
  const { transcript, source, choices } = opened;
  const { cues } = transcript;
  const scroller = useRef<HTMLDivElement>(null);
  const marked = useMarked(track, transcript);
  const rows = useRef<Rows>(new Map());
  const selected = useSelection(rows);
  const [isFollowing, setFollowing] = useState(true);
  const [focused, setFocused] = useState<number | null>(null);
  const [found, setFound] = useState<number | null>(null);
  const tabStop = focused ?? found ?? Math.max(marked, 0);
  const { virtualizer, rendered, height } = useRows(scroller, cues, [tabStop, marked], selected);
  useLayoutEffect(() => {
    rows.current = virtualizer.elementsCache;
  }, [virtualizer]);
  const show = useCallback(
    (index: number) => virtualizer.scrollToIndex(index, { align: 'center' }),
    [virtualizer],
  );
  useEffect(() => {
    const view = scroller.current;
    // In a player that is folded, nothing has a height. The sentence is shown once the player is open.
    if (!isFollowing || marked < 0 || view === null || height === 0) return;
    const row = rows.current.get(marked)?.getBoundingClientRect();
    const { top } = view.getBoundingClientRect();
    const isNear = row !== undefined && Math.abs(row.top + row.height / 2 - top - height / 2) < height * NEAR;
    if (!isNear) show(marked);
  }, [isFollowing, marked, show, height]);
  /** The sentence from which Shift and the arrow keys select. */
  const selectedFrom = useRef<number | null>(null);
  const move = (to: number, isSelecting: boolean) => {
    const index = Math.min(Math.max(to, 0), cues.length - 1);
    setFollowing(false);
    // A sentence far away is rendered first.
    flushSync(() => setFocused(index));
    const sentence = rows.current.get(index)?.firstElementChild;
    if (sentence instanceof HTMLElement) sentence.focus();
    const from = (selectedFrom.current = isSelecting ? (selectedFrom.current ?? tabStop) : null);
    if (from !== null) selectSentences(rows.current.get(from), sentence?.parentElement, index < from);
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
    move(to, event.shiftKey);
  };
  const play = useCallback(
    (index: number) => {
      const cue = cues[index];
      if (cue === undefined || !transcript.isTimed) return;
      setFollowing(true);
      void playerControls.playFrom({ audio: audio.id, track: track.id, position: cue.start });
    },
    [cues, transcript, playerControls, audio.id, track.id],
  );
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
            options={choices.map(
              ({ url, label, language }) => [url, label || languageName(language) || 'Text'] as const,
            )}
            onChoose={(url) => {
              const chosen = choices.find((choice) => choice.url === url);
              if (chosen !== undefined) void transcripts.chooseLanguage(chosen).then(onLanguage);
            }}
          />
        )}
        {transcript.isTimed && !isFollowing && marked >= 0 && (
          <Button onClick={() => setFollowing(true)}>Follow</Button>
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
        onBlur={({ relatedTarget, currentTarget }) => {
          // A window that is left keeps its focus.
          if (document.hasFocus() && !currentTarget.contains(relatedTarget)) setFocused(null);
        }}
      >
        <ol
          className={styles['text']}
          lang={source.language === '' ? undefined : source.language}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {rendered.map(({ index, start }) => {
            const cue = cues[index];
            return (
              cue !== undefined && (
                <Sentence
                  key={index}
                  measure={virtualizer.measureElement}
                  index={index}
                  count={cues.length}
                  top={start}
                  text={cue.text}
                  speaker={speakerAt(cues, index)}
                  isMarked={index === marked}
                  isFound={index === found}
                  isTabStop={index === tabStop}
                  onFocus={setFocused}
                  onPlay={play}
                />
              )
            );
          })}
        </ol>
      </div>
      <CopyQuote selected={selected} transcript={transcript} audio={audio} tracks={tracks} track={track} />
    </>
  );
});

/** A speaker is named at the first sentence only. */
const speakerAt = (cues: readonly Cue[], index: number): string => {
  const speaker = cues[index]?.speaker ?? '';
  return speaker === cues[index - 1]?.speaker ? '' : speaker;
};

const onVisibility = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/**
 * The index of the sentence that sounds (TEXT-4). It changes with each sentence, and not with the ticks of the player.
 * While nothing sounds it changes with the position, and in a hidden page it rests (TEXT-63).
 */
function useMarked(track: Track, transcript: Transcript): number {
  const { transcripts, player } = useServices();
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const silentAt = player.soundingSince === null ? player.position : null;
  const [marked, setMarked] = useState(-1);
  useEffect(() => {
    if (!isVisible) return undefined;
    let isOver = false;
    const following = transcripts.follow(track.id, transcript, (index) => {
      if (!isOver) setMarked(index);
    });
    return () => {
      isOver = true;
      void following.then((subscription) => subscription.unsubscribe());
    };
  }, [transcripts, track.id, transcript, isVisible, silentAt]);
  return marked;
}

/** How many sentences are rendered before and after those in view. */
const OVERSCAN = 6;
/** A longer selection loses its middle. */
const LONGEST_SELECTION = 400;
/** In CSS pixels, for sentences that are not measured yet. */
const [LINE, LETTER, LEAST_ROW] = [26, 8, 44];

/**
 * Renders the sentences near the view (TEXT-62), and wherever they are: those of `kept`, so that neither the focus nor the
 * way to it by Tab is lost, and the selected ones, so that the selection stays.
 */
function useRows(
  scroller: RefObject<HTMLDivElement | null>,
  cues: readonly Cue[],
  kept: readonly number[],
  selected: Selected | null,
) {
  const [width, setWidth] = useState(480);
  useLayoutEffect(
    () => setWidth((before) => Math.max(scroller.current?.clientWidth ?? before, 240)),
    [scroller],
  );
  const estimates = useMemo(() => {
    const letters = Math.max(width / LETTER - 4, 8);
    return cues.map(({ text }, index) => {
      const lines = Math.ceil(text.length / letters) + (speakerAt(cues, index) === '' ? 0 : 1);
      return Math.max(LEAST_ROW, lines * LINE + 16);
    });
  }, [cues, width]);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: cues.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimates[index] ?? LEAST_ROW,
    measureElement: (row, entry, instance) =>
      measureElement(row, entry, instance) || (estimates[Number(row.dataset['index'])] ?? LEAST_ROW),
    overscan: OVERSCAN,
    initialRect: { width: 480, height: 400 },
    rangeExtractor: (range) => {
      const { first, last } = selected ?? { first: 0, last: -1 };
      const length = Math.min(last - first + 1, LONGEST_SELECTION);
      const indexes = [
        ...defaultRangeExtractor(range),
        ...kept.filter((index) => index >= 0 && index < range.count),
        ...Array.from({ length }, (_, at) => first + at),
      ];
      return [...new Set(indexes)].toSorted((one, other) => one - other);
    },
  });
  return {
    virtualizer,
    rendered: virtualizer.getVirtualItems(),
    height: virtualizer.scrollRect?.height ?? 0,
  };
}

type SentenceProps = {
  readonly measure: (row: HTMLLIElement | null) => void;
  readonly index: number;
  readonly count: number;
  readonly top: number;
  readonly text: string;
  readonly speaker: string;
  readonly isMarked: boolean;
  readonly isFound: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: (index: number) => void;
  readonly onPlay: (index: number) => void;
};

const Sentence = memo(function Sentence({
  measure,
  index,
  count,
  top,
  text,
  speaker,
  isMarked,
  isFound,
  isTabStop,
  onFocus,
  onPlay,
}: SentenceProps) {
  return (
    <li
      ref={measure}
      data-index={index}
      className={styles['row']}
      style={{ transform: `translateY(${top}px)` }}
      aria-setsize={count}
      aria-posinset={index + 1}
      dir="auto"
    >
      <button
        type="button"
        className={styles['sentence']}
        aria-current={isMarked ? 'true' : undefined}
        data-found={isFound || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => onFocus(index)}
        onClick={({ detail }) => {
          // A pointer that selects words ends with a click.
          if (detail === 0 || document.getSelection()?.isCollapsed !== false) onPlay(index);
        }}
      >
        {speaker !== '' && <bdi className={styles['speaker']}>{speaker}: </bdi>}
        <span>{text}</span>
      </button>
      {/* A button contains no links. */}
      {linksIn(text).map(({ at, address }) => (
        <a
          key={at}
          className={styles['link']}
          href={address}
          tabIndex={isTabStop ? 0 : -1}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onFocus={() => onFocus(index)}
        >
          {address}
        </a>
      ))}
    </li>
  );
});

/** The selected words, and the indexes of the sentences in which they start and end. */
type Selected = { readonly words: string; readonly first: number; readonly last: number };

const rowWith = (rows: Rows, node: Node | undefined): number | null => {
  const [key] = [...rows].find(([, row]) => node !== undefined && row.contains(node)) ?? [];
  return key === undefined ? null : Number(key);
};

/** Selects from one sentence to another, as a pointer would (TEXT-12). */
function selectSentences(from: Element | undefined, to: Element | null | undefined, isUp: boolean): void {
  const [start, end] = [from?.firstElementChild, to?.firstElementChild];
  if (!start || !end) return;
  const [first, last] = isUp ? [start.childNodes.length, 0] : [0, end.childNodes.length];
  document.getSelection()?.setBaseAndExtent(start, first, end, last);
}

/** What is selected in the text. Null if the selection starts elsewhere. */
function useSelection(rows: RefObject<Rows>): Selected | null {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    const read = () => {
      const selection = document.getSelection();
      const words = selection?.toString().trim() ?? '';
      const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
      const first = rowWith(rows.current, range?.startContainer);
      const last = rowWith(rows.current, range?.endContainer) ?? first;
      setSelected(first === null || last === null || words === '' ? null : { words, first, last });
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [rows]);
  return selected;
}

type TranscriptSearchProps = {
  readonly transcript: Transcript;
  readonly onFound: (index: number | null) => void;
};

/** Finds words in the text: how often, the next and the previous place (TEXT-7). */
function TranscriptSearch({ transcript, onFound }: TranscriptSearchProps) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const isUsed = words.trim() !== '';
  const [index, setIndex] = useState<TranscriptIndex | null>(null);
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
          const made = index ?? indexTranscript(transcript);
          setIndex(made);
          setWords(target.value);
          setAt(0);
          onFound(findInTranscript(made, target.value)[0] ?? null);
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
  readonly selected: Selected | null;
  readonly transcript: Transcript;
};

/** Copies the selected words with their source (TEXT-12). Shown while there is a selection in the text. */
function CopyQuote({ selected, transcript, audio, tracks, track }: CopyQuoteProps) {
  const [copied, setCopied] = useState<{ readonly of: Selected; readonly outcome: string } | null>(null);
  const outcome = copied?.of === selected ? (copied?.outcome ?? '') : '';
  const copy = async () => {
    if (selected === null) return;
    const position = transcript.isTimed ? (transcript.cues[selected.first]?.start ?? null) : null;
    const quote = quoteOf(selected.words, audio, tracks, track, position, window.location.origin);
    const isCopied = await copyText(quote);
    setCopied({ of: selected, outcome: isCopied ? 'Quote copied' : 'The quote could not be copied' });
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
