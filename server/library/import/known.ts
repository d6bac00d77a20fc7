import { sql } from 'kysely';
import { FACTS_VERSION, type FileFacts } from '../read/read-file.ts';
import type { ListedFile } from '../folders/walk.ts';
import type { LibraryDatabase } from '../tables.ts';
import type { Group } from '../titles/group.ts';

/** A row of a file from an earlier import. */
export interface KnownFile {
  readonly path: string;
  readonly location: string;
  readonly size: number;
  readonly mtime: number;
  readonly title_id: string | null;
  /** True if this release has read the file. */
  readonly is_read: boolean;
  readonly gone_at: number | null;
}

/** The differences between a folder and its last import. Everything else in the folder is unchanged. */
export interface Comparison {
  readonly folder: string;
  /** New and changed groups. Groups with known files come first. */
  readonly dirty: readonly Group[];
  /** The locations of groups that no longer exist. */
  readonly vanished: readonly string[];
  /** Paths of known files that no longer exist, or have changed. */
  readonly stale: ReadonlySet<string>;
  /** Ids of the titles of the stale files. */
  readonly touched: ReadonlySet<string>;
  /** All sound files of the folder, by path. */
  readonly listed: ReadonlyMap<string, ListedFile>;
  /** True for a path that may exist, because its folder cannot be read (CAT-161). */
  readonly isHidden: (path: string) => boolean;
  /** Number of files that have to be read. */
  readonly toRead: number;
}

const AT_ONCE = 500;

/** Compares the groups of a folder with the last import. It opens no file. */
export async function compare(
  db: LibraryDatabase,
  folder: string,
  groups: readonly Group[],
  unreadable: readonly string[],
): Promise<Comparison> {
  const rows = await db
    .selectFrom('library_groups')
    .select(['location', 'signature'])
    .where('folder', '=', folder)
    .execute();
  const imported = new Map(rows.map(({ location, signature }) => [location, signature]));
  // A known title keeps its chapters while one of its folders cannot be read.
  const isPartly = (location: string): boolean =>
    imported.has(location) && unreadable.some((path) => path.startsWith(`${location}/`));
  const changed = groups.filter(
    ({ location, signature }) => imported.get(location) !== signature && !isPartly(location),
  );
  const locations = new Set(groups.map(({ location }) => location));
  const isHidden = (location: string): boolean =>
    unreadable.some((path) => location === path || location.startsWith(`${path}/`));

  const listed = new Map(groups.flatMap(({ sounds }) => sounds.map((file) => [file.path, file] as const)));
  const stale = new Set<string>();
  const touched = new Set<string>();
  const knownLocations = new Set<string>();
  let fresh = 0;
  const look = (known: readonly KnownFile[]): void => {
    for (const row of known) {
      const file = listed.get(row.path);
      const isSame = file?.size === row.size && file.mtime === row.mtime;
      if (isSame && row.is_read) fresh += 1;
      if (row.gone_at !== null || isHidden(row.path)) continue;
      knownLocations.add(row.location);
      if (isSame) continue;
      stale.add(row.path);
      if (row.title_id !== null) touched.add(row.title_id);
    }
  };
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    look(await knownFiles(db, folder, changed.slice(at, at + AT_ONCE)));
  }
  const vanished = [...imported.keys()].filter((location) => !locations.has(location) && !isHidden(location));
  const gone = await filesAtLocations(db, folder, vanished);
  for (const row of gone) {
    // The file may belong to another group now.
    if (row.gone_at !== null || listed.has(row.path) || isHidden(row.path)) continue;
    stale.add(row.path);
    if (row.title_id !== null) touched.add(row.title_id);
  }
  return {
    folder,
    dirty: [
      ...changed.filter(({ location }) => knownLocations.has(location)),
      ...changed.filter(({ location }) => !knownLocations.has(location)),
    ],
    vanished,
    stale,
    touched,
    listed,
    isHidden,
    toRead: changed.reduce((sum, { sounds }) => sum + sounds.length, 0) - fresh,
  };
}

const COLUMNS = ['path', 'location', 'size', 'mtime', 'title_id', 'gone_at'] as const;
const isRead = sql<boolean>`coalesce(facts ->> 'version' = ${FACTS_VERSION}, false)`.as('is_read');

/** The known files of some groups: all files at their locations, and files that moved there from another location. */
async function knownFiles(
  db: LibraryDatabase,
  folder: string,
  groups: readonly Group[],
): Promise<readonly KnownFile[]> {
  const paths = groups.flatMap(({ sounds }) => sounds.map(({ path }) => path));
  const locations = groups.map(({ location }) => location);
  return db
    .selectFrom('library_files')
    .select([...COLUMNS, isRead])
    .where('folder', '=', folder)
    .where(sql<boolean>`(location = any(${locations}) or path = any(${paths}))`)
    .execute();
}

async function filesAtLocations(
  db: LibraryDatabase,
  folder: string,
  locations: readonly string[],
): Promise<readonly KnownFile[]> {
  const rows: KnownFile[] = [];
  for (let at = 0; at < locations.length; at += AT_ONCE) {
    rows.push(
      ...(await db
        .selectFrom('library_files')
        .select([...COLUMNS, isRead])
        .where('folder', '=', folder)
        .where(sql<boolean>`location = any(${locations.slice(at, at + AT_ONCE)})`)
        .execute()),
    );
  }
  return rows;
}

/** Facts of the known and unchanged files of some groups, by path. Another version of the code may have read them. */
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
