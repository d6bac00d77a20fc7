import type { ListedFile } from '../import/walk.ts';
import { canBeDivided, type FileFacts, orderedChapters } from '../read/read-file.ts';
import type { Chapter } from '../read/sound.ts';
import { words } from '../read/text.ts';
import { type Description, firstOf, known } from './description.ts';
import { describeByFolders } from './from-folders.ts';
import { comparePaths, type Group, lastPart, withoutExtension } from './group.ts';

/** A file of sound and what is known about it. */
export interface KnownSound {
  readonly file: ListedFile;
  readonly facts: FileFacts;
}

/** What the files beside the sound say. */
export interface SidecarTexts {
  /** By the order in which they count: `metadata.json`, `metadata.opf`, `desc.txt`. */
  readonly descriptions: readonly Description[];
  /** The chapters of cue sheets, by the name of the sheet. */
  readonly cues: readonly {
    readonly path: string;
    readonly chapters: readonly (Chapter & { readonly file: string })[];
  }[];
}

/** What is played as one chapter: a file, or a part of it. */
export interface Section {
  readonly sound: KnownSound;
  readonly title: string;
  /** Seconds in the file. Null: the whole file. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly seconds: number;
}

/** A title as the folder has it. */
export interface TitleDraft {
  readonly place: string;
  readonly title: string;
  readonly description: Description;
  /** One: the title has no chapters. */
  readonly sections: readonly Section[];
  readonly cover: CoverSource | null;
  /** Epoch milliseconds of the newest file. */
  readonly newest: number;
}

/** Where the cover is, with a text that changes when the picture changes. */
export interface CoverSource {
  readonly kind: 'embedded' | 'file';
  readonly path: string;
  readonly version: string;
}

const COVER = /^(cover|folder)\.(?:jpe?g|png|webp|avif|gif)$/i;

/** Makes the titles of a group. A folder in which each file names an album of its own holds a title in each file. */
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

/** By name; by the numbers of the tags if the names hold no numbers. */
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
  const sections = sounds.flatMap((sound) => sectionsOf(sound, sounds.length === 1, description, texts));
  return {
    place,
    title: description.title ?? lastPart(place),
    description,
    sections,
    cover: coverOf(sounds, group),
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

/** A file is one chapter, unless something divides it: `metadata.json`, a cue sheet, or its own chapters. */
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
  if (chapters.length < 2 || !canBeDivided(facts.container)) {
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

/** The chapters of the cue sheet with the same name, or of the sheet that names the file. */
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

/** `01 - The Beach.mp3` reads "The Beach"; a name of numbers alone stays as it is. */
function nameAsTitle(path: string): string {
  const name = words(withoutExtension(lastPart(path))) ?? 'Untitled';
  const rest = name.replace(/^\d{1,4}(?:\s*[-._)]\s*|\s+)/u, '').replaceAll('_', ' ');
  return words(rest) ?? name;
}

function coverOf(sounds: readonly KnownSound[], group: Group): CoverSource | null {
  const embedded = sounds.find(({ facts }) => facts.tags.cover !== null);
  if (embedded !== undefined) {
    return { kind: 'embedded', path: embedded.file.path, version: embedded.facts.tags.cover ?? '' };
  }
  const rank = (path: string): number => (/^cover\./i.test(lastPart(path)) ? 0 : 1);
  const [file] = group.sidecars
    .filter(({ path }) => COVER.test(lastPart(path)))
    .toSorted((one, other) => rank(one.path) - rank(other.path));
  if (file === undefined) return null;
  return { kind: 'file', path: file.path, version: `${file.size.toString(16)}f${file.mtime.toString(16)}` };
}
