import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { Track } from '../../../domain/playback/track.ts';
import type { SaidHit } from '../../../domain/transcripts/transcript-search.ts';
import { Button, IconButton } from 'audio-streaming-components/controls/button';
import { TranscriptText } from './transcript-text.tsx';
import { REFUSED, useTranscript } from './use-transcript.ts';
import { t } from 'audio-streaming-translations/translate';
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
        <h2 id={headingId}>{t('Transcript')}</h2>
        <IconButton label={t('Close transcript')} icon={X} onClick={onClose} />
      </div>
      {isRefused && <p>{t(REFUSED)}</p>}
      {!isRefused && shown.kind === 'loading' && <p role="status">{t('Loading the text…')}</p>}
      {!isRefused && shown.kind === 'failed' && (
        <div className={styles['failure']}>
          <p role="alert">{t(shown.text)}</p>
          <Button onClick={retry}>{t('Retry')}</Button>
        </div>
      )}
      {!isRefused && shown.kind === 'opened' && (
        <TranscriptText
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
