import { createHash } from 'node:crypto';
import type { ListedFile, ListedFolder } from '../folders/walk.ts';
import { authorsIn, namesOf, withoutRoles } from '../read/names.ts';
import { moduleBeside, versionOfCode } from '../read/code-version.ts';
import { words } from '../read/bytes.ts';
import { transcriptFinder } from './transcript-files.ts';
import {
  comparable,
  type Part,
  type PartKind,
  readPart,
  volumeAtStart,
  volumeInSeries,
  withoutPart,
} from '../read/part-names.ts';
import { type Description, known, seriesIn } from '../read/description.ts';

/** Folders that are named like parts of one book, or like volumes of a series. */
export interface PartFolders {
  /** The folder in which they lie. */
  readonly inside: string;
  readonly kind: PartKind;
}

/** Audio files that form one or more titles, with the files that describe them. */
export interface Group {
  /**
   * The folder of the title, or the file of a title that stands alone. The path counts from the folder of the
   * library.
   */
  readonly location: string;
  readonly isSingle: boolean;
  /** Set if the files lie in folders that are named like parts. The tags and descriptions decide what they are. */
  readonly parts: PartFolders | null;
  /** In the order of their names. */
  readonly sounds: readonly ListedFile[];
  readonly sidecars: readonly ListedFile[];
  /** A hash of names, sizes and dates. If it is unchanged, no file has to be read. */
  readonly signature: string;
}

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

/** The modules with all code that makes titles of files: what runs here, and what runs in the threads. */
export const IMPORTING: readonly string[] = [
  moduleBeside(import.meta.url, '../import/import-folder'),
  moduleBeside(import.meta.url, '../read/read-worker'),
];

let rules: string | undefined;
/** Changes with the code by which files become titles. Then every group is imported again (CAT-163). */
const rulesVersion = (): string => (rules ??= versionOfCode(IMPORTING));

/**
 * Groups files by folder. Folders that are named like parts belong to the folder above, or to a title of their common
 * name (CAT-125). Each file at the top of the library is a group of its own.
 *
 * @param top the folder above which no group is made
 */
export function groupFolders(folders: readonly ListedFolder[], top = ''): readonly Group[] {
  const findLocation = locationFinder(folders, top);
  const byLocation = new Map<
    string,
    { sounds: ListedFile[]; sidecars: ListedFile[]; parts: PartFolders | null }
  >();
  for (const { path, sounds, sidecars } of folders) {
    const { location, parts } = findLocation(path);
    const group = byLocation.get(location) ?? { sounds: [], sidecars: [], parts: null };
    group.sounds.push(...sounds);
    group.sidecars.push(...sidecars);
    if (parts !== null && !(group.parts !== null && isWeaker(group.parts.kind, parts.kind)))
      group.parts = parts;
    byLocation.set(location, group);
  }
  return [...byLocation]
    .flatMap(([location, { sounds, sidecars, parts }]) =>
      location === ''
        ? looseFiles(sounds, sidecars, new Set(byLocation.keys()))
        : sounds.length === 0
          ? []
          : [groupOf(location, { isSingle: false, parts, sounds, sidecars })],
    )
    .toSorted((one, other) => comparePaths(one.location, other.location));
}

const STRENGTH: readonly PartKind[] = ['volume', 'number', 'part', 'disc'];
const isWeaker = (one: PartKind, other: PartKind): boolean => STRENGTH.indexOf(one) < STRENGTH.indexOf(other);

interface GroupLocation {
  readonly location: string;
  readonly parts: PartFolders | null;
}

function locationFinder(folders: readonly ListedFolder[], top: string): (path: string) => GroupLocation {
  const children = new Map<string, Map<string, Part | null>>();
  for (const { path, sounds } of folders) {
    if (sounds.length === 0) continue;
    for (let inside = path; inside !== '' && inside !== top; inside = parentOf(inside)) {
      const siblings = children.get(parentOf(inside)) ?? new Map<string, Part | null>();
      children.set(parentOf(inside), siblings);
      if (siblings.has(inside)) break;
      siblings.set(inside, readPart(lastPart(inside)));
    }
  }
  return (path) => {
    let location: GroupLocation = { location: path, parts: null };
    while (location.location !== top) {
      const inside = parentOf(location.location);
      const siblings = children.get(inside);
      const whole = siblings && wholeOf(location.location, siblings);
      const kind = siblings?.get(location.location)?.kind;
      if (whole === undefined || whole === null || kind === undefined) break;
      if (whole !== '')
        return { location: inside === '' ? whole : `${inside}/${whole}`, parts: { inside, kind } };
      if (inside === '') break;
      location = { location: inside, parts: { inside, kind } };
    }
    return location;
  };
}

