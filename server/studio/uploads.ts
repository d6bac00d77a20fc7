import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, parse, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Server, type Upload } from '@tus/server';
import { DatabaseUnavailableError, isStorable } from '../db/errors.ts';
import { ApiError } from '../http/validation.ts';
import { isUsedName } from '../library/folders/walk.ts';
import { pointsOf } from '../library/read/pictures.ts';
import { linkedOrCopied } from '../store/file-store.ts';
import { type ClaimedKeys, type MediaStore, StoreUnavailableError } from '../store/media-store.ts';
import { inSyncedFolder, syncFile } from '../synced-files.ts';

const MOST_NUMBERS = 1000;

/** Moves a file to a path of the uploads. The store may be a folder, or the store of the media. */
export type MoveUpload = (file: string, path: string) => Promise<void>;

/**
 * Moves a file into a folder. A file that is there is never overwritten: if it has other contents, the new file gets a
 * number. If it has the same contents, the new file is not needed and is deleted.
 *
 * @param path the wanted path, relative to the folder
 */
export async function moveFile(file: string, folder: string, path: string): Promise<void> {
  await syncFile(file);
  await inSyncedFolder(dirname(join(folder, path)), async () => {
    for (const free of numbered(path)) {
      const target = join(folder, free);
      if ((await linkedOrCopied(file, target)) || (await isSame(file, target))) return;
    }
    throw tooMany(path);
  });
  await rm(file, { force: true });
}

/**
 * Moves a file into the store, by the same rules as `moveFile`. It waits while another process stores a file with the
 * same name.
 *
 * @param prefix the keys of the uploads begin with it, and with a slash after it
 * @throws {StoreUnavailableError} if the store cannot be used; the file then stays where it is
 */
export async function storeFile(
  file: string,
  store: MediaStore,
  claims: ClaimedKeys,
  prefix: string,
  path: string,
): Promise<void> {
  for (const free of numbered(path)) {
    const key = `${prefix}/${free}`;
    const isThere = await claims.alone(store.name, key, () => storeAt(file, store, key));
    // The file is stored later. With another name, the same file could be stored twice.
    if (isThere === null) throw new StoreUnavailableError('failed', `another process stores ${key} now`);
    if (isThere) {
      await rm(file, { force: true });
      return;
    }
  }
  throw tooMany(path);
}

/** @returns false if there is another object with this key */
async function storeAt(file: string, store: MediaStore, key: string): Promise<boolean> {
  const stored = await store.create(key, createReadStream(file));
  if (stored !== null && stored.size !== (await stat(file)).size) {
    await store.delete(key);
    throw new StoreUnavailableError('failed', `${store.name} stored a part of ${key} only`);
  }
  return stored !== null || isStored(file, store, key);
}

/** Yields the wanted path, then the same path with a number: "a.mp3", "a (2).mp3", "a (3).mp3" and so on. */
function* numbered(path: string): Generator<string, void, undefined> {
  yield path;
  const { dir, name, ext } = parse(path);
  for (let number = 2; number <= MOST_NUMBERS; number += 1)
    yield posix.join(dir, `${name} (${number})${ext}`);
}

const tooMany = (path: string): Error => new Error(`There are too many files with the name of ${path}.`);

async function isStored(file: string, store: MediaStore, key: string): Promise<boolean> {
  const [own, found] = [await stat(file), await store.stat(key)];
  if (found === null || own.size !== found.size) return false;
  const bytes = await store.read(key, undefined, found.tag);
  return bytes !== null && (await hashOf(bytes)) === (await hashOf(createReadStream(file)));
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [own, found] = await Promise.all([stat(one), stat(other)]);
  if (!found.isFile() || own.size !== found.size) return false;
  const [hash, otherHash] = [await hashOf(createReadStream(one)), await hashOf(createReadStream(other))];
  return hash === otherHash;
}

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}

/** Bytes that stay free, so that the database can still write. */
const RESERVE = 64 * 1024 * 1024;

export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

export const fullDiskError = (): ApiError =>
  new ApiError(507, 'full-disk', 'The disk of the provider has too little space for this file.');

