import { failed, ok, type Result } from '../../domain/result.ts';
import type { TransferProgress } from '../../domain/downloads/download.ts';
import type { TransferFailure } from '../../ports/download-files.ts';
import type { FileDescription } from './file-store.ts';

/** A file that is open for writing. A method throws `QuotaExceededError` if there is no more room. */
export type OpenFile = {
  /** Null if there is none, or if it cannot be read. */
  description(): FileDescription | null;
  describe(description: FileDescription): void;
  size(): number;
  /** Returns how many bytes were written. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): number;
  truncate(size: number): void;
  flush(): void;
};

/** What a transfer needs from its surroundings. */
export type TransferDependencies = {
  readonly fetch: (address: string, request: RequestInit) => Promise<Response>;
  /** The bytes that may still be stored. */
  readonly room: () => Promise<number>;
  readonly signal: AbortSignal;
  readonly progressed: (progress: TransferProgress) => void;
};

/** Without a byte for so long, the connection counts as lost. */
const LONGEST_SILENCE = 30_000;

/** So much is left for everything else that this browser stores, such as positions (DOWN-16). */
const ROOM_FOR_OTHERS = 5_000_000;

type Outcome = Result<{ readonly bytes: number }, TransferFailure>;

/**
 * Fetches a file, from where its data ends. The other side says by `If-Range` whether the file is still the same. A file that has
 * changed starts over (DOWN-13). A response is written piece by piece, so memory does not grow with the file.
 */
export const transferFile = async (
  file: OpenFile,
  name: string,
  address: string,
  dependencies: TransferDependencies,
): Promise<Outcome> => {
  try {
    const before = file.description();
    const size = before === null ? 0 : file.size();
    if (before !== null && before.length === size) return ok({ bytes: size });
    const start = before === null || before.validator === null ? 0 : size;
    const headers: Record<string, string> =
      start === 0 ? {} : { Range: `bytes=${start}-`, 'If-Range': before?.validator ?? '' };
    const silence = new Silence(dependencies.signal);
    try {
      // The file is stored anyway, so the browser's cache must not keep it a second time.
      const request = { headers, signal: silence.signal, cache: 'no-store' } as const;
      const response = await dependencies.fetch(address, request);
      silence.end();
      return await receive(file, name, before, start, response, silence, dependencies);
    } finally {
      silence.end();
    }
  } catch (error) {
    return failed({ kind: dependencies.signal.aborted ? 'cancelled' : kindOf(error) });
  }
};

/** Starts the file over, or goes on at its end. Returns where to write, or why not. */
const receive = async (
  file: OpenFile,
  name: string,
  before: FileDescription | null,
  start: number,
  response: Response,
  silence: Silence,
  { room, progressed }: TransferDependencies,
): Promise<Outcome> => {
  const refusal = refusalOf(response);
  if (refusal !== null) {
    await response.body?.cancel();
    if (refusal === 'changed') startOver(file);
    return failed({ kind: refusal });
  }
  const isContinued = response.status === 206;
  if (isContinued && !continues(response, before, start)) {
    await response.body?.cancel();
    startOver(file);
    return failed({ kind: 'changed' });
  }
  const at = isContinued ? start : 0;
  const length = isContinued ? (before?.length ?? null) : lengthOf(response);
  if ((length ?? 0) - at > (await room()) - ROOM_FOR_OTHERS) {
    await response.body?.cancel();
    startOver(file);
    return failed({ kind: 'full' });
  }
  if (!isContinued) {
    file.truncate(0);
    const type = response.headers.get('Content-Type') ?? '';
    file.describe({ name, type, length, validator: validatorOf(response) });
  }
  const written = await write(file, at, length, response, silence, progressed);
  if (!written.ok) return written;
  const { bytes } = written.value;
  if (length === null && bytes > 0) {
    const described = file.description();
    if (described !== null) file.describe({ ...described, length: bytes });
    return ok({ bytes });
  }
  if (bytes === length && bytes > 0) return ok({ bytes });
  // More bytes than were announced belong to another file.
  if (length !== null && bytes > length) startOver(file);
  return failed({
    kind: bytes === 0 ? 'gone' : length !== null && bytes > length ? 'changed' : 'unreachable',
  });
};

const write = async (
  file: OpenFile,
  start: number,
  length: number | null,
  response: Response,
  silence: Silence,
  progressed: TransferDependencies['progressed'],
): Promise<Outcome> => {
  const reader = response.body?.getReader();
  if (reader === undefined) return failed({ kind: 'gone' });
  let at = start;
  try {
    progressed({ bytes: at, total: length });
    for (;;) {
      silence.begin();
      const { done, value } = await reader.read();
      silence.end();
      if (done) return ok({ bytes: at });
      if (file.write(value, at) < value.byteLength) throw new DOMException('no room', 'QuotaExceededError');
      at += value.byteLength;
      progressed({ bytes: at, total: length });
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    // A half file on a full disk would leave no room for what is more important, such as positions.
    if (kindOf(error) === 'full') startOver(file);
    throw error;
  } finally {
    file.flush();
  }
};

const startOver = (file: OpenFile): void => file.truncate(0);

const refusalOf = ({ status, headers }: Response): TransferFailure['kind'] | null => {
  if (status === 416) return 'changed';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) return 'unreachable';
  if (status >= 400) return 'expired';
  // The page of a network that asks for a sign-in, or of a proxy.
  return /^text\/html\b/i.test(headers.get('Content-Type') ?? '') ? 'unreachable' : null;
};

/** True if a partial response starts where the data ends, and belongs to the same file. */
const continues = ({ headers }: Response, before: FileDescription | null, start: number): boolean => {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('Content-Range') ?? '');
  // A response of another origin may hide this header. `If-Range` was sent, so the range is the one asked for.
  const isSamePlace = range === null || Number(range[1]) === start;
  const isSameLength = range === null || range[2] === '*' || Number(range[2]) === before?.length;
  const tag = headers.get('ETag');
  return (
    isSamePlace &&
    isSameLength &&
    (tag === null || !before?.validator?.startsWith('"') || tag === before.validator)
  );
};

/** A strong ETag, else the date of the file. Null if the file cannot be continued. */
const validatorOf = ({ headers }: Response): string | null => {
  const tag = headers.get('ETag');
  if (tag?.startsWith('"') === true) return tag;
  return headers.get('Last-Modified');
};

/** Null if the length is not known, or if it is that of compressed data. */
const lengthOf = ({ headers }: Response): number | null => {
  const length = Number(headers.get('Content-Length') ?? Number.NaN);
  return Number.isInteger(length) && length > 0 && !headers.has('Content-Encoding') ? length : null;
};

const kindOf = (error: unknown): TransferFailure['kind'] => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return 'full';
  // `fetch` and the stream of a response reject with these.
  return ['TypeError', 'AbortError', 'NetworkError', 'TimeoutError'].includes(name)
    ? 'unreachable'
    : 'blocked';
};

/** Aborts a request that is silent for too long, and one that its caller cancels. */
class Silence {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(caller: AbortSignal) {
    if (caller.aborted) this.controller.abort();
    caller.addEventListener('abort', () => this.controller.abort(), { once: true });
    this.begin();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(), LONGEST_SILENCE);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
