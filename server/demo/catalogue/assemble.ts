import { AUTHOR_NAMES, type AuthorId } from './authors.ts';
import type {
  ChapteredDraft,
  DayWindow,
  Draft,
  PartDraft,
  PodcastDraft,
  ProgrammeDraft,
  SelectionDraft,
  SingleDraft,
} from './draft.ts';
import { between, seeded } from './random.ts';
import { CATEGORY_NAMES, TOPIC_NAMES } from './shelves.ts';
import { slugOf } from './slug.ts';
import type { CatalogueItem, Chapter, ContentType, IsoInstant, OwnTrack } from '../../catalogue/types.ts';

const DAY = 86_400_000;

/** The path of an item's sound; `chapter` counts from 1. */
function audioUrl(id: string, chapter?: number): string {
  return `/media/audio/${id}${chapter === undefined ? '' : `-${chapter}`}.mp3`;
}

export function coverUrl(of: 'item' | 'author' | 'category' | 'topic', id: string): string {
  return `/media/covers/${of}-${id}.svg`;
}

/** Turns drafts into wire items, with every date measured from `now` (epoch milliseconds). */
export class Assembler {
  private readonly now: number;

  constructor(now: number) {
    this.now = now;
  }

  single(draft: SingleDraft, type: 0 | 1): CatalogueItem {
    const item = this.base(draft, type);
    const runTime = draft.minutes * 60 - between(seeded(`length ${item.id}`), 0, 40);
    return { ...item, run_time: runTime, url: audioUrl(item.id) };
  }

  chaptered(draft: ChapteredDraft): CatalogueItem {
    const item = this.base(draft, 2);
    const random = seeded(`chapters ${item.id}`);
    const chapters = draft.chapters.map((title, at): Chapter => ({
      chapter_title: title,
      chapter_url: audioUrl(item.id, at + 1),
      chapter_index: at + 1,
      chapter_run_time: between(random, 125, 475),
    }));
    return {
      ...item,
      chapter_info: chapters,
      run_time: total(chapters.map((each) => each.chapter_run_time)),
    };
  }

  /** The podcast, then its episodes, the oldest first. */
  podcast(draft: PodcastDraft): readonly CatalogueItem[] {
    const podcast = this.base(draft, 3);
    const newest = draft.episodes.length - 1;
    const episodes = draft.episodes.map((part, at): CatalogueItem => {
      const episode = this.part(podcast, part, { type: 4, mark: 'e', at, minutes: draft.minutes });
      const released = this.at(-(draft.released + (newest - at) * draft.every));
      return {
        ...episode,
        released_at: released,
        listen_free: draft.free === 'always' || isFreePart(draft, at),
      };
    });
    return [{ ...podcast, run_time: total(episodes.map((each) => each.run_time)) }, ...episodes];
  }

  /** The collection with its own tracks in it, then the same tracks as items of their own. */
  programme(draft: ProgrammeDraft): readonly CatalogueItem[] {
    const collection = this.base(draft, 5);
    const children = draft.ownTracks.map((part, at): CatalogueItem => {
      const track = this.part(collection, part, { type: 6, mark: 't', at, minutes: draft.minutes });
      const day = draft.perDay === undefined ? null : Math.floor(at / draft.perDay) + 1;
      return { ...track, day_number: day, listen_free: isFreePart(draft, at) };
    });
    const runTime = total(children.map((each) => each.run_time));
    return [{ ...collection, run_time: runTime, tracks: children.map(ownTrack) }, ...children];
  }

