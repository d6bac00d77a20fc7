import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  type ByteRange,
  checkKey,
  type MediaStore,
  type StoredObject,
  type StoreProblem,
  StoreUnavailableError,
} from './media-store.ts';

/** A bucket, as `MEDIA_STORE` names it. */
export interface StoreAddress {
  readonly bucket: string;
  /** Without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** Undefined for the service of Amazon. */
  readonly endpoint: string | undefined;
  /** Undefined: the client reads it from its own variables. */
  readonly region: string | undefined;
}

/**
 * Reads an address such as `s3://bucket/prefix?endpoint=https://store.example&region=eu-central-1`.
 *
 * @returns null if it is none
 */
export function readStoreAddress(text: string): StoreAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const bucket = url.hostname;
  // These are the rules for the names of buckets.
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/u.test(bucket)) return null;
  const prefix = decoded(url.pathname.replaceAll(/^\/+|\/+$/gu, ''));
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const region = url.searchParams.get('region') ?? undefined;
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'endpoint' || name === 'region');
  if (!isKnown || prefix === null || url.hash !== '' || region === '') return null;
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/u.test(new URL(endpoint).protocol))) {
    return null;
  }
  return { bucket, prefix, endpoint, region };
}

/** Null for a prefix that is no path of a key. */
function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path);
    const parts = text.split('/');
    const isPath = text === '' || parts.every((part) => part !== '' && part !== '.' && part !== '..');
    return isPath ? text : null;
  } catch {
    return null;
  }
}

/** Bytes of a part. A store accepts 10,000 parts, and none below 5 MB but the last. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** Milliseconds until a connection stands, and between two signs of life on it. */
const CONNECT_MS = 2_000;
const SILENCE_MS = 8_000;
/** Milliseconds for a call without a body, with all its attempts. A listener waits for it. */
const CALL_MS = 4_000;
const ATTEMPTS = 3;
/** Listeners read at the same time, each for a short while. */
const CONNECTIONS = 200;

/** Stores objects in a bucket, by the protocol of S3. The client itself finds the credentials in the environment. */
export class S3Store implements MediaStore {
  readonly name: string;
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly prefix: string;
  /** The calls that run. */
  private readonly running = new Set<AbortController>();
  private isClosed = false;

