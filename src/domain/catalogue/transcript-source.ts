import type { Seconds } from '../time.ts';

/**
 * The types of transcripts that can be read. Of two with the same language, the earlier type is preferred: first those
 * with times (TEXT-1, TEXT-2).
 */
export const TRANSCRIPT_TYPES = [
  'text/vtt',
  'application/json',
  'application/srt',
  'application/x-subrip',
  'text/lrc',
  'application/ttml+xml',
  'text/html',
  'text/plain',
] as const;
/** One of the types of transcripts. */
export type TranscriptType = (typeof TRANSCRIPT_TYPES)[number];

/**
 * Where the transcript of a title, a chapter or a track is. `url` is as sent, like the address of a PDF. `language` is a
 * BCP 47 tag. Both `language` and `label` are empty if they are unknown.
 */
export type TranscriptSource = {
  readonly url: string;
  readonly type: TranscriptType;
  readonly language: string;
  readonly label: string;
};

/** A sentence that was found in a transcript by the search over all titles. */
export type TranscriptMatch = {
  readonly chapterIndex: number | null;
  readonly trackId: string | null;
  readonly start: Seconds;
  readonly text: string;
};
