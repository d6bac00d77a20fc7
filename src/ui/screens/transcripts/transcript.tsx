import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { OpenedTranscript } from '../../../application/transcripts/transcripts.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { Track } from '../../../domain/playback/track.ts';
import { cueOfHit, type FoldedPart, type SaidHit } from '../../../domain/transcripts/transcript-search.ts';
import { useServices } from '../../services.ts';
import { Button, IconButton } from '../../components/controls/button.tsx';
import { SelectField } from '../../components/controls/select-field.tsx';
import { languageName } from '../../components/language-name.ts';
import { useTimeOf } from '../../components/use-moving-time.ts';
import { CopyQuote, type Rows, selectSentences, useSelection } from './copy-quote.tsx';
import { type Found, NOTHING_FOUND, TranscriptSearch, wholeCue } from './transcript-search.tsx';
import { PrintedText, useIsPrinted } from './printed-text.tsx';
import { Sentence } from './sentence.tsx';
import { speakerAt } from './speaker-at.ts';
import { useFollowing, useMarked } from './use-following.ts';
import { useRows } from './use-rows.ts';
import styles from './transcript.module.css';

type TranscriptRegionProps = {
  readonly audio: ContentItem;
  /** The tracks of the title, for the address of a quote. */
  readonly tracks: readonly Track[];
  readonly track: Track;
  /** The sentence at which the text opens; absent for the one that sounds (TEXT-71). */
  readonly hit?: SaidHit | null;
  /** Closes the region. The caller moves the focus. */
  readonly onClose: () => void;
};

type Shown = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly text: string } | OpenedShown;
type OpenedShown = { readonly kind: 'opened'; readonly opened: OpenedTranscript };

const REFUSED = 'This text is for those who may play the title.';
const FAILED = 'The text could not be loaded.';

/**
 * The text of a track: follows the sound, plays from a sentence, is searched and quoted (TEXT-6, TEXT-9). It closes by its
 * button and Escape (TEXT-69).
 */
export const TranscriptRegion = observer(function TranscriptRegion({
  audio,
  tracks,
  track,
  hit = null,
  onClose,
}: TranscriptRegionProps) {
  const headingId = useId();
  const { shown, isRefused, reload, retry } = useTranscript(audio, track);
  const [isLanguageChosen, setLanguageChosen] = useState(false);
  const { section, hasFocus } = useKeptFocus();
  return (
    // The keys belong to the whole region, wherever its focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={section}
      className={styles['transcript']}
      aria-labelledby={headingId}
      tabIndex={-1}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => {
        // A window that is left keeps its focus.
        if (document.hasFocus()) hasFocus.current = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Only the text closes, not what it is in.
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles['heading']}>
        <h2 id={headingId}>Transcript</h2>
        <IconButton label="Close transcript" icon={X} onClick={onClose} />
      </div>
      {isRefused && <p>{REFUSED}</p>}
      {!isRefused && shown.kind === 'loading' && <p role="status">Loading the text…</p>}
      {!isRefused && shown.kind === 'failed' && (
        <div className={styles['failure']}>
          <p role="alert">{shown.text}</p>
          <Button onClick={retry}>Retry</Button>
        </div>
      )}
      {!isRefused && shown.kind === 'opened' && (
        <Text
          key={`${track.id} ${shown.opened.source.url}`}
          audio={audio}
          tracks={tracks}
          track={track}
          opened={shown.opened}
          hit={hit}
          isLanguageChosen={isLanguageChosen}
          onLanguage={() => {
            setLanguageChosen(true);
            reload();
          }}
        />
      )}
    </section>
  );
});

/** Moves the focus to the region when the control that has it is gone, so that it is not lost (TEXT-69). */
function useKeptFocus() {
  const section = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true });
  });
  return { section, hasFocus };
}

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
  const opens = `${title} ${id}`;
  const [shownOf, setShownOf] = useState(opens);
  // The text in another language replaces the one before it. Another track has none until its text has loaded.
  if (shownOf !== opens) {
    setShownOf(opens);
    setShown({ kind: 'loading' });
  }
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
  const reload = () => setAttempt((before) => before + 1);
  const retry = () => {
    setShown({ kind: 'loading' });
    reload();
  };
  return { shown, isRefused, reload, retry };
}

