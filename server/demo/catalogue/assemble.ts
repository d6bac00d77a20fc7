import type {
  CatalogueItem,
  Chapter,
  ContentType,
  IsoInstant,
  OwnTrack,
  Reference,
} from '../../catalogue/types.ts';
import {
  AUTHORS,
  CATEGORIES,
  type ChapteredEntry,
  NARRATORS,
  type PartEntry,
  type PodcastEntry,
  type ProgrammeEntry,
  SERIES,
  type SelectionEntry,
  type SingleEntry,
  TOPICS,
  type TitleEntry,
} from './entries.ts';
import { between, seeded } from './random.ts';
import { totalRunTime } from '../../catalogue/run-time.ts';
import { NOT_FOR_SALE } from '../../catalogue/windows.ts';

/**
 * Makes an id from a title: the part before a colon, in lower-case Latin words with hyphens. A number at the end would mean
 * a chapter in a media address, so it gets a letter before it.
 *
 * @throws {Error} if the title has no Latin letter; such an entry needs an `id`
 */
function slugOf(title: string): string {
  const [main = ''] = title.split(': ');
  const slug = main
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F'’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/(^|-)(\d+)$/, '$1n$2');
  if (!/[a-z]/.test(slug)) throw new Error(`The title "${title}" gives no id. Add an "id".`);
  return slug;
}

const DAY = 86_400_000;

const authors = byId(AUTHORS);
const categories = byId(CATEGORIES);
const topics = byId(TOPICS);
const series = byId(SERIES);
const narrators = byId(NARRATORS);

/** The path of an item's sound; `chapter` counts from 1. */
function audioUrl(id: string, chapter?: number): string {
  return `/media/audio/${id}${chapter === undefined ? '' : `-${chapter}`}.mp3`;
}

/** Makes catalogue items of entries. Every date is measured from `now` (epoch milliseconds). */
export class Assembler {
  private readonly now: number;

  constructor(now: number) {
    this.now = now;
  }

  single(entry: SingleEntry, type: 0 | 1): CatalogueItem {
    const item = this.base(entry, type);
    const runTime = entry.minutes * 60 - between(seeded(`length ${item.id}`), 0, 40);
    return { ...item, run_time: runTime, url: audioUrl(item.id) };
  }

  chaptered(entry: ChapteredEntry): CatalogueItem {
    const item = this.base(entry, 2);
    const random = seeded(`chapters ${item.id}`);
    const chapters = entry.chapters.map((title, at): Chapter => ({
      chapter_title: title,
      chapter_url: audioUrl(item.id, at + 1),
      chapter_index: at + 1,
      chapter_run_time: between(random, 125, 475),
    }));
    return {
      ...item,
      chapter_info: chapters,
      run_time: totalRunTime(chapters.map((each) => each.chapter_run_time)),
    };
  }

  /** The podcast, then its episodes, the oldest first. */
  podcast(entry: PodcastEntry): readonly CatalogueItem[] {
    const podcast = this.base(entry, 3);
    const newest = entry.episodes.length - 1;
    const episodes = entry.episodes.map((part, at): CatalogueItem => {
      const episode = this.part(podcast, part, { type: 4, mark: 'e', at, minutes: entry.episodeMinutes });
      const daysAgo = entry.releasedDaysAgo + (newest - at) * entry.daysBetweenEpisodes;
      return {
        ...episode,
        released_at: this.at(-daysAgo),
        published_at: this.at(-daysAgo),
        ...(entry.episodesPerSeason !== undefined && {
          season: Math.floor(at / entry.episodesPerSeason) + 1,
        }),
        listen_free: entry.freeListening === 'always' || isFreePart(entry, at),
      };
    });
    return [{ ...podcast, run_time: totalRunTime(episodes.map((each) => each.run_time)) }, ...episodes];
  }

  /** The collection with its own tracks in it, then the same tracks as items of their own. */
  programme(entry: ProgrammeEntry): readonly CatalogueItem[] {
    const collection = this.base(entry, 5);
    const children = entry.tracks.map((part, at): CatalogueItem => {
      const track = this.part(collection, part, { type: 6, mark: 't', at, minutes: entry.trackMinutes });
      const day = entry.tracksPerDay === undefined ? null : Math.floor(at / entry.tracksPerDay) + 1;
      return { ...track, day_number: day, listen_free: isFreePart(entry, at) };
    });
    const runTime = totalRunTime(children.map((each) => each.run_time));
    return [{ ...collection, run_time: runTime, tracks: children.map(ownTrack) }, ...children];
  }

  /**
   * The collection, then its tracks. Each track refers to another item, and uses the sound of that item.
   *
   * @param items the items that the collection may contain, by id
   * @throws {Error} when the entry names no such item, or one without a sound
   */
  selection(entry: SelectionEntry, items: ReadonlyMap<string, CatalogueItem>): readonly CatalogueItem[] {
    const collection = this.base(entry, 5);
    const tracks = entry.items.map((id, at): CatalogueItem => {
      const original = items.get(id);
      if (original?.url == null) {
        throw new Error(`"${entry.title}" contains "${id}", which is not an item with one sound.`);
      }
      return {
        ...original,
        id: `${collection.id}-t${at + 1}`,
        content_id: original.id,
        content_type: 6,
        index: at + 1,
        valid_from: collection.valid_from ?? original.valid_from,
        valid_till: collection.valid_till ?? original.valid_till,
        listen_free: original.listen_free || isFreePart(entry, at),
        discount_price: null,
        discount_start: null,
        discount_end: null,
        pdf_url: null,
        parent_id: collection.id,
        position: at + 1,
        released_at: collection.released_at,
      };
    });
    return [{ ...collection, run_time: totalRunTime(tracks.map((each) => each.run_time)) }, ...tracks];
  }

