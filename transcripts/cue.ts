/** A piece of a transcript: a sentence, or a few words. Times are seconds from the start of the sound. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string;
}

/** A cue as its file has it. */
export interface RawCue {
  /** Null if it cannot be read. */
  readonly start: number | null;
  /** Null if it is missing. */
  readonly end: number | null;
  readonly text: string;
  readonly speaker?: string;
}

/** What a format has, with a sentence for each kind of text that is left out. */
export interface Found {
  readonly cues: readonly RawCue[];
  readonly problems: readonly string[];
}

/** 200,000 words have about 20,000 cues. What comes after this number is not read. */
export const MOST_CUES = 100_000;

/** A sentence about what happened to some sentences. None happened to none. */
export const counted = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`${count === 1 ? 'A sentence' : `${count} sentences`} ${what}.`];

/** A cue with its lines as the file has them. */
export interface Caption {
  readonly start: number | null;
  readonly end: number | null;
  readonly lines: readonly string[];
}