/** Whether a file of this size fits on the disk of a folder. A disk that does not say so fits everything. */
async function hasSpace(folder: string, bytes: number): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found === null || found.bavail * found.bsize >= bytes + RESERVE;
}

/** File systems allow 255 bytes. A number may be added to the name. */
const LONGEST_NAME_BYTES = 200;
const LONGEST_PATH_BYTES = 800;
const MOST_FOLDERS = 8;
/** Characters. A path may become shorter when it is made safe. */
const LONGEST_GIVEN = 4 * LONGEST_PATH_BYTES;
const TOO_LONG = { refusal: `A path may have at most ${LONGEST_PATH_BYTES} bytes.` } as const;

/** Names that Windows reserves for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/iu;

/** The path of an uploaded file below the folder of the uploads, or the reason why it has none. */
export type UploadPath = { readonly path: string } | { readonly refusal: string };

/**
 * Makes a safe path of the name that the sender gave. Names that would lead out of the folder are refused. Names that only
 * some systems cannot store are changed.
 */
export function uploadPath(given: string): UploadPath {
  if (!isStorable(given) || /\p{Cc}/u.test(given))
    return { refusal: 'A name must not contain control characters.' };
  if (given.length > LONGEST_GIVEN) return TOO_LONG;
  if (/^(?:[/\\]|[a-z]:)/iu.test(given)) return { refusal: 'A name must not be an absolute path.' };
  // One spelling of accents, because systems differ in it.
  const parts = given.normalize('NFC').split(/[/\\]/u);
  if (parts.some((part) => part === '..' || part === '.'))
    return { refusal: 'A name must not contain "..".' };
  if (parts.length > MOST_FOLDERS + 1) return { refusal: `At most ${MOST_FOLDERS} folders may be nested.` };
  const names = parts.map(safeName);
  const last = names.at(-1) ?? '';
  if (names.some((name) => name === '')) return { refusal: 'A name must not be empty.' };
  if (names.some((name) => name.startsWith('.'))) return { refusal: 'A name must not begin with a dot.' };
  if (names.some((name) => Buffer.byteLength(name) > LONGEST_NAME_BYTES)) {
    return { refusal: `A name may have at most ${LONGEST_NAME_BYTES} bytes.` };
  }
  const path = names.join('/');
  if (Buffer.byteLength(path) > LONGEST_PATH_BYTES) {
    return TOO_LONG;
  }
  return isUsedName(last)
    ? { path }
    : { refusal: 'Only audio files, covers, cue sheets, descriptions and transcripts can be uploaded.' };
}

