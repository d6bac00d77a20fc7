import { type Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSoundName } from '../read/read-file.ts';
import { sidecarFormatOf } from '../read/sidecar-names.ts';
import { whyNotSound } from '../read/unplayable.ts';

/** A file that the library uses: path, size and date, without its contents. */
export interface ListedFile {
  /** Path from the folder of the library, with slashes. */
  readonly path: string;
  readonly size: number;
  /** Date of the last change, in whole epoch milliseconds. */
  readonly mtime: number;
}

/** The used files of one folder. */
export interface ListedFolder {
  /** Path from the folder of the library; empty for that folder itself. */
  readonly path: string;
  readonly sounds: readonly ListedFile[];
  /** Covers, cue sheets, descriptions and transcripts. */
  readonly sidecars: readonly ListedFile[];
}

export interface NotListed {
  readonly path: string;
  readonly reason: string;
}

export interface Walk {
  /** The paths of all folders, also of folders without used files. */
  readonly directories: readonly string[];
  readonly folders: readonly ListedFolder[];
  readonly refused: readonly NotListed[];
  /** The paths of folders that cannot be read. Their known titles stay as they are (CAT-161). */
  readonly unreadable: readonly string[];
}

const COVER = /^(?:cover|folder)\.(?:jpe?g|png|webp|avif|gif)$/iu;

/** True for a name that a transcript may have (TEXT-50). */
export const isTranscriptName = (name: string): boolean =>
  /\.(?:vtt|srt|lrc|json|txt|html?|ttml|dfxp|sbv|smi|sami|ass|ssa)$/iu.test(name) &&
  sidecarFormatOf(name) === null;

/** True for the name of a file that an import uses: a sound, a cover, a cue sheet, a description or a transcript. */
export const isUsedName = (name: string): boolean =>
  isSoundName(name) || sidecarFormatOf(name) !== null || COVER.test(name) || isTranscriptName(name);

/** Folders in which systems keep deleted files, snapshots and thumbnails. */
const SYSTEM_FOLDERS = new Set([
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  '@eadir',
  '@recently-snapshot',
  '@recycle',
  '@sharebin',
  '@sharesnap',
  '@tmp',
  '@transcode',
  '__macosx',
  '_gsdata_',
  'found.000',
  'lost+found',
  'lost.dir',
  'network trash folder',
  'recycled',
  'recycler',
  'system volume information',
  'temporary items',
  'thevolumesettingsfolder',
  'trashbox',
]);

/** True for the name of a file or folder that is no title: hidden, or made by a system (CAT-144). */
export const isIgnored = (name: string): boolean =>
  name.startsWith('.') || SYSTEM_FOLDERS.has(name.toLowerCase());

/** The deepest level of folders. Without a limit, a mount inside itself would never end. */
const DEEPEST = 40;
const AT_ONCE = 16;

/**
 * Lists the used files of a folder and of all folders in it. Symbolic links are not followed, because they may lead
 * out of the folder.
 *
 * @throws if the folder itself cannot be read
 */
export async function walk(root: string, signal?: AbortSignal): Promise<Walk> {
  const directories: string[] = [];
  const folders: ListedFolder[] = [];
  const refused: NotListed[] = [];
  const unreadable: string[] = [];
  const open: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  let current = open.pop();
  while (current !== undefined) {
    signal?.throwIfAborted();
    const { path, depth } = current;
    directories.push(path);
    const unread = (error: unknown): [] => {
      if (path === '') throw error;
      unreadable.push(path);
      refused.push({ path, reason: `the folder cannot be read (${codeOf(error)})` });
      return [];
    };
    const entries = await entriesOf(join(root, path)).catch(unread);
    const files: { readonly path: string; readonly isSound: boolean }[] = [];
    for (const { entry, isText } of entries) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (isIgnored(entry.name)) continue;
      const isSound = isSoundName(entry.name);
      const reason = whyNotSound(entry.name);
      if (!isText) {
        refused.push({ path: inside, reason: 'its name is not valid UTF-8; rename it' });
      } else if (entry.isSymbolicLink()) {
        refused.push({ path: inside, reason: 'it is a symbolic link, and links are not followed' });
      } else if (entry.isDirectory()) {
        if (depth < DEEPEST) open.push({ path: inside, depth: depth + 1 });
        else refused.push({ path: inside, reason: 'the folders are nested too deep' });
      } else if (isUsedName(entry.name)) {
        if (entry.isFile()) files.push({ path: inside, isSound });
        else if (isSound) refused.push({ path: inside, reason: 'it is not a regular file' });
      } else if (reason !== null) refused.push({ path: inside, reason });
    }
    const listed = await statAll(root, files).catch(unread);
    if (listed.length > 0) {
      folders.push({
        path,
        sounds: listed.flatMap(({ file, isSound }) => (isSound ? [file] : [])),
        sidecars: listed.flatMap(({ file, isSound }) => (isSound ? [] : [file])),
      });
    }
    current = open.pop();
  }
  return { directories, folders, refused, unreadable };
}

interface Named {
  readonly entry: Dirent;
  /** False if the name is not valid UTF-8. */
  readonly isText: boolean;
}

async function entriesOf(path: string): Promise<readonly Named[]> {
  const entries = await readdir(path, { withFileTypes: true });
  // Node replaces invalid bytes by this character. A real name hardly ever contains it.
  return entries.map((entry) => ({ entry, isText: !entry.name.includes('\ufffd') }));
}

async function statAll(root: string, files: readonly { readonly path: string; readonly isSound: boolean }[]) {
  const listed: { readonly file: ListedFile; readonly isSound: boolean }[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = await Promise.all(
      files.slice(at, at + AT_ONCE).map(async ({ path, isSound }) => {
        // A file that disappears during the listing is left out.
        const found = await lstat(join(root, path)).catch((error: unknown) => {
          if (codeOf(error) === 'ENOENT') return null;
          throw error;
        });
        if (found === null) return [];
        return [{ file: { path, size: found.size, mtime: Math.round(found.mtimeMs) }, isSound }];
      }),
    );
    listed.push(...some.flat());
  }
  return listed;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return String(error);
  return error.code === 'EACCES' ? 'permission denied' : String(error.code);
}
