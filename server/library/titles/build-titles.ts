import type { ListedFile } from '../folders/walk.ts';
import { type FileFacts, orderedChapters } from '../read/read-file.ts';
import type { Chapter } from '../read/sound.ts';
import { words } from '../read/text.ts';
import { type Description, firstOf, known } from './description.ts';
import { describeByFolders } from './from-folders.ts';
import { comparePaths, type Group, lastPart, withoutExtension } from './group.ts';

/** An audio file with its facts. */
export interface KnownSound {
  readonly file: ListedFile;
  readonly facts: FileFacts;
}

/** The contents of the descriptions beside audio files. */
export interface SidecarTexts {
  /** In order of priority: `metadata.json`, `metadata.opf`, `desc.txt`, `reader.txt`. */
  readonly descriptions: readonly Description[];
  /** The chapters of each cue sheet, with the path of the sheet. */
  readonly cues: readonly {
    readonly path: string;
    readonly chapters: readonly (Chapter & { readonly file: string })[];
  }[];
}

/** The sound of one chapter: a file, or a part of a file. */
export interface Section {
  readonly sound: KnownSound;
  readonly title: string;
  /** Positions from the start of the file, in seconds. Null for the whole file. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly seconds: number;
}

/** A title as its files describe it. */
export interface TitleDraft {
  readonly place: string;
  readonly title: string;
  readonly description: Description;
  /** A title with one section has no chapters. */
  readonly sections: readonly Section[];
  readonly cover: CoverSource | null;
  /** All covers, the preferred one first. An import uses the first that can be shown. */
  readonly covers: readonly CoverSource[];
  /** Date of the newest file, in epoch milliseconds. */
  readonly newest: number;
}

/** The file with the cover. `version` changes with the picture. */
export interface CoverSource {
  readonly kind: 'embedded' | 'file';
  readonly path: string;
  readonly version: string;
}

const COVER = /^(cover|folder)\.(?:jpe?g|png|webp|avif|gif)$/i;

/** Makes the titles of a group. If each file names another album, each file is a title. */
export function buildTitles(
  group: Group,
  sounds: readonly KnownSound[],
  texts: SidecarTexts,
): readonly TitleDraft[] {
  if (sounds.length === 0) return [];
  const albums = new Set(sounds.map(({ facts }) => facts.tags.album?.toLowerCase()));
  const holdsSeveral = sounds.length > 1 && !albums.has(undefined) && albums.size === sounds.length;
  if (!holdsSeveral) return [draftOf(group.place, group.isSingle, inOrder(sounds), group, texts)];
  return sounds.map((sound) =>
    draftOf(sound.file.path, true, [sound], group, { ...texts, descriptions: [] }),
  );
}

/** Orders files by name. If the names contain no numbers, orders them by the numbers in the tags. */
function inOrder(sounds: readonly KnownSound[]): readonly KnownSound[] {
  const places = sounds.map(({ facts: { tags } }) => (tags.disc ?? 1) * 100_000 + (tags.track ?? Number.NaN));
  const areNumbered = sounds.every(({ file }) => /\d/u.test(lastPart(file.path)));
  if (areNumbered || places.some(Number.isNaN) || new Set(places).size < places.length) {
    return sounds.toSorted((one, other) => comparePaths(one.file.path, other.file.path));
  }
  return sounds
    .map((sound, at) => ({ sound, order: places[at] ?? 0 }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ sound }) => sound);
}

function draftOf(
  place: string,
  isSingle: boolean,
  sounds: readonly KnownSound[],
  group: Group,
  texts: SidecarTexts,
): TitleDraft {
  const byTags = describeByTags(sounds);
  const description = firstOf([...texts.descriptions, byTags, describeByFolders(place, isSingle)]);
  const covers = coversOf(sounds, group);
  const sections = sounds.flatMap((sound) => sectionsOf(sound, sounds.length === 1, description, texts));
  return {
    place,
    title: description.title ?? lastPart(place),
    description,
    sections,
    cover: covers[0] ?? null,
    covers,
    newest: Math.max(...sounds.map(({ file }) => file.mtime)),
  };
}

function describeByTags(sounds: readonly KnownSound[]): Description {
  const all = sounds.map(({ facts }) => facts.tags);
  const first = <T>(of: (tags: (typeof all)[number]) => T | null): T | null =>
    all.map((tags) => of(tags)).find((value) => value !== null) ?? null;
  const some = (list: readonly string[]): readonly string[] | null => (list.length === 0 ? null : list);
  return known({
    title: first(({ album }) => album) ?? (all.length === 1 ? (all[0]?.title ?? null) : null),
    subtitle: first(({ subtitle }) => subtitle),
    authors: first(({ authors }) => some(authors)),
    narrators: first(({ narrators }) => some(narrators)),
    series: first(({ series }) => series),
    description: first(({ description }) => description),
    categories: first(({ genres }) => some(genres)),
    year: first(({ year }) => year),
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
  texts: SidecarTexts,
): readonly Section[] {
  const { file, facts } = sound;
  const { seconds } = facts;
  const given = isOnly ? orderedChapters(description.chapters ?? [], seconds) : [];
  const cue = orderedChapters(cueOf(file.path, isOnly, texts), seconds);
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

/** Returns the chapters of the cue sheet with the same name, or of the sheet that names the file. */
function cueOf(path: string, isOnly: boolean, { cues }: SidecarTexts): readonly Chapter[] {
  for (const cue of cues) {
    const own = cue.chapters.filter(({ file }) => lastPart(file.replaceAll('\\', '/')) === lastPart(path));
    if (own.length > 0) return own;
    const files = new Set(cue.chapters.map(({ file }) => file));
    const isSameName = withoutExtension(cue.path) === withoutExtension(path);
    if (files.size === 1 && (isSameName || (isOnly && cues.length === 1))) return cue.chapters;
  }
  return [];
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
