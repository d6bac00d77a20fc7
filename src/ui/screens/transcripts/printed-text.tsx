import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Cue } from '../../../domain/transcripts/transcript.ts';
import { speakerAt } from './speaker-at.ts';
import styles from './transcript.module.css';

type PrintedTextProps = { readonly cues: readonly Cue[]; readonly language: string };

/** The whole text on paper, where nothing scrolls (TEXT-70). */
export function PrintedText({ cues, language }: PrintedTextProps) {
  return (
    <div className={styles['printed']} lang={language || undefined}>
      {cues.map(({ text }, index) => {
        const speaker = speakerAt(cues, index);
        return (
          // The sentences are known by their order only.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index} dir="auto">
            {speaker !== '' && <b>{speaker}: </b>}
            {text}
          </p>
        );
      })}
    </div>
  );
}

/** True while the page is printed, or shown as it is printed. */
export function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const media = window.matchMedia('print');
    // The browser prints what is there when the event ends.
    const start = () => flushSync(() => setPrinted(true));
    const end = () => setPrinted(false);
    const change = ({ matches }: MediaQueryListEvent) => setPrinted(matches);
    globalThis.addEventListener('beforeprint', start);
    globalThis.addEventListener('afterprint', end);
    media.addEventListener('change', change);
    return () => {
      globalThis.removeEventListener('beforeprint', start);
      globalThis.removeEventListener('afterprint', end);
      media.removeEventListener('change', change);
    };
  }, []);
  return isPrinted;
}
