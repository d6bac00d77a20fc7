import { failed, ok, type Result } from '../../domain/result.ts';
import type { Transcript } from '../../domain/transcripts/transcript.ts';
import type { TranscriptType } from '../../domain/catalogue/transcript-source.ts';
import type { TranscriptFailure, TranscriptReader } from '../../ports/transcript-reader.ts';
import type { TranscriptFile } from './read-file.ts';

/** Milliseconds. A host that does not respond for this time counts as unreachable. */
const LONGEST_WAIT = 20_000;

type Fetch = (address: string, request: RequestInit) => Promise<Response>;
type Outcome = Result<Transcript, TranscriptFailure>;
type ReadingWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** Reads transcripts of each format (TEXT-1). A long one takes seconds on a phone, so that a worker reads it (TEXT-62). */
export class FileTranscripts implements TranscriptReader {
  /** @param createWorker starts a worker that responds to a `TranscriptFile` with its `Transcript` */
  constructor(
    private readonly fetchFile: Fetch,
    private readonly createWorker: () => ReadingWorker,
  ) {}

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
    const worker = this.createWorker();
    const read = await new Promise<Transcript | null>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Transcript>) => resolve(data));
      // The code could not be fetched.
      worker.addEventListener('error', () => resolve(null));
      const message: TranscriptFile = { file, type };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
      worker.postMessage(message);
    });
    worker.terminate();
    if (read === null) return failed({ kind: 'unreachable' });
    return read.cues.length === 0 ? failed({ kind: 'unreadable' }) : ok(read);
  }
}

const kindOf = (status: number): TranscriptFailure['kind'] => {
  if (status === 401 || status === 403) return 'expired';
  return status === 404 || status === 410 ? 'gone' : 'unreachable';
};
