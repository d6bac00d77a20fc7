import type { Instant, Seconds } from '../../domain/time.ts';

/** A named position in an episode. */
export type FeedChapter = { readonly start: Seconds; readonly title: string };

/** An episode of a feed. Addresses are absolute and http(s). */
export type FeedEpisode = {
  /** What the episode is known by: its id in the feed, else its sound. Unique within the feed. */
  readonly guid: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly pdfUrl: string | null;
  readonly imageUrl: string | null;
  readonly author: string | null;
  readonly publishedAt: Instant | null;
  readonly runTime: Seconds | null;
  readonly season: number | null;
  readonly number: number | null;
  readonly isExplicit: boolean;
  readonly chapters: readonly FeedChapter[];
  /** The address of its chapters document (Podcasting 2.0). Null if the feed has the chapters, or there are none. */
  readonly chaptersUrl: string | null;
};

/** A show and its episodes. */
export type Feed = {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly author: string | null;
  readonly isExplicit: boolean;
  /** Subjects with their subdivisions. */
  readonly subjects: readonly { readonly name: string; readonly parts: readonly string[] }[];
  /** In listening order for a serial, else newest first. */
  readonly episodes: readonly FeedEpisode[];
  /** The new address, if the feed says that it has moved. */
  readonly newUrl: string | null;
  /** The address of the next older page (RFC 5005). Null if there is none. */
  readonly nextUrl: string | null;
  /** True if the show starts with its first episode. */
  readonly isSerial: boolean;
  /** Number of entries without audio. */
  readonly dropped: number;
};