/**
 * The name of what a folder is a part of: empty for the folder above. Null if the folder is no part.
 *
 * @param siblings all folders with sound in the folder above, by path
 */
function wholeOf(path: string, siblings: ReadonlyMap<string, Part | null>): string | null {
  const part = siblings.get(path);
  if (part === undefined || part === null) return null;
  const above = comparable(lastPart(parentOf(path)));
  const { parts, names, isCounted } = factsOf(siblings);
  const name = nameOfPart(part);
  const sameName = names.get(comparable(name)) ?? 0;
  const isAbove =
    name === '' ||
    (name.includes(' ') ? ` ${above} `.includes(` ${comparable(name)} `) : above === comparable(name));
  if (!isAbove && (part.whole !== '' || sameName > 1)) return sameName > 1 ? name : null;
  const isAuthor = !parentOf(path).includes('/') && parts < siblings.size;
  const isOfAbove = {
    disc: true,
    // "Volume 2 - The Beach" is a title of a series.
    volume: isAbove,
    part: !isAuthor || parts > 1,
    number: parts === siblings.size && isCounted,
  };
  return isOfAbove[part.kind] ? '' : null;
}

/** What is true of the folders in one folder, whichever of them is looked at. */
interface SiblingFacts {
  /** Number of folders that are named like parts. */
  readonly parts: number;
  /** How many parts have each name. */
  readonly names: ReadonlyMap<string, number>;
  readonly isCounted: boolean;
}

/** They are made once, so that the time is linear in the number of folders. */
const siblingFacts = new WeakMap<ReadonlyMap<string, Part | null>, SiblingFacts>();

