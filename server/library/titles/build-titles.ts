import type { ListedFile } from '../folders/walk.ts';
import { type Chapter } from '../read/sound.ts';
import { orderedChapters } from '../read/read-file.ts';
import type { CueChapter } from '../read/cue-sheet.ts';
import { words } from '../read/bytes.ts';
import { DESCRIPTION_FORMATS, sidecarFormatOf } from '../read/sidecar-names.ts';
import { comparable, withoutPart } from '../read/part-names.ts';
import {
  describeByFolders,
  divideGroup,
  type Group,
  lastPart,
  sameNameFinder,
  topOf,
  withoutExtension,
} from './group.ts';
import { inOrder } from './order.ts';
import { type Description, firstOf, known, seriesIn } from '../read/description.ts';
import type { KnownSound, KnownSidecar, Section, TitleDraft, CoverSource } from './title-draft.ts';

const COVER = /^(cover|folder)\.(?:jpe?g|png|webp|avif|gif)$/i;

/** The titles of a group: one, or one for each part folder, or one for each album (CAT-125). */
export function buildTitles(
  group: Group,
  sounds: readonly KnownSound[],
  sidecars: readonly KnownSidecar[],
): readonly TitleDraft[] {
  if (sounds.length === 0) return [];
  if (!arePartsOfOne(group, sounds, sidecars)) {
    const within = <File>(
      all: readonly File[],
      files: readonly ListedFile[],
      pathOf: (file: File) => string,
    ) => {
      const paths = new Set(files.map(({ path }) => path));
      return all.filter((each) => paths.has(pathOf(each)));
    };
    return divideGroup(group).flatMap((part) =>
      buildTitles(
        part,
        within(sounds, part.sounds, ({ file }) => file.path),
        within(sidecars, part.sidecars, ({ path }) => path),
      ),
    );
  }
  const sameNamed = sameNameFinder(sidecars);
  const ofSounds = new Set(sounds.flatMap(({ file }) => sameNamed(file)));
  const own = sidecars.filter((sidecar) => !ofSounds.has(sidecar));
  const isDescribed = own.some(({ description }) => description.title !== undefined);
  const albums = isDescribed ? null : albumsOf(sounds);
  if (albums === null) return [draftOf(group.location, group.isSingle, sounds, group, sidecars)];
  return [...albums].map(([album, files]) => {
    const [first] = files;
    const location =
      files.length === 1 && first !== undefined ? first.file.path : `${group.location}/${album}`;
    return draftOf(
      location,
      files.length === 1,
      files,
      group,
      files.flatMap(({ file }) => sameNamed(file)),
    );
  });
}

/**
 * The files of each album, if each file names another album, and not only another part of one: "The Book (1 of 2)".
 * Else null.
 */
function albumsOf(sounds: readonly KnownSound[]): ReadonlyMap<string, readonly KnownSound[]> | null {
  const names = new Set(sounds.map(({ facts }) => facts.tags.album?.toLowerCase()));
  if (names.has(undefined) || names.size < sounds.length) return null;
  const byKey = new Map<string, string>();
  const albums = Map.groupBy(sounds, ({ facts }) => {
    const album = withoutPart(facts.tags.album ?? '').replaceAll('/', ' ');
    const key = byKey.get(comparable(album)) ?? album;
    byKey.set(comparable(album), key);
    return key;
  });
  return albums.size < 2 ? null : albums;
}

/**
 * Decides by tags and descriptions whether folders that are named like parts are one book. Discs are, unless their
 * descriptions name several titles. Volumes are a series, unless something shows that they are one book.
 */
