/** An episode. Addresses are absolute and lead to the web; instants are epoch milliseconds. */
export interface Episode {
  /** Unique in the feed: the id that the feed gives, else the sound. */
  readonly guid: string;
  /** False if the id is made of the sound. */
  readonly hasId: boolean;
  readonly title: string;
  readonly description: string;
  readonly soundUrl: string;
  readonly soundType: string;
  readonly imageUrl: string | null;
  readonly author: string | null;
  readonly publishedAt: number | null;
  /** For its position among the others: its date, else the one of the episode before it. Null if no date is known. */
  readonly orderedAt: number | null;
  /** Whole seconds; null if unknown. */
  readonly seconds: number | null;
  readonly season: number | null;
  readonly number: number | null;
  /** Null for a whole episode. */
  readonly kind: 'trailer' | 'bonus' | null;
  /** Null if the feed does not say it. */
  readonly isExplicit: boolean | null;
  readonly chapters: readonly Chapter[];
  /** The address of the chapters (Podcasting 2.0). Null if the feed itself has them, or if there are none. */
  readonly chaptersUrl: string | null;
  readonly transcripts: readonly FeedTranscript[];
  /** Names, each with its role if it is known. Those of the podcast if the episode names none. */
  readonly persons: readonly string[];
}

/** A named position, in seconds. */
export interface Chapter {
  readonly start: number;
  readonly title: string;
}

export interface Podcast {
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly author: string | null;
  /** A language tag. Null if the feed does not say it. */
  readonly language: string | null;
  /** Null if the feed does not say it. */
  readonly isExplicit: boolean | null;
  readonly categories: readonly string[];
  readonly topics: readonly string[];
  /** Names, each with its role if it is known. */
  readonly persons: readonly string[];
  /** True if it is heard from the first episode on. */
  readonly isSerial: boolean;
  readonly newUrl: string | null;
  /** The next page, with older episodes (RFC 5005). */
  readonly nextUrl: string | null;
  /** The oldest first. */
  readonly episodes: readonly Episode[];
  /** Titles of entries whose files no player can play. */
  readonly unplayable: readonly string[];
  /** How many entries the document has, with and without a sound. */
  readonly entries: number;
  /** How many of them are too broken to be read. */
  readonly unread: number;
}

export interface FeedTranscript {
  readonly url: string;
  readonly type: string;
  readonly language: string | null;
}
