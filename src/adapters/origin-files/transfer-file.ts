import { failed, ok, type Result } from '../../domain/result.ts';
import type { TransferProgress } from '../../domain/downloads/download.ts';
import type { TransferFailure, FileId } from '../../ports/downloads.ts';
import type { FileDescription } from './file-store.ts';

/**
 * A file that is open for writing. A method throws `QuotaExceededError` if there is no more room. What it returns may be
 * wrong: on a full disk, some browsers return an error code as an unsigned number (DOWN-89).
 */
export type OpenFile = {
  /** The stored description. Null if there is none, or if it cannot be read. */
  description(): FileDescription | null;
  describe(description: FileDescription): void;
  size(): number;
  /** Returns how many bytes were written. */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): number;
  truncate(size: number): void;
  flush(): void;
};

export type TransferDependencies = {
  readonly fetch: (address: string, request: RequestInit) => Promise<Response>;
  /** The bytes that may still be stored. */
  readonly room: () => Promise<number>;
  readonly signal: AbortSignal;
  /** True if the file is a page of HTML. */
  readonly isPage: boolean;
  readonly progressed: (progress: TransferProgress) => void;
};

/** Milliseconds. A connection that sends no byte for this time counts as lost. */
const LONGEST_SILENCE = 30_000;

/** How many bytes are read at a time. */
const PIECE_BYTES = 256 * 1024;

/** Bytes that stay free for everything else that this browser stores, such as positions (DOWN-16). */
const ROOM_FOR_OTHERS = 5_000_000;

type Outcome = Result<{ readonly bytes: number }, TransferFailure>;

/**
 * Fetches a file, or only the rest of it. With `If-Range`, the host sends the rest only if the file is still the
 * same. If the host does not allow this header, the headers of its response have to prove it (DOWN-70). A file that
 * has changed is fetched from its start (DOWN-13). The response is written piece by piece, so memory does not grow
 * with the file.
 */
export const transferFile = async (
  file: OpenFile,
  name: string,
  address: string,
  dependencies: TransferDependencies,
): Promise<Outcome> => {
  try {
    const before = file.description();
    // Another tab may delete data that has no description for a minute. So the file is described before the request.
    if (before === null) file.describe({ name, type: '', length: null, validator: null });
    const size = before === null ? 0 : sizeOf(file);
    if (before?.length === size) return ok({ bytes: size });
    const resumption = resumptionOf(before, size);
    const silence = new Silence(dependencies.signal);
    try {
      const request = async (headers: Readonly<Record<string, string>>): Promise<Response> => {
        silence.begin();
        // The file is stored anyway, so the browser's cache must not keep it a second time.
        const init = { headers, signal: silence.signal, cache: 'no-store' } as const;
        return dependencies.fetch(address, init).finally(() => silence.end());
      };
      const response = resumption === null ? await request({}) : await requestRest(resumption, request);
      const start = resumption?.start ?? 0;
      return await receive({ file, name, before, start, response, silence }, dependencies);
    } finally {
      silence.end();
    }
  } catch (error) {
    return failed({ kind: dependencies.signal.aborted ? 'cancelled' : kindOf(error) });
  }
};

/** Where a file is continued, and what is known of it. */
type Resumption = { readonly before: FileDescription; readonly validator: string; readonly start: number };

/** Null if the file has to be fetched from its start. */
const resumptionOf = (before: FileDescription | null, size: number): Resumption | null => {
  const { validator = null, length } = before ?? {};
  const isPart = size > 0 && size < (length ?? 0);
  return isPart && before !== null && validator !== null ? { before, validator, start: size } : null;
};

/**
 * Requests the rest of a file. A host of another origin has to allow `If-Range`. If it does not, `fetch` rejects as
 * for a lost network. Then the rest is requested without the header. If that response does not prove that the file is
 * the same, the whole file is requested.
 */