function arePartsOfOne(
  { parts }: Group,
  sounds: readonly KnownSound[],
  sidecars: readonly KnownSidecar[],
): boolean {
  if (parts === null) return true;
  const isInPart = (path: string): boolean =>
    topOf(path, parts) !== path && topOf(path, parts) !== parts.inside;
  const partOf = (path: string): string => topOf(path, parts);
  const inParts = sounds.filter(({ file }) => isInPart(file.path));
  const titles = sidecars.flatMap(({ path, description }) =>
    isInPart(path) && description.title !== undefined ? [comparable(withoutPart(description.title))] : [],
  );
  if (new Set(titles).size > 1) return false;
  if (parts.kind === 'disc') return true;
  const isAbove = (path: string): boolean => !isInPart(path);
  const isDescribed = sidecars.some(
    ({ path, description }) => isAbove(path) && description.title !== undefined,
  );
  if (isDescribed) return true;
  const albums = new Map<string, Set<string | null>>();
  for (const { file, facts } of inParts) {
    const album = facts.tags.album === null ? null : comparable(withoutPart(facts.tags.album));
    albums.set(partOf(file.path), (albums.get(partOf(file.path)) ?? new Set()).add(album));
  }
  const all = new Set([...albums.values()].flatMap((each) => [...each]));
  const areDistinct = !all.has(null) && all.size === albums.size && all.size > 1;
  if (parts.kind !== 'volume') return !areDistinct;
  return all.size === 1 && !all.has(null) && albums.size > 1;
}

function draftOf(
  location: string,
  isSingle: boolean,
  sounds: readonly KnownSound[],
  group: Group,
  sidecars: readonly KnownSidecar[],
): TitleDraft {
  const ordered = inOrder(sounds);
  const description = firstOf([
    ...describeBySidecars(group, sidecars),
    describeByTags(ordered),
    describeByFolders(location, isSingle),
  ]);
  const covers = coversOf(ordered, group);
  const repeated = repeatedNames(ordered.map(({ facts }) => facts.tags.title ?? ''));
  const cueOf = cueFinder(sidecars);
  const sections = numbered(
    ordered.flatMap((sound) =>
      sectionsOf(sound, ordered.length === 1, description, cueOf).map((section) =>
        section.span === null && repeated.has(section.title)
          ? { ...section, title: nameAsTitle(sound.file.path) }
          : section,
      ),
    ),
  );
  return {
    location,
    title: description.title ?? lastPart(location),
    description,
    sections,
    cover: covers[0] ?? null,
    covers,
    newest: Math.max(...ordered.map(({ file }) => file.mtime)),
  };
}

/** A file beside the part folders comes before one inside of them. */
function describeBySidecars({ parts }: Group, sidecars: readonly KnownSidecar[]): readonly Description[] {
  const depth = (path: string): number => path.split('/').length;
  return DESCRIPTION_FORMATS.flatMap((format) =>
    sidecars
      .filter(({ path }) => sidecarFormatOf(lastPart(path)) === format)
      .toSorted((one, other) => depth(one.path) - depth(other.path))
      .map(({ path, description }) => {
        const isOfPart = parts !== null && topOf(path, parts) !== path && description.title !== undefined;
        return isOfPart ? { ...description, title: withoutPart(description.title ?? '') } : description;
      }),
  );
}

function describeByTags(sounds: readonly KnownSound[]): Description {
  const all = sounds.map(({ facts }) => facts.tags);
  const first = <T>(of: (tags: (typeof all)[number]) => T | null): T | null =>
    all.map((tags) => of(tags)).find((value) => value !== null) ?? null;
  const some = <Each>(list: readonly Each[]): readonly Each[] | null => (list.length === 0 ? null : list);
  const albums = new Set(all.map(({ album }) => album));
  const album = first((tags) => tags.album);
  return known({
    // The albums "The Book (1 of 2)" and "The Book (2 of 2)" are one book.
    title:
      (album !== null && albums.size > 1 ? withoutPart(album) : album) ??
      (all.length === 1 ? (all[0]?.title ?? null) : null),
    subtitle: first(({ subtitle }) => subtitle),
    authors: first(({ authors }) => some(authors)),
    narrators: first(({ narrators }) => some(narrators)),
    series: some(seriesIn(first(({ series }) => series) ?? '')),
    sequence: first(({ sequence }) => sequence ?? null),
    description: first(({ description }) => description),
    categories: first(({ genres }) => some(genres)),
    published: first(({ published, year }) => published ?? (year === null ? null : String(year))),
    language: first(({ language }) => language ?? null),
  });
}

/**
 * Divides a file into sections, by the chapters in `metadata.json`, in a cue sheet, or in the file. Without chapters,
 * the file is one section.
 */
