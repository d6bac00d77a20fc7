import { readTranscript } from 'audio-streaming-transcripts/read-transcript';
import { seconds } from '../../domain/time.ts';
import type { Transcript } from '../../domain/transcripts/transcript.ts';
import type { TranscriptType } from '../../domain/catalogue/transcript-source.ts';

/** What a page sends to the worker. */
export type TranscriptFile = { readonly file: Uint8Array; readonly type: TranscriptType };

/** The transcript in a file. Without cues if it has none. */
export async function readFile({ file, type }: TranscriptFile): Promise<Transcript> {
  const { cues, isTimed } = readTranscript(textOf(file), type);
  return {
    isTimed,
    cues: cues.map(({ start, end, text, speaker = '' }) => ({
      start: seconds(start),
      end: seconds(end),
      text,
      speaker,
    })),
  };
}

/**
 * The text of a file. A byte order mark names UTF-16. What is not UTF-8, except for a few damaged letters, is read as the
 * encoding of Western Europe.
 */
const textOf = (file: Uint8Array): string => {
  const [first, second] = file;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(file);
  const text = new TextDecoder().decode(file);
  const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
  const isUtf8 = count(/\ufffd/gu) * 10 <= count(/[^\u0000-\u007f]/gu);
  return isUtf8 ? text : new TextDecoder('windows-1252').decode(file);
};
