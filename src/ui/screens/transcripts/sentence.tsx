import { memo } from 'react';
import { linksIn } from '../../../domain/catalogue/description-parts.ts';
import { type FoldedPart, piecesOf } from '../../../domain/transcripts/transcript-search.ts';
import styles from './transcript.module.css';

type SentenceProps = {
  readonly measure: (row: HTMLLIElement | null) => void;
  readonly index: number;
  readonly count: number;
  readonly top: number;
  readonly text: string;
  readonly speaker: string;
  readonly isMarked: boolean;
  /** The parts of the sentence that a search has found. */
  readonly found: readonly FoldedPart[];
  /** Whether the search is at this sentence. */
  readonly isFound: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: (index: number) => void;
  readonly onPlay: (index: number) => void;
};

/** A sentence of the text, from which it can be played, and the links in it. */
export const Sentence = memo(function Sentence({
  measure,
  index,
  count,
  top,
  text,
  speaker,
  isMarked,
  found,
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
        <span>
          {piecesOf(text, found).map((piece, at) =>
            // The pieces of a sentence are known by their order only.
            // oxlint-disable-next-line react/no-array-index-key
            piece.isFound ? <mark key={at}>{piece.text}</mark> : piece.text,
          )}
        </span>
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
