import { createHash } from 'node:crypto';
import type { ListedTranscript } from './episode-documents.ts';
import type { CatalogueItem, PodcastFacts } from '../catalogue/types.ts';
import { documentOf, type ReadyWords, readyWords } from '../catalogue/write-catalogue.ts';
import { words } from '../library/read/bytes.ts';
import { episodeId, type Findable, matchEpisodes } from './match-episodes.ts';
import { totalRunTime } from '../catalogue/run-time.ts';
import { idOf, references } from '../catalogue/ids.ts';
import { NOT_FOR_SALE } from '../catalogue/windows.ts';
import type { Chapter, Episode, Podcast } from './read/podcast.ts';

/** The id of a podcast in the catalogue. It is made of the address that was added, and stays when the feed moves. */
export const showId = (url: string): string => idOf('p', url);

const ENDINGS: readonly (readonly [type: RegExp, file: RegExp, ending: string])[] = [
  [/mp4|m4a|aac/iu, /\.(?:m4[ab]|aac)$/iu, 'm4a'],
  [/ogg|opus/iu, /\.(?:ogg|oga|opus)$/iu, 'ogg'],
  [/flac/iu, /\.flac$/iu, 'flac'],
  [/wav/iu, /\.wav$/iu, 'wav'],
];

const endingOf = ({ soundType, soundUrl }: Episode): string => {
  const path = new URL(soundUrl).pathname;
  return ENDINGS.find(([type, file]) => type.test(soundType) || file.test(path))?.[2] ?? 'mp3';
};

const coverOf = (id: string, imageUrl: string | null): string =>
  imageUrl === null
    ? `/media/covers/item-${id}.svg`
    : `/media/covers/item-${id}.webp?v=${createHash('sha256').update(imageUrl).digest('hex').slice(0, 12)}`;

/** Podcasts without categories are found here. */
const UNNAMED = 'Podcasts';

/** The fields that podcasts and episodes share. Members hear them, as they hear the titles of folders. */
const COMMON = {
  day_number: null,
  listen_free: false,
  valid_from: null,
  valid_till: null,
  chapter_info: [],
  tracks: [],
  ...NOT_FOR_SALE,
} satisfies Partial<CatalogueItem>;

export interface KnownEpisode extends Findable {
  /** Of what the feed last said. */
  readonly fingerprint: string;
  readonly position: number | null;
  readonly index: number | null;
  readonly added_at: number;
}

export interface EpisodeRow {
  readonly item: CatalogueItem;
  readonly words: ReadyWords;
  readonly sound_url: string;
  readonly image_url: string | null;
  readonly fingerprint: string;
  readonly guid_id: string;
  readonly added_at: number;
  /** `moved`: only its position among the others, or its id in the feed, has changed. */
  readonly change: 'added' | 'changed' | 'moved';
}

/** Compares a podcast, as its feed describes it, with the database. Makes the items for the catalogue. */
export class FeedItems {
  readonly show: CatalogueItem;
  /** Ids of the episodes that the feed no longer lists. */
  readonly gone: readonly string[];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly ids: ReadonlyMap<string, string>;
  private readonly known: ReadonlyMap<string, KnownEpisode>;
  private readonly subjects: Pick<CatalogueItem, 'category_info' | 'topic_info'>;

  /** @param now epoch milliseconds; nothing is released later */
  constructor(
    private readonly id: string,
    readonly podcast: Podcast,
    private readonly now: number,
    known: readonly KnownEpisode[],
  ) {
    const names = podcast.categories.length > 0 ? podcast.categories : [UNNAMED];
    this.subjects = {
      category_info: references('c', names),
      topic_info: references('u', podcast.topics.length > 0 ? podcast.topics : names),
    };
    this.known = new Map(known.map((each) => [each.id, each]));
    this.ids = matchEpisodes(id, podcast.episodes, known);
    this.numbers = episodeNumbers(podcast.episodes, ({ guid }) => this.known.get(this.idOf(guid))?.index);
    const listed = new Set(this.ids.values());
    this.gone = known.filter((each) => !each.isGone && !listed.has(each.id)).map((each) => each.id);
    this.show = this.showItem();
  }

