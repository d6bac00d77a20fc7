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
    if (before?.length === size) return ok({ bytes: size });
    const validator = before?.validator ?? null;
    const start = validator === null ? 0 : size;
    const headers: Record<string, string> =
      validator === null || start === 0 ? {} : { Range: `bytes=${start}-`, 'If-Range': validator };
    const silence = new Silence(dependencies.signal);
    try {
      // The file is stored anyway, so the browser's cache must not keep it a second time.
      const request = { headers, signal: silence.signal, cache: 'no-store' } as const;
      const response = await dependencies.fetch(address, request);
      silence.end();
      return await receive({ file, name, before, start, response, silence }, dependencies);
    } finally {
      silence.end();
    }
  } catch (error) {
    return failed({ kind: dependencies.signal.aborted ? 'cancelled' : kindOf(error) });
  }
};

/** What has arrived of a transfer: the response, the file that it belongs to, and where that file ended before. */
type Arrived = {
  readonly file: OpenFile;
  readonly name: string;
  readonly before: FileDescription | null;
  readonly start: number;
  readonly response: Response;
  readonly silence: Silence;
};

/** Writes a response to its file, or says why not. */
const receive = async (arrived: Arrived, dependencies: TransferDependencies): Promise<Outcome> => {
  const { file, response } = arrived;
  const refusal = refusalOf(arrived) ?? (await lackOfRoom(arrived, dependencies));
  if (refusal !== null) {
    await response.body?.cancel();
    if (refusal === 'changed' || refusal === 'full') startOver(file);
    return failed({ kind: refusal });
  }
  if (!isContinued(response)) begin(arrived);
  const written = await write(arrived, dependencies.progressed);
  return written.ok ? judge(file, lengthOf(arrived), written.value.bytes) : written;
};

/** Starts the file over. It is described before its first byte. */
const begin = (arrived: Arrived): void => {
  const { file, name, response } = arrived;
  startOver(file);
  const type = response.headers.get('Content-Type') ?? '';
  file.describe({ name, type, length: lengthOf(arrived), validator: validatorOf(response) });
};

/** Whether the file is whole at the end of a response. */
const judge = (file: OpenFile, length: number | null, bytes: number): Outcome => {
  if (bytes === 0) return failed({ kind: 'gone' });
  if (length === null) {
    const described = file.description();
    if (described !== null) file.describe({ ...described, length: bytes });
    return ok({ bytes });
  }
  if (bytes === length) return ok({ bytes });
  if (bytes < length) return failed({ kind: 'unreachable' });
  // More bytes than were announced belong to another file.
  startOver(file);
  return failed({ kind: 'changed' });
};

const lackOfRoom = async (arrived: Arrived, { room }: TransferDependencies): Promise<'full' | null> => {
  const needed = (lengthOf(arrived) ?? 0) - placeOf(arrived);
  return needed > (await room()) - ROOM_FOR_OTHERS ? 'full' : null;
};

const isContinued = ({ status }: Response): boolean => status === 206;

/** Where the first byte of the response belongs. */
const placeOf = ({ response, start }: Arrived): number => (isContinued(response) ? start : 0);

const write = async (arrived: Arrived, progressed: TransferDependencies['progressed']): Promise<Outcome> => {
  const { file, response, silence } = arrived;
  const length = lengthOf(arrived);
  const reader = response.body?.getReader();
  if (reader === undefined) return failed({ kind: 'gone' });
  let at = placeOf(arrived);
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

const refusalOf = (arrived: Arrived): TransferFailure['kind'] | null => {
  const { status, headers } = arrived.response;
  if (status === 416) return 'changed';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) return 'unreachable';
  if (status >= 400) return 'expired';
  if (isContinued(arrived.response) && !continues(arrived)) return 'changed';
  // The page of a network that asks for a sign-in, or of a proxy.
  return /^text\/html\b/i.test(headers.get('Content-Type') ?? '') ? 'unreachable' : null;
};

/** True if a partial response starts where the data ends, and belongs to the same file. */
const continues = ({ response: { headers }, before, start }: Arrived): boolean => {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('Content-Range') ?? '');
  // A response of another origin may hide this header. `If-Range` was sent, so the range is the one asked for.
  const isSamePlace = range === null || Number(range[1]) === start;
  const isSameLength = range === null || range[2] === '*' || Number(range[2]) === before?.length;
  const tag = headers.get('ETag');
  const isSameVersion = tag === null || !before?.validator?.startsWith('"') || tag === before.validator;
  return isSamePlace && isSameLength && isSameVersion;
};

/** A strong ETag, else the date of the file. Null if the file cannot be continued. */
const validatorOf = ({ headers }: Response): string | null => {
  const tag = headers.get('ETag');
  if (tag?.startsWith('"') === true) return tag;
  return headers.get('Last-Modified');
};

/** The length of the whole file. Null if it is not known, or if it is that of compressed data. */
const lengthOf = ({ response, before }: Arrived): number | null => {
  if (isContinued(response)) return before?.length ?? null;
  const { headers } = response;
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