function sectionsOf(
  sound: KnownSound,
  isOnly: boolean,
  description: Description,
  cueOf: ReturnType<typeof cueFinder>,
): readonly Section[] {
  const { file, facts } = sound;
  const { seconds } = facts;
  const given = isOnly ? orderedChapters(description.chapters ?? [], seconds) : [];
  const cue = orderedChapters(cueOf(file, isOnly), seconds);
  const chapters = [given, cue, facts.chapters].find(({ length }) => length >= 2) ?? [];
  if (chapters.length < 2 || facts.isIndivisible === true) {
    return [{ sound, title: facts.tags.title ?? nameAsTitle(file.path), span: null, seconds }];
  }
  return chapters.map(({ title, start }, at) => {
    const end = chapters[at + 1]?.start ?? seconds;
    return {
      sound,
      title: title === '' ? `Chapter ${at + 1}` : title,
      span: { start, end },
      seconds: end - start,
    };
  });
}

/** The chapters of the first of some cue sheets. */
interface FoundCue {
  readonly at: number;
  readonly chapters: readonly CueChapter[];
}

/** Finds the chapters of the cue sheet that names a sound, or of the sheet with its name. The first sheet counts. */
function cueFinder(
  sidecars: readonly KnownSidecar[],
): (sound: ListedFile, isOnly: boolean) => readonly Chapter[] {
  const cues = sidecars.filter(({ chapters }) => chapters.length > 0);
  const byFile = new Map<string, FoundCue>();
  const byName = new Map<string, FoundCue>();
  for (const [at, { path, chapters }] of cues.entries()) {
    const files = Map.groupBy(chapters, ({ file }) => lastPart(file.replaceAll('\\', '/')));
    for (const [file, own] of files) if (!byFile.has(file)) byFile.set(file, { at, chapters: own });
    if (new Set(chapters.map(({ file }) => file)).size > 1) continue;
    const name = withoutExtension(path);
    if (!byName.has(name)) byName.set(name, { at, chapters });
  }
  const only = cues.length === 1 ? [...byName.values()][0] : undefined;
  return ({ path }, isOnly) => {
    const [first] = [byFile.get(lastPart(path)), byName.get(withoutExtension(path))]
      .filter((found) => found !== undefined)
      .toSorted((one, other) => one.at - other.at);
    return (first ?? (isOnly ? only : undefined))?.chapters ?? [];
  };
}

/**
 * Names that tell no chapter from another one: the name of more than half of them, or all names if each occurs several
 * times (CAT-263).
 */
function repeatedNames(names: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(comparable(name), (counts.get(comparable(name)) ?? 0) + 1);
  const areAll = [...counts.values()].every((count) => count > 1);
  return new Set(
    names.filter((name) => {
      const count = counts.get(comparable(name)) ?? 0;
      return count > 1 && (areAll || count * 2 > names.length);
    }),
  );
}

/** Counts chapters whose names tell none of them from another one, such as the numbers 1, 2, 1, 2 of two discs. */
function numbered(sections: readonly Section[]): readonly Section[] {
  const repeated = repeatedNames(sections.map(({ title }) => title));
  if (repeated.size === 0) return sections;
  return sections.map((section, at) =>
    repeated.has(section.title) || /^\d+$/u.test(section.title)
      ? { ...section, title: `Chapter ${at + 1}` }
      : section,
  );
}

/** Makes a title of a file name: `01 - The Beach.mp3` becomes "The Beach". A name that is only a number stays. */
function nameAsTitle(path: string): string {
  const name = words(withoutExtension(lastPart(path))) ?? 'Untitled';
  const rest = name.replace(/^\d{1,4}(?:\s*[-._)]\s*|\s+)/u, '').replaceAll('_', ' ');
  return words(rest) ?? name;
}

function coversOf(sounds: readonly KnownSound[], group: Group): readonly CoverSource[] {
  const embedded = sounds.flatMap(({ file, facts }): readonly CoverSource[] =>
    facts.tags.cover === null ? [] : [{ kind: 'embedded', path: file.path, version: facts.tags.cover }],
  );
  const rank = (path: string): number => (/^cover\./i.test(lastPart(path)) ? 0 : 1);
  const files = group.sidecars
    .filter(({ path }) => COVER.test(lastPart(path)))
    .toSorted((one, other) => rank(one.path) - rank(other.path))
    .map(({ path, size, mtime }): CoverSource => {
      return { kind: 'file', path, version: `${size.toString(16)}f${mtime.toString(16)}` };
    });
  return [...new Map(embedded.map((cover) => [cover.version, cover])).values(), ...files];
}
