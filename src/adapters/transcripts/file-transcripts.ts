import { failed, ok, type Result } from '../../domain/result.ts';
import { seconds } from '../../domain/time.ts';
import type { Transcript, TranscriptType } from '../../domain/transcripts/transcript.ts';
import type { TranscriptFailure, TranscriptReader } from '../../ports/transcript-reader.ts';

/** Milliseconds. A host that does not respond for this time counts as unreachable. */
const LONGEST_WAIT = 20_000;

type Fetch = (address: string, request: RequestInit) => Promise<Response>;
type Outcome = Result<Transcript, TranscriptFailure>;

/** Reads transcripts of each format (TEXT-1). The code of the formats loads with the first text. */
export class FileTranscripts implements TranscriptReader {
  constructor(private readonly fetchFile: Fetch) {}

  async fetch(address: string, type: TranscriptType): Promise<Outcome> {
    try {
      const response = await this.fetchFile(address, { signal: AbortSignal.timeout(LONGEST_WAIT) });
      if (!response.ok) return failed({ kind: kindOf(response.status) });
      return await this.read(new Uint8Array(await response.arrayBuffer()), type);
    } catch {
      return failed({ kind: 'unreachable' });
    }
  }

  async read(file: Uint8Array, type: TranscriptType): Promise<Outcome> {
    const reader = await import('../../../transcripts/read-transcript.ts').catch(() => null);
    // The code could not be fetched.
    if (reader === null) return failed({ kind: 'unreachable' });
    const { cues, isTimed } = await reader.readTranscript(textOf(file), type);
    if (cues.length === 0) return failed({ kind: 'unreadable' });
    return ok({
      isTimed,
      cues: cues.map(({ start, end, text, speaker = '' }) => ({
        start: seconds(start),
        end: seconds(end),
        text,
        speaker,
      })),
    });
  }
}

const kindOf = (status: number): TranscriptFailure['kind'] => {
  if (status === 401 || status === 403) return 'expired';
  return status === 404 || status === 410 ? 'gone' : 'unreachable';
};

/** The text of a file. A byte order mark names UTF-16; everything else is read as UTF-8. */
const textOf = (file: Uint8Array): string => {
  const [first, second] = file;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(file);
};
