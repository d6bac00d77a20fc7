import type { AuthorId } from './authors.ts';
import type { CategoryId, TopicId } from './shelves.ts';

/** From and till in days from the moment of building, negative for the past; null for an open end. */
export type DayWindow = readonly [from: number | null, till: number | null];

/** An item as an editor writes it down; `assemble.ts` turns it into wire items. */
export interface Draft {
  /** Needed only where the title yields no slug of Latin letters, or one that is taken. */
  readonly id?: string;
  /** A subtitle follows a colon and a space. */
  readonly title: string;
  readonly by: readonly AuthorId[];
  readonly shelf: CategoryId;
  readonly topics: readonly TopicId[];
  readonly about: string;
  /** How many days before the moment of building it came out. */
  readonly released: number;
  /** When it may be played. Absent: always. */
  readonly window?: DayWindow;
  /** Free to all: always, or between two moments in days. */
  readonly free?: 'always' | readonly [from: number, till: number];
  /** Some part of it is free to all. */
  readonly someFree?: true;
  readonly sale?: { readonly price: number; readonly days: readonly [from: number, till: number] };
  readonly pdf?: true;
}

/** An item that is one stretch of sound. */
export interface SingleDraft extends Draft {
  readonly minutes: number;
}

export interface ChapteredDraft extends Draft {
  readonly chapters: readonly string[];
}

/** A part of a podcast or of a collection. */
export interface PartDraft {
  readonly title: string;
  readonly about: string;
  /** When this part may be played. A window counts only if both bounds are there. */
  readonly window?: readonly [from: number, till: number];
}

export interface PodcastDraft extends Draft {
  /** Oldest first. */
  readonly episodes: readonly PartDraft[];
  /** The shortest and the longest episode. */
  readonly minutes: readonly [shortest: number, longest: number];
  /** Days between two episodes. */
  readonly every: number;
}

/** A collection that carries its own tracks, day by day where it is a programme. */
export interface ProgrammeDraft extends Draft {
  readonly ownTracks: readonly PartDraft[];
  readonly minutes: readonly [shortest: number, longest: number];
  /** How many tracks make a day; absent outside programmes. */
  readonly perDay?: number;
}

/** A collection whose tracks are other items of the catalogue, by id, fetched by a call of their own. */
export interface SelectionDraft extends Draft {
  readonly picks: readonly string[];
}