function safeName(name: string): string {
  const stored = name
    .replaceAll(/[<>:"|?*]/gu, '_')
    .replace(/[. ]+$/u, '')
    .trim();
  return RESERVED.test(stored) ? `_${stored}` : stored;
}

const GB = 1024 ** 3;
const LARGEST = 4 * GB;
/** Unfinished uploads of one person: their number, and the bytes that they still need. */
const MOST_OPEN = 50;
const MOST_OPEN_BYTES = 40 * GB;
/** Names the person who uploads. The routes set it. */
export const UPLOADER = 'hark-uploader';
/** Tells the requests of a process apart. */
const REQUEST = 'hark-request';
/** The name of the metadata in which the person is stored. */
const OWNER = 'owner';

/** An upload that is not complete, with the bytes that are still to come. */
interface OpenUpload {
  readonly owner: string;
  readonly missing: number;
}
const DAY_MS = 86_400_000;
const TIDY_MS = 3_600_000;
/** Milliseconds until a finished upload is moved again after the store could not be used. */
const RETRY_MS = 30_000;
const PICTURE = /\.(?:jpe?g|png|webp|avif|gif)$/iu;
/** The name of the metadata in which the safe path is stored. */
const PATH = 'path';

export interface UploadsOptions {
  /** Puts a finished file where imports find it. */
  readonly move: MoveUpload;
  /** The folder of unfinished files. */
  readonly parts: string;
  readonly log: (line: string) => void;
}

/** Receives files by the tus protocol, in parts, also after interruptions and restarts. */
export class Uploads {
  private readonly store: FileStore;
  private readonly server: Server;
  private readonly timer: NodeJS.Timeout;
  private retry: NodeJS.Timeout | undefined;
  /** The ids of the uploads that are being moved. */
  private readonly moving = new Map<string, Promise<void>>();
  /** Uploads that were accepted and may not be on the disk yet, by their request. */
  private readonly accepting = new Map<string, OpenUpload & { readonly id: string }>();
  /** Uploads are accepted one after the other, so that each counts for the next one. */
  private lastAccepted: Promise<unknown> = Promise.resolve();

  /** @param path the address of the uploads */
  constructor(
    path: string,
    private readonly options: UploadsOptions,
  ) {
    this.store = new FileStore({ directory: options.parts, expirationPeriodInMilliseconds: DAY_MS });
    this.server = new Server({
      path,
      datastore: this.store,
      maxSize: LARGEST,
      relativeLocation: true,
      onUploadCreate: async (request, upload) => {
        const owner = request.headers.get(UPLOADER) ?? '';
        const accepted = this.lastAccepted.then(() =>
          this.accepted(upload, owner, request.headers.get(REQUEST) ?? ''),
        );
        this.lastAccepted = accepted.catch(() => undefined);
        return { metadata: await accepted };
      },
      onUploadFinish: async (_request, upload) => {
        await this.finish(upload.id);
        return {};
      },
      onResponseError: (_request, error) => described(error),
    });
    this.timer = setInterval(() => void this.tidy(), TIDY_MS);
    this.timer.unref();
  }

  /** Handles a request of the protocol. Errors are JSON, as those of all other calls. */
  async handle(request: Request): Promise<Response> {
    await mkdir(this.options.parts, { recursive: true });
    const key = randomUUID();
    request.headers.set(REQUEST, key);
    const response = await this.server.handleWeb(request).finally(() => this.accepting.delete(key));
    if (response.status < 400 || request.method === 'HEAD') return response;
    const text = await response.text();
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    headers.set('content-type', 'application/json; charset=utf-8');
    const isFull = response.status === 500 && !(await hasSpace(this.options.parts, 0));
    const problem = isFull ? asBody(fullDiskError()).body : text;
    const body = problem.startsWith('{') ? problem : errorBody('refused', problem.trim());
    return new Response(body, { status: isFull ? 507 : response.status, headers });
  }

  /**
   * Moves files that are complete and were not moved yet, and deletes unfinished ones after a day. So does it with files
   * that no upload names, such as the half of a PDF whose process was killed.
   */
  async tidy(): Promise<void> {
    clearTimeout(this.retry);
    this.retry = undefined;
    const names = await readdir(this.options.parts).catch(() => []);
    const uploads = new Set(names);
    for (const name of names.filter((each) => !each.endsWith('.json') && !uploads.has(`${each}.json`))) {
      const file = join(this.options.parts, name);
      const found = await stat(file).catch(() => null);
      if (found !== null && Date.now() - found.mtimeMs > DAY_MS) await rm(file, { force: true });
    }
    for (const name of names.filter((each) => each.endsWith('.json'))) {
      const id = name.slice(0, -'.json'.length);
      try {
        const { offset, size, creation_date: begun } = await this.store.getUpload(id);
        const isWhole = size !== undefined && offset === size;
        if (isWhole) await this.finish(id);
        else if (Date.now() - Date.parse(begun ?? '') > DAY_MS) await this.store.remove(id);
      } catch (error) {
        this.options.log(`uploads: ${id} cannot be completed: ${messageOf(error)}`);
      }
    }
  }

  close(): void {
    clearInterval(this.timer);
    clearTimeout(this.retry);
  }

  /** @throws {ApiError} if the file cannot be uploaded */
  private async accepted(
    { id, metadata, size }: Upload,
    owner: string,
    request: string,
  ): Promise<Record<string, string | null>> {
    const refuse = (status: number, message: string): ApiError =>
      new ApiError(status, 'refused-upload', message);
    const given = metadata?.['relativePath'];
    const name = given === undefined || given === null || given === '' ? metadata?.['filename'] : given;
    if (name === undefined || name === null) throw refuse(422, 'An upload needs a filename.');
    const path = uploadPath(name);
    if ('refusal' in path) throw refuse(422, path.refusal);
    if (size === undefined) throw refuse(422, 'An upload needs its length from the start.');
    if (size === 0) throw refuse(422, 'The file is empty.');
    if (size > LARGEST) throw refuse(413, TOO_LARGE);
    const open = await this.openUploads();
    const own = open.filter((each) => each.owner === owner);
    if (own.length >= MOST_OPEN || sumOf(own) + size > MOST_OPEN_BYTES)
      throw refuse(429, 'Too many uploads of yours are not finished. Finish or cancel them first.');
    // What others have begun needs its space, too (STU-61).
    if (!(await hasSpace(this.options.parts, sumOf(open) + size))) throw fullDiskError();
    this.accepting.set(request, { id, owner, missing: size });
    return { ...metadata, [PATH]: path.path, [OWNER]: owner };
  }

  /** The uploads that are not complete. */
  private async openUploads(): Promise<readonly OpenUpload[]> {
    // Before the listing: what is on the disk by then is listed.
    const accepting = [...this.accepting.values()];
    const names = await readdir(this.options.parts).catch(() => []);
    const open: OpenUpload[] = [];
    const ids = new Set<string>();
    for (const name of names.filter((each) => each.endsWith('.json'))) {
      const id = name.slice(0, -'.json'.length);
      const stored = await this.store.getUpload(id).catch(() => null);
      if (stored === null) continue;
      ids.add(id);
      const missing = (stored.size ?? 0) - stored.offset;
      if (missing > 0) open.push({ owner: stored.metadata?.[OWNER] ?? '', missing });
    }
    return [...open, ...accepting.filter(({ id }) => !ids.has(id))];
  }

  /** Sending a file to a store takes long. Meanwhile it is not sent a second time. */
  private finish(id: string): Promise<void> {
    const moving = this.moving.get(id) ?? this.moveFinished(id).finally(() => this.moving.delete(id));
    this.moving.set(id, moving);
    return moving;
  }

  private async moveFinished(id: string): Promise<void> {
    const { metadata } = await this.store.getUpload(id);
    const path = uploadPath(metadata?.[PATH] ?? '');
    if ('refusal' in path) throw new ApiError(422, 'refused-upload', path.refusal);
    const file = join(this.options.parts, id);
    if (PICTURE.test(path.path) && (await pointsOf(file)) === null) {
      await this.store.remove(id);
      throw new ApiError(422, 'refused-upload', 'This file is not a JPEG, PNG, WebP, GIF or AVIF picture.');
    }
    try {
      await this.options.move(file, path.path);
      await this.store.configstore.delete(id);
    } catch (error) {
      this.options.log(`uploads: ${path.path} cannot be stored: ${messageOf(error)}`);
      if (error instanceof StoreUnavailableError || error instanceof DatabaseUnavailableError) {
        // The file is complete. It waits on the disk.
        this.retry ??= setTimeout(() => void this.tidy(), RETRY_MS).unref();
        throw new ApiError(503, 'unavailable', 'The file is here, and is stored a little later.');
      }
      if (isFullDisk(error)) throw fullDiskError();
      const isInTheWay =
        error instanceof Error && 'code' in error && /^(?:ENOTDIR|EEXIST)$/u.test(String(error.code));
      throw new ApiError(
        isInTheWay ? 422 : 500,
        'refused-upload',
        isInTheWay
          ? 'A file has the name of this folder.'
          : 'The file could not be stored. The log says why.',
      );
    }
  }
}

const sumOf = (uploads: readonly OpenUpload[]): number =>
  uploads.reduce((sum, { missing }) => sum + missing, 0);

function messageOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}

const TOO_LARGE = 'A file may have at most 4 GB.';
const errorBody = (code: string, message: string): string => JSON.stringify({ error: { code, message } });

const asBody = ({ status, code, message }: ApiError) => ({
  status_code: status,
  body: errorBody(code, message),
});

/** The response to an error of our own, or of the protocol. */
function described(error: Error | { status_code: number; body: string }) {
  if (error instanceof ApiError) return asBody(error);
  if (!('status_code' in error)) return undefined;
  const message = error.status_code === 413 ? TOO_LARGE : error.body.trim();
  return { status_code: error.status_code, body: errorBody('refused', message) };
}
