import type { Instant, Seconds } from '../../domain/time.ts';

/** A place in an episode that has a name. */
export type FeedChapter = { readonly start: Seconds; readonly title: string };

/** An episode as a feed tells it; addresses are absolute and http(s). */
export type FeedEpisode = {
  /** What the feed knows it by, else its address. */
  readonly guid: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly pdfUrl: string | null;
  readonly imageUrl: string | null;
  readonly author: string | null;
  readonly publishedAt: Instant | null;
  readonly runTime: Seconds | null;
  readonly number: number | null;
  readonly isExplicit: boolean;
  readonly chapters: readonly FeedChapter[];
  /** Where its chapters can be asked for (Podcasting 2.0); null when they stand in the feed, or there are none. */
  readonly chaptersUrl: string | null;
};

/** A show as its feed tells it. */
export type Feed = {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly author: string | null;
  readonly isExplicit: boolean;
  /** Subjects by name, each with what it is divided into. */
  readonly subjects: readonly { readonly name: string; readonly parts: readonly string[] }[];
  /** In the order in which they are meant to be heard or looked through. */
  readonly episodes: readonly FeedEpisode[];
  /** How many entries held nothing that can sound. */
  readonly dropped: number;
};
