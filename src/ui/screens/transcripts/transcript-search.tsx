import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { Transcript } from '../../../domain/transcripts/transcript.ts';
import {
  findInTranscript,
  type FoldedPart,
  type TextMatch,
  indexTranscript,
  type TranscriptIndex,
} from '../../../domain/transcripts/transcript-search.ts';
import { IconButton } from 'audio-streaming-components/controls/button';
import { t } from 'audio-streaming-translations/translate';
import styles from './transcript.module.css';

/** What a search has found: the parts of each sentence, and the sentence at which the search is now. */
export type Found = {
  readonly parts: ReadonlyMap<number, readonly FoldedPart[]>;
  readonly cue: number | null;
};

export const NOTHING_FOUND: Found = { parts: new Map(), cue: null };

/** A sentence of which each word is found. */
export const wholeCue = (cue: number): Found => ({
  parts: new Map([[cue, [{ from: 0, to: Number.POSITIVE_INFINITY }]]]),
  cue,
});

/** The found parts by their sentence. */
const partsByCue = (matches: readonly TextMatch[]): Found['parts'] => {
  const byCue = new Map<number, FoldedPart[]>();
  for (const { parts } of matches)
    for (const [cue, part] of parts) {
      const before = byCue.get(cue);
      if (before === undefined) byCue.set(cue, [part]);
      else before.push(part);
    }
  return byCue;
};

type TranscriptSearchProps = {
  readonly transcript: Transcript;
  readonly onFound: (found: Found) => void;
};

/** Finds words in the text: how often, the next and the previous match (TEXT-7). */
export function TranscriptSearch({ transcript, onFound }: TranscriptSearchProps) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const [matches, setMatches] = useState<readonly TextMatch[]>([]);
  const [parts, setParts] = useState<Found['parts']>(NOTHING_FOUND.parts);
  const [index, setIndex] = useState<TranscriptIndex | null>(null);
  const find = (wanted: string) => {
    const made = index ?? indexTranscript(transcript);
    const found = findInTranscript(made, wanted);
    const foundParts = partsByCue(found);
    setIndex(made);
    setWords(wanted);
    setMatches(found);
    setParts(foundParts);
    setAt(0);
    onFound({ parts: foundParts, cue: found[0]?.cue ?? null });
  };
  const go = (to: number) => {
    if (matches.length === 0) return;
    const next = (to + matches.length) % matches.length;
    setAt(next);
    onFound({ parts, cue: matches[next]?.cue ?? null });
  };
  return (
    <search className={styles['search']}>
      <input
        type="search"
        aria-label={t('Search transcript')}
        placeholder={t('Search transcript')}
        value={words}
        onChange={({ target }) => find(target.value)}
        onKeyDown={(event) => {
          // The first Escape clears the search, the next one closes the text.
          if (event.key === 'Escape' && words !== '') {
            event.stopPropagation();
            find('');
          }
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go(event.shiftKey ? at - 1 : at + 1);
        }}
      />
      {words.trim() !== '' && (
        <>
          <span role="status" className={styles['count']}>
            {matches.length === 0
              ? t('Not found')
              : t('{number} of {count}', { number: at + 1, count: matches.length })}
          </span>
          <IconButton label={t('Previous match')} icon={ChevronUp} onClick={() => go(at - 1)} />
          <IconButton label={t('Next match')} icon={ChevronDown} onClick={() => go(at + 1)} />
        </>
      )}
    </search>
  );
}