  /**
   * The episodes that are new or different, from one position on. It ends after some rows, so that writing them takes a short
   * time.
   *
   * @param chapters of episodes whose chapters are documents of their own
   */
  rows(
    from: number,
    chapters: ReadonlyMap<string, readonly Chapter[]>,
  ): { readonly rows: readonly EpisodeRow[]; readonly next: number } {
    const rows: EpisodeRow[] = [];
    let next = from;
    let size = 0;
    while (next < this.podcast.episodes.length && next < from + LOOK_AT && size < WRITE_AT_ONCE) {
      const source = this.podcast.episodes[next];
      const own = chapters.get(source?.chaptersUrl ?? '');
      const row = source && this.row(own === undefined ? source : { ...source, chapters: own }, next);
      if (row) {
        rows.push(row);
        size += ROW_SIZE + row.item.description.length;
      }
      next += 1;
    }
    return { rows, next };
  }

  /** The transcripts of all episodes, the oldest episode first. */
  get transcripts(): readonly ListedTranscript[] {
    return this.podcast.episodes.flatMap(({ guid, seconds, transcripts }) =>
      transcripts.map((each) => ({ ...each, episodeId: this.idOf(guid), seconds })),
    );
  }

  private idOf(guid: string): string {
    return this.ids.get(guid) ?? episodeId(this.id, guid);
  }

  /** @returns null if it is in the database like this */
  private row(source: Episode, ordinal: number): EpisodeRow | null {
    const item = this.episodeItem(source, ordinal);
    const image_url = source.imageUrl ?? this.podcast.imageUrl;
    // Without what depends on other episodes, and on the time.
    const content = JSON.stringify([{ ...item, popularity: 0, position: 0 }, source.soundUrl, image_url]);
    const fingerprint = createHash('sha256').update(content).digest('base64url').slice(0, 22);
    const before = this.known.get(item.id);
    const isSame = before !== undefined && !before.isGone && before.fingerprint === fingerprint;
    const guid_id = episodeId(this.id, source.guid);
    if (isSame && before.position === item.position && before.guidId === guid_id) return null;
    return {
      item,
      words: readyWords(documentOf(item)),
      sound_url: source.soundUrl,
      image_url,
      fingerprint,
      guid_id,
      added_at: before?.added_at ?? this.now,
      change: before === undefined ? 'added' : isSame ? 'moved' : 'changed',
    };
  }

  private episodeItem(source: Episode, ordinal: number): CatalogueItem {
    const { podcast, id } = this;
    const own = this.idOf(source.guid);
    const releasedAt = Math.min(this.now, source.orderedAt ?? this.known.get(own)?.added_at ?? this.now);
    return {
      ...COMMON,
      ...this.subjects,
      id: own,
      content_id: id,
      title: source.title,
      img_url: coverOf(own, source.imageUrl ?? podcast.imageUrl),
      content_type: 4,
      run_time: positive(source.seconds),
      author_info: references('a', authorsOf(source.author ?? podcast.author)),
      description: describe(source),
      ...(source.publishedAt !== null && { published_at: new Date(source.publishedAt).toISOString() }),
      ...(source.season !== null && { season: source.season }),
      ...podcastFacts({
        explicit: source.isExplicit,
        number: source.number,
        kind: source.kind,
      }),
      index: this.numbers.get(source.guid) ?? null,
      url: `/media/audio/${own}.${endingOf(source)}`,
      parent_id: id,
      // Counted from the oldest, so that a new episode moves no other one.
      position: podcast.isSerial ? ordinal + 1 : LAST_POSITION - ordinal,
      released_at: new Date(releasedAt).toISOString(),
      popularity: releasedAt / 1e14,
    };
  }

