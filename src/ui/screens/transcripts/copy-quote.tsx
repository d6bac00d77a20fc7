import { Quote } from 'lucide-react';
import { type Key, type RefObject, useEffect, useState } from 'react';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import type { Track } from '../../../domain/playback/track.ts';
import { quoteOf, type Transcript } from '../../../domain/transcripts/transcript.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { copyText } from 'audio-streaming-components/copy-text';
import { t } from 'audio-streaming-translations/translate';
import { chapterName } from '../../components/chapter-name.ts';
import styles from './transcript.module.css';

/** The sentences in the document, by their index. */
export type Rows = ReadonlyMap<Key, HTMLLIElement>;

/** The selected words, and the indexes of the sentences in which they start and end. */
export type Selected = { readonly words: string; readonly first: number; readonly last: number };

const rowWith = (rows: Rows, node: Node | undefined): number | null => {
  const [key] = [...rows].find(([, row]) => node !== undefined && row.contains(node)) ?? [];
  return key === undefined ? null : Number(key);
};

/** Selects from one sentence to another, as a pointer would (TEXT-12). */
export function selectSentences(
  from: Element | undefined,
  to: Element | null | undefined,
  isUp: boolean,
): void {
  const [start, end] = [from?.firstElementChild, to?.firstElementChild];
  if (!start || !end) return;
  const [first, last] = isUp ? [start.childNodes.length, 0] : [0, end.childNodes.length];
  document.getSelection()?.setBaseAndExtent(start, first, end, last);
}

/** What is selected in the text. Null if the selection starts elsewhere. */
export function useSelection(rows: RefObject<Rows>): Selected | null {
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

type CopyQuoteProps = {
  readonly audio: ContentItem;
  /** The tracks of the title, for the address of a quote. */
  readonly tracks: readonly Track[];
  readonly track: Track;
  readonly selected: Selected | null;
  readonly transcript: Transcript;
};

/** Copies the selected words with their source (TEXT-12). Shown while there is a selection in the text. */
export function CopyQuote({ selected, transcript, audio, tracks, track }: CopyQuoteProps) {
  const [copied, setCopied] = useState<{ readonly of: Selected; readonly outcome: string } | null>(null);
  const outcome = copied?.of === selected ? (copied?.outcome ?? '') : '';
  const copy = async () => {
    if (selected === null) return;
    const position = transcript.isTimed ? (transcript.cues[selected.first]?.start ?? null) : null;
    const named = { ...track, title: chapterName(track.title) };
    const quote = quoteOf(selected.words, audio, tracks, named, position, window.location.origin);
    const isCopied = await copyText(quote);
    setCopied({ of: selected, outcome: t(isCopied ? 'Quote copied' : 'The quote could not be copied') });
  };
  return (
    <div className={styles['quote']}>
      {selected !== null && (
        // A pointer that takes the focus would end the selection.
        <Button onPointerDown={(event) => event.preventDefault()} onClick={() => void copy()}>
          <Quote aria-hidden="true" size={18} />
          {outcome === '' ? t('Copy quote') : outcome}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </div>
  );
}