  /**
   * The collection, then its tracks, each leading to the item that it lends.
   * @throws Error when a pick names no item, or one that has no sound of its own.
   */
  selection(draft: SelectionDraft, shelf: ReadonlyMap<string, CatalogueItem>): readonly CatalogueItem[] {
    const collection = this.base(draft, 5);
    const tracks = draft.picks.map((id, at): CatalogueItem => {
      const lent = shelf.get(id);
      if (lent?.url == null) throw new Error(`"${draft.title}" picks "${id}" in vain.`);
      return {
        ...lent,
        id: `${collection.id}-t${at + 1}`,
        content_id: lent.id,
        content_type: 6,
        index: at + 1,
        valid_from: collection.valid_from ?? lent.valid_from,
        valid_till: collection.valid_till ?? lent.valid_till,
        listen_free: lent.listen_free || isFreePart(draft, at),
        discount_price: null,
        discount_start: null,
        discount_end: null,
        pdf_url: null,
        parent_id: collection.id,
        position: at + 1,
        released_at: collection.released_at,
      };
    });
    return [{ ...collection, run_time: total(tracks.map((each) => each.run_time)) }, ...tracks];
  }

  private base(draft: Draft, type: ContentType): CatalogueItem {
    const id = draft.id ?? slugOf(draft.title);
    const window: DayWindow = draft.window ?? [null, null];
    const freeWindow = draft.free === undefined || draft.free === 'always' ? null : draft.free;
    return {
      id,
      content_id: null,
      title: draft.title,
      img_url: coverUrl('item', id),
      content_type: type,
      run_time: 0,
      chapter_info: [],
      tracks: [],
      author_info: draft.by.map((author: AuthorId) => ({ id: author, name: AUTHOR_NAMES[author] })),
      category_info: [{ id: draft.shelf, name: CATEGORY_NAMES[draft.shelf] }],
      topic_info: draft.topics.map((topic) => ({ id: topic, name: TOPIC_NAMES[topic] })),
      listen_free_start: freeWindow === null ? null : this.at(freeWindow[0]),
      listen_free_end: freeWindow === null ? null : this.at(freeWindow[1]),
      listen_free: draft.free === 'always',
      has_listen_free_content: draft.someFree ?? draft.free === 'always',
      valid_from: this.at(window[0]),
      valid_till: this.at(window[1]),
      discount_price: draft.sale?.price ?? null,
      discount_start: draft.sale === undefined ? null : this.at(draft.sale.days[0]),
      discount_end: draft.sale === undefined ? null : this.at(draft.sale.days[1]),
      description: draft.about,
      index: null,
      day_number: null,
      url: null,
      pdf_url: draft.pdf === true ? `/media/pdf/${id}.pdf` : null,
      parent_id: null,
      position: 0,
      released_at: this.at(-draft.released),
      // A few titles have most of the listeners, as everywhere.
      popularity: Math.round(40 * 1500 ** seeded(`popularity ${id}`)()),
    };
  }

  private part(
    parent: CatalogueItem,
    part: PartDraft,
    place: { type: 4 | 6; mark: 'e' | 't'; at: number; minutes: readonly [number, number] },
  ): CatalogueItem {
    const id = `${parent.id}-${place.mark}${place.at + 1}`;
    const [shortest, longest] = place.minutes;
    return {
      ...parent,
      id,
      content_id: parent.id,
      title: part.title,
      content_type: place.type,
      run_time: between(seeded(`length ${id}`), shortest * 60, longest * 60),
      listen_free_start: null,
      listen_free_end: null,
      has_listen_free_content: false,
      valid_from: part.window === undefined ? parent.valid_from : this.at(part.window[0]),
      valid_till: part.window === undefined ? parent.valid_till : this.at(part.window[1]),
      discount_price: null,
      discount_start: null,
      discount_end: null,
      description: part.about,
      index: place.at + 1,
      url: audioUrl(id),
      pdf_url: null,
      parent_id: parent.id,
      position: place.at + 1,
      popularity: Math.round(parent.popularity * (0.2 + 0.7 * seeded(`popularity ${id}`)())),
    };
  }

  private at(days: number): IsoInstant;
  private at(days: number | null): IsoInstant | null;
  private at(days: number | null): IsoInstant | null {
    return days === null ? null : new Date(this.now + days * DAY).toISOString();
  }
}

/** Of what is free in part, the first part is the free one. */
function isFreePart(draft: Draft, at: number): boolean {
  return draft.someFree === true && at === 0;
}

function total(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
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