const requestRest = async (
  resumption: Resumption,
  request: (headers: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<Response> => {
  const range = { Range: `bytes=${resumption.start}-` };
  try {
    return await request({ ...range, 'If-Range': resumption.validator });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const rest = await request(range);
  if (rest.status !== PARTIAL || isProvenRest(rest, resumption)) return rest;
  await rest.body?.cancel();
  return request({});
};

/** True if the headers of a partial response prove that it is the rest of the same version. */
const isProvenRest = ({ headers }: Response, { before, validator, start }: Resumption): boolean =>
  versionIn(headers, validator) === validator &&
  (contentRange(headers)?.start ?? start) === start &&
  wholeLength(headers, start) === before.length;

/** The version that a response names, of the kind of the stored one. Null if it names none. */
const versionIn = (headers: Headers, validator: string): string | null =>
  headers.get(validator.startsWith('"') ? 'ETag' : 'Last-Modified');

/** The length of the whole file, by the headers of a partial response. Null if they do not name it. */
const wholeLength = (headers: Headers, start: number): number | null => {
  const range = contentRange(headers);
  if (range !== null) return range.length;
  const rest = contentLength(headers);
  return rest === null ? null : start + rest;
};

/** Null if the header is absent, or if it counts compressed bytes. */
const contentLength = (headers: Headers): number | null => {
  const length = Number(headers.get('Content-Length') ?? Number.NaN);
  return Number.isInteger(length) && length > 0 && !headers.has('Content-Encoding') ? length : null;
};

/** Reads `Content-Range`. Null if the header is absent or cannot be read. `length` is null if it is not named. */
const contentRange = (
  headers: Headers,
): { readonly start: number; readonly length: number | null } | null => {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('Content-Range') ?? '');
  if (range === null) return null;
  return { start: Number(range[1]), length: range[2] === '*' ? null : Number(range[2]) };
};

/** The response of a transfer, the file that it belongs to, and where the data of that file ended before. */
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
  const refusal = refusalOf(arrived, dependencies.isPage) ?? (await lackOfRoom(arrived, dependencies));
  if (refusal !== null) {
    await response.body?.cancel();
    if (refusal === 'changed' || refusal === 'full') startOver(file);
    return failed({ kind: refusal });
  }
  if (!isContinued(arrived)) begin(arrived);
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
  const needed = (lengthOf(arrived) ?? 0) - offsetOf(arrived);
  return needed > (await room()) - ROOM_FOR_OTHERS ? 'full' : null;
};

const PARTIAL = 206;

/** True if the response is the requested rest of a file. */
const isContinued = ({ response, start }: Arrived): boolean => response.status === PARTIAL && start > 0;

/** Where the first byte of the response belongs. */
const offsetOf = (arrived: Arrived): number => (isContinued(arrived) ? arrived.start : 0);

const write = async (arrived: Arrived, progressed: TransferDependencies['progressed']): Promise<Outcome> => {
  const { file, response, silence } = arrived;
  const length = lengthOf(arrived);
  if (response.body === null) return failed({ kind: 'gone' });
  const reader = pieceReader(response.body);
  let at = offsetOf(arrived);
  try {
    progressed({ bytes: at, total: length });
    for (;;) {
      silence.begin();
      const piece = await reader.read();
      silence.end();
      if (piece === null) break;
      if (file.write(piece, at) !== piece.byteLength) throw noRoom();
      at += piece.byteLength;
      progressed({ bytes: at, total: length });
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    // A half file on a full disk would leave no room for what is more important, such as positions.
    if (kindOf(error) === 'full') startOver(file);
    else save(file, at);
    throw error;
  }
  save(file, at);
  return ok({ bytes: at });
};

/** Makes sure that the file on the disk ends where the written bytes end (DOWN-89). Otherwise it is emptied. */
const save = (file: OpenFile, written: number): void => {
  try {
    file.flush();
    if (sizeOf(file) === written) return;
  } catch {
    // What was not flushed is lost, as on a full disk.
  }
  startOver(file);
  throw noRoom();
};

/** The error of a full disk. */
// not translated: a text for developers
export const noRoom = (): DOMException => new DOMException('no room', 'QuotaExceededError');

const sizeOf = (file: OpenFile): number => {
  const size = file.size();
  if (Number.isSafeInteger(size) && size >= 0) return size;
  throw new Error(`The browser gave ${size} as the size of a file.`);
};

type PieceReader = {
  /** The next bytes, which are valid until the next call. Null at the end. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>;
  cancel(): Promise<void>;
};

/**
 * Reads a response piece by piece. Where the browser can, all pieces use the same memory: new memory for each would
 * add up until the browser collects it.
 */
const pieceReader = (body: ReadableStream<Uint8Array<ArrayBuffer>>): PieceReader => {
  try {
    const reader = body.getReader({ mode: 'byob' });
    let memory = new ArrayBuffer(PIECE_BYTES);
    const read = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
      const { done, value } = await reader.read(new Uint8Array(memory));
      if (done || value === undefined) return null;
      memory = value.buffer;
      return value;
    };
    return { read, cancel: async () => reader.cancel() };
  } catch {
    const reader = body.getReader();
    return { read: async () => (await reader.read()).value ?? null, cancel: async () => reader.cancel() };
  }
};

/** Empties the file. Throws if it is not empty then: new data must not be mixed with old data. */
const startOver = (file: OpenFile): void => {
  file.truncate(0);
  if (sizeOf(file) > 0) throw new Error('The browser did not empty a file.');
};

const refusalOf = (arrived: Arrived, isPage: boolean): TransferFailure['kind'] | null => {
  const { status, headers } = arrived.response;
  if (status === 416) return 'changed';
  if (status === 404 || status === 410) return 'gone';
  if (status === 429 || status >= 500) return 'unreachable';
  if (status >= 400) return 'expired';
  if (isContinued(arrived) && !continues(arrived)) return 'changed';
  // Nobody asked for a part, so only its range can say how much of the file it is.
  if (status === PARTIAL && !isContinued(arrived) && lengthOf(arrived) === null) return 'unreachable';
  // Other HTML is not the file. It is the sign-in page of a network, or the page of a proxy.
  return !isPage && /^text\/html\b/i.test(headers.get('Content-Type') ?? '') ? 'unreachable' : null;
};

/** True if a partial response starts where the data ends, and belongs to the same file. */
const continues = ({ response: { headers }, before, start }: Arrived): boolean => {
  // A response of another origin may hide these headers. Then the file counts as the requested one.
  const version = versionIn(headers, before?.validator ?? '') ?? before?.validator;
  const length = wholeLength(headers, start) ?? before?.length;
  return (
    (contentRange(headers)?.start ?? start) === start &&
    length === before?.length &&
    version === before?.validator
  );
};

/** A strong ETag, else the date of the file. Null if the file cannot be continued. */
const validatorOf = ({ headers }: Response): string | null => {
  const tag = headers.get('ETag');
  if (tag?.startsWith('"') === true) return tag;
  return headers.get('Last-Modified');
};

/** The length of the whole file. Null if it is unknown. */
const lengthOf = (arrived: Arrived): number | null => {
  if (isContinued(arrived)) return arrived.before?.length ?? null;
  const { headers, status } = arrived.response;
  if (status !== PARTIAL) return contentLength(headers);
  const range = contentRange(headers);
  return range?.start === 0 ? range.length : null;
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

/** A message from the page to its worker. `id` is the number of the transfer. */
export type ToWorker =
  | {
      readonly kind: 'transfer';
      readonly id: number;
      readonly file: FileId;
      readonly address: string;
      readonly isPage: boolean;
    }
  | { readonly kind: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: TransferProgress }
  | {
      readonly kind: 'ended';
      readonly id: number;
      readonly result: Result<{ readonly bytes: number }, TransferFailure>;
    };