function factsOf(siblings: ReadonlyMap<string, Part | null>): SiblingFacts {
  const known = siblingFacts.get(siblings);
  if (known !== undefined) return known;
  const parts = [...siblings.values()].filter((each) => each !== null);
  const names = new Map<string, number>();
  for (const each of parts) {
    const name = comparable(nameOfPart(each));
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  const facts = { parts: parts.length, names, isCounted: areCounted(parts) };
  siblingFacts.set(siblings, facts);
  return facts;
}

const nameOfPart = ({ whole, own }: Part): string => (whole === '' ? own : whole);

/** True for the numbers 1, 2, 3, or 0, 1, 2. */
function areCounted(parts: readonly Part[]): boolean {
  const numbers = parts.map(({ number }) => number).toSorted((one, other) => one - other);
  const [first = 2] = numbers;
  return (
    first < 2 &&
    parts.length > 1 &&
    parts.every(({ kind }) => kind === 'number') &&
    numbers.every((number, at) => number === first + at)
  );
}

/** The files at the top of the library. Files that are named like parts of one book are one group. */
function looseFiles(
  sounds: readonly ListedFile[],
  sidecars: readonly ListedFile[],
  taken: ReadonlySet<string>,
): readonly Group[] {
  const byName = Map.groupBy(sounds, ({ path }) => {
    const name = withoutExtension(path);
    const whole = withoutPart(name);
    return whole === name || taken.has(whole) ? path : whole;
  });
  // No sound is compared with all files.
  const sameNamed = sameNameFinder(sidecars);
  const textsOf = transcriptFinder(sidecars);
  return [...byName].flatMap(([whole, files]) => {
    if (files.length > 1)
      return [
        groupOf(whole, { isSingle: false, parts: null, sounds: files, sidecars: files.flatMap(textsOf) }),
      ];
    return files.map((sound) =>
      groupOf(sound.path, {
        isSingle: true,
        parts: null,
        sounds: [sound],
        sidecars: [...new Set([...sameNamed(sound), ...textsOf(sound)])],
      }),
    );
  });
}

/** Finds the files with the same name as a sound, such as `book.cue` beside `book.mp3`. */
export function sameNameFinder<File extends { readonly path: string }>(
  files: readonly File[],
): (sound: ListedFile) => readonly File[] {
  const byName = Map.groupBy(files, ({ path }) => withoutExtension(path));
  return ({ path }) => byName.get(withoutExtension(path)) ?? [];
}

function groupOf(location: string, group: Omit<Group, 'location' | 'signature'>): Group {
  const hash = createHash('sha256').update(`${rulesVersion()}\0`);
  const files = [...group.sounds, ...group.sidecars].toSorted((one, other) =>
    one.path < other.path ? -1 : 1,
  );
  for (const { path, size, mtime } of files) hash.update(`${path}\0${size}\0${mtime}\0`);
  return {
    ...group,
    location,
    sounds: group.sounds.toSorted((one, other) => comparePaths(one.path, other.path)),
    signature: hash.digest('hex').slice(0, 32),
  };
}

/** Divides a group into the groups of its part folders. */
export function divideGroup({ parts, sounds, sidecars }: Group): readonly Group[] {
  if (parts === null) return [];
  const folders = new Map<string, { path: string; sounds: ListedFile[]; sidecars: ListedFile[] }>();
  const folderOf = ({ path: file }: ListedFile) => {
    const path = parentOf(file);
    const folder = folders.get(path) ?? { path, sounds: [], sidecars: [] };
    folders.set(path, folder);
    return folder;
  };
  for (const sound of sounds) folderOf(sound).sounds.push(sound);
  for (const sidecar of sidecars) folderOf(sidecar).sidecars.push(sidecar);
  const byTop = new Map<string, ListedFolder[]>();
  for (const folder of folders.values()) {
    const top = topOf(folder.path, parts);
    const inside = byTop.get(top) ?? [];
    byTop.set(top, inside);
    inside.push(folder);
  }
  return [...byTop].flatMap(([top, inside]) => groupFolders(inside, top));
}

/** The part folder in which a path lies, or the folder above the part folders. */
export function topOf(path: string, { inside }: PartFolders): string {
  const start = inside === '' ? '' : `${inside}/`;
  if (!path.startsWith(start)) return inside;
  const end = path.indexOf('/', start.length);
  return end < 0 ? path : path.slice(0, end);
}

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const withoutExtension = (path: string): string => path.replace(/\.[^./]*$/, '');

const NARRATOR = /\s*\{([^{}]+)\}\s*$/u;
/** Such as "1994 - ", "(1994) - " and "[1994] ". */
const YEAR = /^(?:(\d{4})\s+[-–—]\s+|[([](\d{4})[)\]]\s*(?:[-–—]\s*)?(?=\S))/u;

/**
 * Reads a path of the form `Author/Series/Title`, `Author/Title` or `Title`. A title may be written `Vol 2 - 1994 -
 * The Title - Its subtitle {Narrator}`. All parts but the title may be missing.
 */
export function describeByFolders(location: string, isSingle: boolean): Description {
  const parts = location.split('/').map((part) => part.normalize('NFC'));
  const last = parts.at(-1) ?? '';
  const above = parts.slice(0, -1);
  const [author, series] = above.length >= 2 ? above.slice(-2) : above;
  return known({
    ...readTitle(isSingle ? withoutExtension(last) : last, words(series)),
    authors: authorsIn(namesOf([author])),
    ...(series !== undefined && { series: seriesIn(series) }),
  });
}

function readTitle(folder: string, series: string | null): Description {
  let rest = folder;
  const names = NARRATOR.exec(rest)?.[1] ?? '';
  // In braces, "Rita, Rob" are two people.
  const narrators = withoutRoles(
    namesOf(/\s\S/u.test(names.replaceAll(/,\s+/gu, ',')) ? [names] : names.split(',')),
  );
  rest = rest.replace(NARRATOR, '');
  const named = readNumbers(rest);
  const { year } = named;
  let { sequence } = named;
  ({ rest } = named);
  const volume = series === null || sequence !== undefined ? null : volumeInSeries(rest, series);
  if (volume !== null) ({ sequence, rest } = volume);
  const part = series === null || sequence !== undefined ? null : readPart(rest);
  const isVolume = part?.kind === 'volume' && part.own === '' && part.whole === '';
  return known({
    // "Volume 1" alone names no title.
    title: isVolume ? `${series ?? ''}, ${rest}` : (words(rest) ?? words(folder)),
    narrators,
    sequence: sequence ?? (isVolume ? String(part.number) : null),
    published: year,
  });
}

interface Numbers {
  readonly year: string | undefined;
  readonly sequence: string | undefined;
  readonly rest: string;
}

/** Reads the year and the volume at the start of a name, in any order: "1994 - Vol 2 - The Title". */
function readNumbers(name: string): Numbers {
  let rest = name;
  let year: string | undefined;
  let sequence: string | undefined;
  for (let times = 0; times < 2; times++) {
    const volume = sequence === undefined ? volumeAtStart(rest) : null;
    if (volume !== null && volume.rest !== '') ({ sequence, rest } = volume);
    const found = year === undefined ? YEAR.exec(rest) : null;
    if (found !== null) {
      year = found[1] ?? found[2];
      rest = rest.slice(found[0].length);
    }
  }
  return { year, sequence, rest };
}
