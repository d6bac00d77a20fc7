import { sql } from 'kysely';
import type { FileFacts } from '../read/read-file.ts';
import type { LibraryDatabase } from '../tables.ts';
import type { Group } from '../titles/group.ts';

/** A file as an earlier import left it. */
export interface KnownFile {
  readonly path: string;
  readonly place: string;
  readonly size: number;
  readonly mtime: number;
  readonly title_id: string | null;
  readonly is_refused: boolean;
  readonly gone_at: number | null;
}

/** What an import has to look at: nothing else in the folder changed. */
export interface Comparison {
  readonly folder: string;
  /** The groups that are new or changed, those with known files first. */
  readonly dirty: readonly Group[];
  /** The groups that are no longer there. */
  readonly vanished: readonly string[];
  /** Paths of rows that no longer describe a file: it is gone, or has other contents. */
  readonly stale: ReadonlySet<string>;
  /** The titles of the stale rows. */
  readonly touched: ReadonlySet<string>;
  /** How many files have to be read. */
  readonly toRead: number;
}

const AT_ONCE = 500;

/** Compares the groups of a folder with those that were imported. No file is opened. */
export async function compare(
  db: LibraryDatabase,
  folder: string,
  groups: readonly Group[],
  unreadable: readonly string[],
): Promise<Comparison> {
  const rows = await db
    .selectFrom('library_places')
    .select(['place', 'signature'])
    .where('folder', '=', folder)
    .execute();
  const imported = new Map(rows.map(({ place, signature }) => [place, signature]));
  const changed = groups.filter(({ place, signature }) => imported.get(place) !== signature);
  const places = new Set(groups.map(({ place }) => place));
  const isHidden = (place: string): boolean =>
    unreadable.some((path) => place === path || place.startsWith(`${path}/`));

  const listed = new Map(groups.flatMap(({ sounds }) => sounds.map((file) => [file.path, file] as const)));
  const stale = new Set<string>();
  const touched = new Set<string>();
  const knownPlaces = new Set<string>();
  let fresh = 0;
  const look = (known: readonly KnownFile[]): void => {
    for (const row of known) {
      const file = listed.get(row.path);
      const isSame = file?.size === row.size && file.mtime === row.mtime;
      if (isSame && !row.is_refused) fresh += 1;
      if (row.gone_at !== null || isHidden(row.path)) continue;
      knownPlaces.add(row.place);
      if (isSame) continue;
      stale.add(row.path);
      if (row.title_id !== null) touched.add(row.title_id);
    }
  };
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    look(await knownFiles(db, folder, changed.slice(at, at + AT_ONCE)));
  }
  const vanished = [...imported.keys()].filter((place) => !places.has(place) && !isHidden(place));
  const gone = await filesOfPlaces(db, folder, vanished);
  for (const row of gone) {
    // The file may be in another group now.
    if (row.gone_at !== null || listed.has(row.path) || isHidden(row.path)) continue;
    stale.add(row.path);
    if (row.title_id !== null) touched.add(row.title_id);
  }
  return {
    folder,
    dirty: [
      ...changed.filter(({ place }) => knownPlaces.has(place)),
      ...changed.filter(({ place }) => !knownPlaces.has(place)),
    ],
    vanished,
    stale,
    touched,
    toRead: changed.reduce((sum, { sounds }) => sum + sounds.length, 0) - fresh,
  };
}

const COLUMNS = ['path', 'place', 'size', 'mtime', 'title_id', 'gone_at'] as const;
const isRefused = sql<boolean>`refusal is not null`.as('is_refused');

/** The known files at the places of some groups, and those that were at other places before. */
async function knownFiles(
  db: LibraryDatabase,
  folder: string,
  groups: readonly Group[],
): Promise<readonly KnownFile[]> {
  const paths = groups.flatMap(({ sounds }) => sounds.map(({ path }) => path));
  const places = groups.map(({ place }) => place);
  return db
    .selectFrom('library_files')
    .select([...COLUMNS, isRefused])
    .where('folder', '=', folder)
    .where(sql<boolean>`(place = any(${places}) or path = any(${paths}))`)
    .execute();
}

async function filesOfPlaces(
  db: LibraryDatabase,
  folder: string,
  places: readonly string[],
): Promise<readonly KnownFile[]> {
  const rows: KnownFile[] = [];
  for (let at = 0; at < places.length; at += AT_ONCE) {
    rows.push(
      ...(await db
        .selectFrom('library_files')
        .select([...COLUMNS, isRefused])
        .where('folder', '=', folder)
        .where(sql<boolean>`place = any(${places.slice(at, at + AT_ONCE)})`)
        .execute()),
    );
  }
  return rows;
}

/** The facts of the files of a group that are known and unchanged, by path. */
export async function knownFacts(
  db: LibraryDatabase,
  folder: string,
  groups: readonly Group[],
): Promise<ReadonlyMap<string, FileFacts>> {
  const files = new Map(groups.flatMap(({ sounds }) => sounds.map((file) => [file.path, file] as const)));
  const rows = await db
    .selectFrom('library_files')
    .select(['path', 'size', 'mtime', 'facts'])
    .where('folder', '=', folder)
    .where(sql<boolean>`path = any(${[...files.keys()]})`)
    .where('facts', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap(({ path, size, mtime, facts }) => {
      const file = files.get(path);
      return facts !== null && file?.size === size && file.mtime === mtime ? [[path, facts] as const] : [];
    }),
  );
}
