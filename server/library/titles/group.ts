import { createHash } from 'node:crypto';
import type { ListedFile, ListedFolder } from '../folders/walk.ts';

/** Audio files that form one or more titles, with the files that describe them. */
export interface Group {
  /**
   * The folder of the title, or the file of a title that stands alone. The path counts from the folder of the
   * library.
   */
  readonly place: string;
  readonly isSingle: boolean;
  /** In the order in which they are played. */
  readonly sounds: readonly ListedFile[];
  readonly sidecars: readonly ListedFile[];
  /** A hash of names, sizes and dates. If it is unchanged, no file has to be read. */
  readonly signature: string;
}

const DISC = /^(?:cd|disc|disk|dvd|part|volume|vol)[\s._-]*\d{1,3}$/i;

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares paths folder by folder. Numbers are compared by value: `2` comes before `10`. */
export function comparePaths(one: string, other: string): number {
  const parts = one.split('/');
  const others = other.split('/');
  for (let at = 0; at < Math.min(parts.length, others.length); at++) {
    const order = natural.compare(parts[at] ?? '', others[at] ?? '');
    if (order !== 0) return order;
  }
  return parts.length - others.length || (one < other ? -1 : one > other ? 1 : 0);
}

/**
 * Groups files by folder. The folders of discs belong to the folder above. Each file at the top of the library is a
 * group of its own.
 */
export function groupFolders(folders: readonly ListedFolder[]): readonly Group[] {
  const byPlace = new Map<string, { sounds: ListedFile[]; sidecars: ListedFile[] }>();
  for (const { path, sounds, sidecars } of folders) {
    const place = DISC.test(lastPart(path)) && path.includes('/') ? parentOf(path) : path;
    const group = byPlace.get(place) ?? { sounds: [], sidecars: [] };
    group.sounds.push(...sounds);
    group.sidecars.push(...sidecars);
    byPlace.set(place, group);
  }
  return [...byPlace]
    .flatMap(([place, { sounds, sidecars }]) =>
      place === ''
        ? sounds.map((sound) => groupOf(sound.path, true, [sound], ownSidecars(sound, sidecars)))
        : sounds.length === 0
          ? []
          : [groupOf(place, false, sounds, sidecars)],
    )
    .toSorted((one, other) => comparePaths(one.place, other.place));
}

/** Returns the files with the same name as a sound at the top of the library. */
function ownSidecars(sound: ListedFile, sidecars: readonly ListedFile[]): readonly ListedFile[] {
  return sidecars.filter(({ path }) => withoutExtension(path) === withoutExtension(sound.path));
}

function groupOf(
  place: string,
  isSingle: boolean,
  sounds: readonly ListedFile[],
  sidecars: readonly ListedFile[],
): Group {
  const hash = createHash('sha256');
  for (const { path, size, mtime } of [...sounds, ...sidecars].toSorted((one, other) =>
    one.path < other.path ? -1 : 1,
  )) {
    hash.update(`${path}\0${size}\0${mtime}\0`);
  }
  return {
    place,
    isSingle,
    sounds: sounds.toSorted((one, other) => comparePaths(one.path, other.path)),
    sidecars,
    signature: hash.digest('hex').slice(0, 32),
  };
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const withoutExtension = (path: string): string => path.replace(/\.[^./]*$/, '');