  private base(entry: TitleEntry, type: ContentType): CatalogueItem {
    const id = entry.id ?? slugOf(entry.title);
    const [validFrom, validTill] = entry.validDays ?? [null, null];
    const { freeListening = null } = entry;
    const freeDays = freeListening === 'always' ? null : freeListening;
    return {
      id,
      content_id: null,
      title: entry.title,
      img_url: `/media/covers/item-${id}.webp`,
      content_type: type,
      run_time: null,
      chapter_info: [],
      tracks: [],
      author_info: entry.authors.map((author) => referenceOf(authors, author, entry)),
      category_info: [referenceOf(categories, entry.category, entry)],
      topic_info: entry.topics.map((topic) => referenceOf(topics, topic, entry)),
      ...(entry.series && {
        series: entry.series.map(({ id: of, sequence }) => ({ ...referenceOf(series, of, entry), sequence })),
      }),
      ...(entry.narrators && {
        narrators: entry.narrators.map((narrator) => referenceOf(narrators, narrator, entry)),
      }),
      ...(entry.language !== undefined && { language: entry.language }),
      ...(entry.published !== undefined && { published: entry.published }),
      listen_free_start: freeDays === null ? null : this.at(freeDays[0]),
      listen_free_end: freeDays === null ? null : this.at(freeDays[1]),
      listen_free: freeListening === 'always',
      has_listen_free_content: entry.hasFreePart ?? freeListening === 'always',
      valid_from: this.at(validFrom),
      valid_till: this.at(validTill),
      discount_price: entry.discount?.price ?? null,
      discount_start: entry.discount === undefined ? null : this.at(entry.discount.days[0]),
      discount_end: entry.discount === undefined ? null : this.at(entry.discount.days[1]),
      description: entry.description,
      index: null,
      day_number: null,
      url: null,
      pdf_url: entry.hasPdf === true ? `/media/pdf/${id}.pdf` : null,
      parent_id: null,
      position: 0,
      released_at: this.at(-entry.releasedDaysAgo),
      // A few titles have most of the listeners, as in a real catalogue.
      popularity: Math.round(40 * 1500 ** seeded(`popularity ${id}`)()),
    };
  }

  private part(
    parent: CatalogueItem,
    part: PartEntry,
    kind: { type: 4 | 6; mark: 'e' | 't'; at: number; minutes: readonly [number, number] },
  ): CatalogueItem {
    const id = `${parent.id}-${kind.mark}${kind.at + 1}`;
    const [shortest, longest] = kind.minutes;
    return {
      ...parent,
      id,
      content_id: parent.id,
      title: part.title,
      content_type: kind.type,
      run_time: between(seeded(`length ${id}`), shortest * 60, longest * 60),
      ...NOT_FOR_SALE,
      valid_from: part.validDays === undefined ? parent.valid_from : this.at(part.validDays[0]),
      valid_till: part.validDays === undefined ? parent.valid_till : this.at(part.validDays[1]),
      description: part.description,
      index: kind.at + 1,
      url: audioUrl(id),
      parent_id: parent.id,
      position: kind.at + 1,
      popularity: Math.round(parent.popularity * (0.2 + 0.7 * seeded(`popularity ${id}`)())),
    };
  }

  private at(days: number): IsoInstant;
  private at(days: number | null): IsoInstant | null;
  private at(days: number | null): IsoInstant | null {
    return days === null ? null : new Date(this.now + days * DAY).toISOString();
  }
}

/** In a title that is free in part, the first part is free. */
function isFreePart(entry: TitleEntry, at: number): boolean {
  return entry.hasFreePart === true && at === 0;
}

function byId(references: readonly Reference[]): ReadonlyMap<string, Reference> {
  return new Map(references.map((each) => [each.id, each]));
}

/** @throws {Error} when the entry names an id that does not exist */
function referenceOf(known: ReadonlyMap<string, Reference>, id: string, entry: TitleEntry): Reference {
  const found = known.get(id);
  if (found === undefined) throw new Error(`"${entry.title}" names "${id}", which does not exist.`);
  return { id: found.id, name: found.name };
}

function ownTrack(item: CatalogueItem): OwnTrack {
  return {
    id: item.id,
    content_id: item.content_id,
    title: item.title,
    img_url: item.img_url,
    content_type: item.content_type,
    run_time: item.run_time,
    author_info: item.author_info,
    description: item.description,
    index: item.index,
    day_number: item.day_number,
    url: item.url,
    listen_free: item.listen_free,
    valid_from: item.valid_from,
    valid_till: item.valid_till,
  };
}