  /** @param keysAtOnce number of keys in one response of the store, for tests */
  constructor(
    { bucket, prefix, endpoint, region }: StoreAddress,
    private readonly keysAtOnce = 1000,
  ) {
    this.bucket = bucket;
    this.prefix = prefix === '' ? '' : `${prefix}/`;
    this.name = `s3://${bucket}/${prefix}`.replace(/\/$/u, '');
    this.client = new S3Client({
      ...(region !== undefined && { region }),
      // A store of one's own has no name for each bucket.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      maxAttempts: ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        httpAgent: { maxSockets: CONNECTIONS, keepAlive: true },
        httpsAgent: { maxSockets: CONNECTIONS, keepAlive: true },
      },
      // The client writes warnings to the console otherwise.
      logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    });
  }

  async put(key: string, body: Readable): Promise<StoredObject> {
    await this.send(key, body, {});
    return this.stored(key);
  }

  async create(key: string, body: Readable): Promise<StoredObject | null> {
    // A file that cannot be opened emits its error at once. `send` notices that the stream was destroyed.
    body.on('error', ignore);
    const isTaken = await this.isTaken(key).catch((error: unknown) => {
      body.destroy();
      throw error;
    });
    if (isTaken) body.destroy();
    // Between the request and the response of the store, another process may have stored something.
    if (isTaken || !(await this.send(key, body, { IfNoneMatch: '*' }))) return null;
    return this.stored(key);
  }

  private async isTaken(key: string): Promise<boolean> {
    return (await this.stat(key)) !== null;
  }

  /** @returns false if the store has an object with this key already, and `condition` forbids to replace it */
  private async send(
    key: string,
    body: Readable,
    condition: { readonly IfNoneMatch?: string },
  ): Promise<boolean> {
    const params = { ...this.objectAt(key), ...condition, Body: body, ChecksumAlgorithm: 'CRC32' as const };
    const problems: Error[] = [];
    body.once('error', (error) => problems.push(error));
    const abortController = new AbortController();
    try {
      this.begin(abortController);
      // After a failure, the parts that were sent are deleted.
      const upload = new Upload({
        client: this.client,
        abortController,
        params,
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
        leavePartsOnError: false,
      });
      await upload.done();
      return true;
    } catch (error) {
      body.destroy();
      const [problemOfBody] = problems;
      if (problemOfBody !== undefined) throw problemOfBody;
      const { status } = detailsOf(error);
      // 409: two processes create the object at the same time.
      if (condition.IfNoneMatch !== undefined && (status === 412 || status === 409)) return false;
      throw this.unavailable(error);
    } finally {
      this.running.delete(abortController);
    }
  }

  private async stored(key: string): Promise<StoredObject> {
    const stored = await this.stat(key);
    if (stored === null) {
      throw new StoreUnavailableError('failed', `${this.name} has lost ${key} at once`);
    }
    return stored;
  }

  async read(key: string, range?: ByteRange, tag?: string): Promise<Readable | null> {
    if (range !== undefined && range.from >= range.to) {
      const stored = await this.stat(key);
      return stored === null || (tag !== undefined && stored.tag !== tag) ? null : Readable.from([]);
    }
    const command = new GetObjectCommand({
      ...this.objectAt(key),
      ...(range && { Range: `bytes=${range.from}-${range.to - 1}` }),
      ...(tag !== undefined && { IfMatch: `"${tag}"` }),
    });
    const response = await this.asked((abortSignal) => this.client.send(command, { abortSignal }));
    if (response === null) return null;
    const { Body: body } = response;
    // Not every store looks at the condition.
    if (tag !== undefined && tagOf(response.ETag ?? '') !== tag) {
      if (body instanceof Readable) body.destroy();
      return null;
    }
    return body instanceof Readable
      ? Readable.from(this.bytesOf(body), { objectMode: false })
      : Readable.from([]);
  }

  /** A connection may fail in the middle. */
  private async *bytesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
    try {
      for await (const chunk of body) yield Buffer.from(chunk);
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  async stat(key: string): Promise<StoredObject | null> {
    const command = new HeadObjectCommand(this.objectAt(key));
    const response = await this.asked((abortSignal) => this.client.send(command, { abortSignal }));
    return response && this.described(key, response.ContentLength, response.LastModified, response.ETag);
  }

  async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.objectAt(key));
    await this.asked((abortSignal) => this.client.send(command, { abortSignal }));
  }

  async *list(prefix: string): AsyncGenerator<StoredObject, void, undefined> {
    const abort = new AbortController();
    const pages = paginateListObjectsV2(
      { client: this.client, pageSize: this.keysAtOnce },
      { Bucket: this.bucket, Prefix: this.prefix + prefix },
      { abortSignal: abort.signal },
    );
    try {
      this.begin(abort);
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', Size, LastModified, ETag } of Contents) {
          // Some tools store an empty object for a folder.
          if (Key.endsWith('/')) continue;
          yield this.described(Key.slice(this.prefix.length), Size, LastModified, ETag);
        }
      }
    } catch (error) {
      throw this.unavailable(error);
    } finally {
      this.running.delete(abort);
    }
  }

  close(): void {
    this.isClosed = true;
    for (const call of this.running) call.abort();
    this.client.destroy();
  }

  /** A call that has begun is ended by `close`. */
  private begin(abort: AbortController): void {
    if (this.isClosed) throw this.closed();
    this.running.add(abort);
  }

  private closed(): StoreUnavailableError {
    return new StoreUnavailableError(
      'unreachable',
      `${this.name} is not used any more, because the process ends`,
    );
  }

  private objectAt(key: string): { readonly Bucket: string; readonly Key: string } {
    checkKey(key);
    return { Bucket: this.bucket, Key: this.prefix + key };
  }

  private described(
    key: string,
    size: number | undefined,
    changed: Date | undefined,
    tag: string | undefined,
  ): StoredObject {
    if (size === undefined || changed === undefined || tag === undefined) {
      throw new StoreUnavailableError('failed', `${this.name} does not say size, date and ETag of ${key}`);
    }
    return {
      key,
      size,
      changedAt: Math.floor(changed.getTime() / 1000) * 1000,
      tag: tagOf(tag),
    };
  }

  /** Asks the store, for a limited time. Null if there is no such object. */
  private async asked<Result>(ask: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), CALL_MS);
    try {
      this.begin(limit);
      return await ask(limit.signal);
    } catch (error) {
      const { name, status } = detailsOf(error);
      const isGone = (status === 404 && name !== 'NoSuchBucket') || status === 412;
      if (isGone) return null;
      throw limit.signal.aborted && !this.isClosed ? this.slow() : this.unavailable(error);
    } finally {
      this.running.delete(limit);
      clearTimeout(timer);
    }
  }

  private slow(): StoreUnavailableError {
    return new StoreUnavailableError('slow', `${this.name} does not respond in time`);
  }

  /** The error of the client is not passed on, because it holds the whole request with its signature. */
  private unavailable(error: unknown): StoreUnavailableError {
    if (error instanceof StoreUnavailableError) return error;
    if (this.isClosed) return this.closed();
    const { name, status, message } = detailsOf(error);
    const problem = (kind: StoreProblem, sentence: string): StoreUnavailableError =>
      new StoreUnavailableError(kind, sentence);
    if (/^(?:CredentialsProviderError|InvalidAccessKeyId|SignatureDoesNotMatch)$/u.test(name)) {
      return problem(
        'refused',
        name === 'CredentialsProviderError'
          ? `there is no key for ${this.name}; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`
          : `${this.name} does not accept the key; check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (${name})`,
      );
    }
    if (name === 'NoSuchBucket') return problem('missing', `there is no bucket ${this.bucket}`);
    if (status === 401 || status === 403) {
      return problem('refused', `${this.name} may not be used with this key (${name})`);
    }
    // The client calls a connection that was cut off a timeout, too.
    if (name === 'TimeoutError' && !/ECONNRESET|EPIPE|hang up/u.test(message)) return this.slow();
    if (status === undefined) return problem('unreachable', `${this.name} cannot be reached (${message})`);
    return problem('failed', `${this.name} failed with ${status} (${name}: ${message})`);
  }
}

/** An ETag without its quotes. */
const tagOf = (header: string): string => header.replaceAll(/^(?:W\/)?"|"$/gu, '');

const ignore = (): void => undefined;

function detailsOf(error: unknown): { name: string; status: number | undefined; message: string } {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return { name, status, message };
}
