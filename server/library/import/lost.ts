import type { ReportedTitle } from './import-log.ts';

/** Milliseconds. An import that finds most titles gone hides them only if an import this long before found the same. */
export const CONFIRM_MS = 2 * 3600_000;

/** A title whose files are all gone. */
export interface GoneTitle extends ReportedTitle {
  /** When an import first kept the title although its files were gone. */
  readonly lostSince: number | null;
}

export interface Gone {
  readonly titles: readonly GoneTitle[];
  /** Number of titles in the catalogue before the import. */
  readonly shown: number;
  /** Number of titles that were hidden in the last hours without a confirmation. */
  readonly hiddenBefore: number;
  /** Locations where the import found other sound. The files of a title there were replaced. */
  readonly replaced: ReadonlySet<string>;
  /** Folders that exist, without any sound in them. A disk that is not mounted looks like this. */
  readonly emptyFolders: ReadonlySet<string>;
}

/**
 * The titles whose files may be gone only because a disk is not mounted (CAT-160): all of them, if most titles of the
 * folder are gone; else those of an empty folder inside it that had several titles. The only title of a library may be
 * gone for good if the library has other files. A title that is lost once stays lost, whatever else is found.
 */
export function lostTitles(gone: Gone): readonly GoneTitle[] {
  const { shown, hiddenBefore, replaced, emptyFolders } = gone;
  const titles = gone.titles.filter(({ location }) => !replaced.has(location));
  const count = titles.length + hiddenBefore;
  const areMost = count > 1 && count * 2 > shown + hiddenBefore;
  const emptyAbove = ({ location }: GoneTitle): string | undefined =>
    foldersAbove(location).find((path) => emptyFolders.has(path));
  const counts = new Map<string | undefined, number>();
  for (const path of titles.map(emptyAbove)) counts.set(path, (counts.get(path) ?? 0) + 1);
  return titles.filter((title) => {
    const path = emptyAbove(title);
    const isEmptied = path === '' || (path !== undefined && (counts.get(path) ?? 0) > 1);
    return areMost || isEmptied || title.lostSince !== null;
  });
}

/** The folders of a path, the outermost first, and the path itself. */
export const foldersAbove = (path: string): readonly string[] => {
  const parts = path.split('/');
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
};

/** True if an earlier import found the title gone, long enough ago. */
export const isConfirmed = ({ lostSince }: GoneTitle, now: number): boolean =>
  lostSince !== null && now - lostSince >= CONFIRM_MS;

/** Says what became of the lost titles and what to do; null if there are none. It stays the same until that changes. */
export function lostWarning(
  lost: readonly GoneTitle[],
  shown: number,
  folder: string,
  now: number,
): string | null {
  if (lost.length === 0) return null;
  const end = Math.max(...lost.map(({ lostSince }) => lostSince ?? now)) + CONFIRM_MS;
  const hour = new Date(end).toISOString().slice(0, 16).replace('T', ' ');
  return (
    `The files of ${lost.length} of ${shown} titles are gone. The titles stay in the catalogue, because a disk may ` +
    `not be mounted. Mount it again. If the files are gone for good, an import after ${hour} UTC hides the titles, and ` +
    `"npm run admin -- import --accept-missing ${JSON.stringify(folder)}" hides them now.`
  );
}