type TextProps = Omit<TranscriptRegionProps, 'onClose'> & {
  readonly opened: OpenedTranscript;
  /** Whether the listener has just chosen its language. The choice then has the focus again. */
  readonly isLanguageChosen: boolean;
  readonly onLanguage: () => void;
};

const Text = observer(function Text({
  audio,
  tracks,
  track,
  opened,
  hit = null,
  isLanguageChosen,
  onLanguage,
}: TextProps) {
  const { transcripts, playerControls } = useServices();
  const { transcript, source, choices } = opened;
  const { cues } = transcript;
  const scroller = useRef<HTMLDivElement>(null);
  const marked = useMarked(track, transcript);
  const rows = useRef<Rows>(new Map());
  const selected = useSelection(rows);
  const [hitCue] = useState(() => (hit === null ? null : cueOfHit(transcript, hit)));
  const [isFollowing, setFollowing] = useState(hitCue === null);
  const [focused, setFocused] = useState<number | null>(null);
  const [found, setFound] = useState<Found>(hitCue === null ? NOTHING_FOUND : wholeCue(hitCue));
  const tabStop = focused ?? found.cue ?? Math.max(marked, 0);
  const { virtualizer, rendered, height } = useRows(scroller, cues, [tabStop, marked], selected);
  useLayoutEffect(() => {
    rows.current = virtualizer.elementsCache;
  }, [virtualizer]);
  const isPrinted = useIsPrinted();
  const language = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (isLanguageChosen) language.current?.focus({ preventScroll: true });
  }, [isLanguageChosen]);
  /** Moves the text to a sentence, and the page to the text (TEXT-6). */
  const show = useCallback(
    (index: number) => {
      virtualizer.scrollToIndex(index, { align: 'center' });
      scroller.current?.scrollIntoView({ block: 'nearest' });
    },
    [virtualizer],
  );
  const hasHeight = height > 0;
  useEffect(() => {
    // In a player that is folded, nothing has a height.
    if (!hasHeight) return;
    if (hitCue === null) scroller.current?.scrollIntoView({ block: 'nearest' });
    else show(hitCue);
  }, [hasHeight, hitCue, show]);
  useFollowing(scroller, rows, virtualizer, isFollowing ? marked : -1, height);
  /** The sentence from which Shift and the arrow keys select. */
  const selectedFrom = useRef<number | null>(null);
  const move = (to: number, isSelecting: boolean) => {
    const index = Math.min(Math.max(to, 0), cues.length - 1);
    setFollowing(false);
    // A sentence far away is rendered first.
    flushSync(() => setFocused(index));
    const sentence = rows.current.get(index)?.firstElementChild;
    if (sentence instanceof HTMLElement) sentence.focus();
    scroller.current?.scrollIntoView({ block: 'nearest' });
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
  const follow = () => {
    setFollowing(true);
    // The button is gone, so the sentence that sounds has the focus.
    flushSync(() => setFocused(marked));
    const sentence = rows.current.get(marked)?.firstElementChild;
    if (sentence instanceof HTMLElement) sentence.focus({ preventScroll: true });
    show(marked);
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
          onFound={(places) => {
            setFound(places);
            if (places.cue === null) return;
            setFollowing(false);
            show(places.cue);
          }}
        />
        {choices.length > 1 && (
          <SelectField
            ref={language}
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
        {transcript.isTimed && !isFollowing && marked >= 0 && <Button onClick={follow}>Follow</Button>}
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
          lang={source.language || undefined}
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
                  found={found.parts.get(index) ?? NO_PARTS}
                  isFound={index === found.cue}
                  isTabStop={index === tabStop}
                  onFocus={setFocused}
                  onPlay={play}
                />
              )
            );
          })}
        </ol>
      </div>
      {isPrinted && <PrintedText cues={cues} language={source.language} />}
      <CopyQuote selected={selected} transcript={transcript} audio={audio} tracks={tracks} track={track} />
    </>
  );
});

const NO_PARTS: readonly FoldedPart[] = [];
