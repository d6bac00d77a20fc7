import { readTranscript } from '../../../transcripts/read-transcript.ts';
import { seconds } from '../../domain/time.ts';
import type { Transcript } from '../../domain/transcripts/transcript.ts';
import type { TranscriptType } from '../../domain/transcripts/transcript-source.ts';

/** What a page sends to the worker. */
export type TranscriptFile = { readonly file: Uint8Array; readonly type: TranscriptType };

/** The transcript in a file. Without cues if it has none. */
export async function readFile({ file, type }: TranscriptFile): Promise<Transcript> {
  const { cues, isTimed } = await readTranscript(textOf(file), type);
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

/** The text of a file. A byte order mark names UTF-16; everything else is read as UTF-8. */
const textOf = (file: Uint8Array): string => {
  const [first, second] = file;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(file);
};
