import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OpenedTranscript } from '../../../application/transcripts/transcripts.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { Track } from '../../../domain/playback/track.ts';
import { cueOfHit, type FoldedPart, type SaidHit } from '../../../domain/transcripts/transcript-search.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { CopyQuote, type Rows, useSelection } from './copy-quote.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { type Found, NOTHING_FOUND, TranscriptSearch, wholeCue } from './transcript-search.tsx';
import { PrintedText, useIsPrinted } from './printed-text.tsx';
import { Sentence } from './sentence.tsx';
import { speakerAt } from './speaker-at.ts';
import { useFollowing, useMarked } from './use-following.ts';
import { useRows } from './use-rows.ts';
import { useSentenceFocus } from './use-sentence-focus.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './transcript.module.css';

type TranscriptTextProps = {
  readonly audio: ContentItem;
  /** The tracks of the title, for the address of a quote. */
  readonly tracks: readonly Track[];
  readonly track: Track;
  readonly opened: OpenedTranscript;
  /** The sentence at which the text opens; null for the one that sounds (TEXT-71). */
  readonly hit: SaidHit | null;
  /** Whether the listener has just chosen its language. */
  readonly isLanguageChosen: boolean;
  readonly onLanguage: () => void;
};

/** A text that has loaded, with its search, and the choice of its language. */
export const TranscriptText = observer(function TranscriptText({
  audio,
  tracks,
  track,
  opened,
  hit,
  isLanguageChosen,
  onLanguage,
}: TranscriptTextProps) {
  const { playerControls } = useServices();
  const { transcript, source } = opened;
  const { cues } = transcript;
  const scroller = useRef<HTMLDivElement>(null);
  const marked = useMarked(track, transcript);
  const rows = useRef<Rows>(new Map());
  const selected = useSelection(rows);
  const [hitCue] = useState(() => (hit === null ? null : cueOfHit(transcript, hit)));
  const [isFollowing, setFollowing] = useState(hitCue === null);
  const [found, setFound] = useState<Found>(hitCue === null ? NOTHING_FOUND : wholeCue(hitCue));
  const stopFollowing = () => setFollowing(false);
  const { tabStop, setFocused, focusSentence, onKeyDown } = useSentenceFocus({
    rows,
    scroller,
    count: cues.length,
    otherwise: found.cue ?? Math.max(marked, 0),
    onMove: stopFollowing,
  });
  const { virtualizer, rendered, height } = useRows(scroller, cues, [tabStop, marked], selected);
  useLayoutEffect(() => {
    rows.current = virtualizer.elementsCache;
  }, [virtualizer]);
  const isPrinted = useIsPrinted();
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
  const follow = () => {
    setFollowing(true);
    // The button is gone, so the sentence that sounds has the focus.
    focusSentence(marked, { preventScroll: true });
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
  const showFound = (parts: Found) => {
    setFound(parts);
    if (parts.cue === null) return;
    stopFollowing();
    show(parts.cue);
  };
  return (
    <>
      <div className={styles['controls']}>
        <TranscriptSearch transcript={transcript} onFound={showFound} />
        <LanguageChoice opened={opened} isChosen={isLanguageChosen} onChosen={onLanguage} />
        {transcript.isTimed && !isFollowing && marked >= 0 && <Button onClick={follow}>{t('Follow')}</Button>}
      </div>
      {/* The handlers notice that the listener moves the text; the buttons in it are the controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={scroller}
        className={styles['scroller']}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        onPointerDown={({ target, currentTarget }) => {
          // On the scroll bar.
          if (target === currentTarget) stopFollowing();
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