  private showItem(): CatalogueItem {
    const { podcast, id, now } = this;
    const newest = podcast.episodes.reduce(
      (latest, { publishedAt }) => Math.max(latest, publishedAt ?? 0),
      0,
    );
    const releasedAt = Math.min(now, newest === 0 ? now : newest);
    const length = totalRunTime(podcast.episodes.map(({ seconds }) => positive(seconds)));
    return {
      ...COMMON,
      ...this.subjects,
      id,
      content_id: null,
      title: podcast.title,
      img_url: coverOf(id, podcast.imageUrl),
      content_type: 3,
      run_time: length === null ? null : Math.min(length, LONGEST_SHOW),
      author_info: references('a', authorsOf(podcast.author)),
      description: [marked(podcast.description, podcast.isExplicit), withPersons(podcast.persons)]
        .filter((part) => part !== '')
        .join('\n\n'),
      ...(podcast.language !== null && { language: podcast.language }),
      ...podcastFacts({ explicit: podcast.isExplicit, serial: podcast.isSerial || null }),
      index: null,
      url: null,
      parent_id: null,
      position: 0,
      released_at: new Date(releasedAt).toISOString(),
      popularity: releasedAt / 1e14,
    };
  }
}

/** A sound has a length. Feeds that do not know it write 0. */
const positive = (seconds: number | null): number | null =>
  seconds !== null && seconds > 0 ? seconds : null;

/** How many episodes are looked at before the next response. */
export const LOOK_AT = 200;
/** Characters of the rows that are written at once. */
const WRITE_AT_ONCE = 150_000;
/** Characters of a row without its description. */
const ROW_SIZE = 1500;
/** The most seconds that the database can store. */
const LONGEST_SHOW = 2_147_483_647;
/** Characters. Notes of feeds are shorter; chapters and persons are added to them. */
const LONGEST_DESCRIPTION = 20_000;

const LAST_POSITION = 1_000_000_000;

const authorsOf = (name: string | null): readonly string[] => (name === null ? [] : [name]);

/** Only the facts that the feed has. */
function podcastFacts(facts: {
  readonly [Name in keyof PodcastFacts]: PodcastFacts[Name] | null;
}): Pick<CatalogueItem, 'podcast'> {
  const { explicit, number, kind, serial } = facts;
  const podcast = {
    ...(typeof explicit === 'boolean' && { explicit }),
    ...(typeof number === 'number' && { number }),
    ...(typeof kind === 'string' && { kind }),
    ...(serial === true && { serial }),
  };
  return Object.keys(podcast).length === 0 ? {} : { podcast };
}

const marked = (text: string, isExplicit: boolean | null): string =>
  isExplicit === true ? `Explicit.\n\n${text}`.trim() : text;

/** The notes of an episode, its persons and its chapters. The address of a transcript may have a token, so it is not shown. */
function describe({ description, isExplicit, chapters, persons }: Episode): string {
  const list = chapters.map(({ start, title }) => `${clockOf(start)} ${title}`);
  const isInNotes = list.every((line) => description.includes(line));
  const parts = [
    marked(description, isExplicit),
    withPersons(persons),
    isInNotes ? '' : ['Chapters', ...list].join('\n'),
  ];
  return words(parts.filter((part) => part !== '').join('\n\n'), LONGEST_DESCRIPTION) ?? '';
}

const withPersons = (persons: readonly string[]): string =>
  persons.length === 0 ? '' : `With ${persons.join(', ')}.`;

const clockOf = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
};

/** Above the numbers of feeds, and within nine digits. */
const FIRST_OWN = 100_000_000;
const OWN_NUMBERS = 900_000_000;
const SEASON = 10_000;

/**
 * The number of each episode, by its id in the feed. It depends on the episode alone (decision 92): season and number of
 * the feed, else a number that is made of the id at first. Of several episodes with one number the oldest has it.
 */
function episodeNumbers(
  oldestFirst: readonly Episode[],
  storedOf: (episode: Episode) => number | null | undefined,
): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const taken = new Set<number>();
  for (const episode of oldestFirst) {
    const { guid, season, number } = episode;
    const given = number === null ? null : (season ?? 0) * SEASON + number;
    const stored = storedOf(episode) ?? 0;
    let own =
      given !== null && given < FIRST_OWN && !taken.has(given)
        ? given
        : stored >= FIRST_OWN
          ? stored
          : FIRST_OWN + (createHash('sha256').update(guid).digest().readUInt32BE() % OWN_NUMBERS);
    while (taken.has(own)) own += 1;
    taken.add(own);
    numbers.set(guid, own);
  }
  return numbers;
}
