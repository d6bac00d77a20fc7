import { SUBJECTS, type SubjectKind } from '../catalogue/subject-kinds.ts';

/** What an address under `/media/` names. */
export type MediaPath =
  | { readonly kind: 'audio'; readonly id: string; readonly chapter: number | null }
  | { readonly kind: 'pdf'; readonly id: string }
  /** The id is that of the transcript. */
  | { readonly kind: 'transcript'; readonly id: string }
  | { readonly kind: 'cover'; readonly of: CoverSubject; readonly id: string };

export type CoverSubject = 'item' | SubjectKind;

// Ids are words joined by hyphens whose last word is never a bare number, so a trailing number is a chapter.
const ID = '(?:[a-z0-9]+-)*[0-9]*[a-z][a-z0-9]*';

const AUDIO = new RegExp(`^/media/audio/(${ID})(?:-([1-9][0-9]{0,3}))?\\.(?:mp3|m4a|ogg|flac|wav)$`);

const PDF = new RegExp(`^/media/pdf/(${ID})\\.pdf$`);

const TRANSCRIPT = /^\/media\/transcript\/(x[\da-f]{31})\.(?:vtt|txt)$/;

const COVER = new RegExp(
  `^/media/covers/(item|author|category|topic|series|narrator)-(${ID})\\.(?:svg|webp|jpg)$`,
);

/**
 * Reads a URL path such as `/media/audio/the-tide-library-3.mp3`.
 * @returns null when the path names no medium.
 */
export function parseMediaPath(path: string): MediaPath | null {
  const audio = AUDIO.exec(path);
  if (audio?.[1] !== undefined) {
    return { kind: 'audio', id: audio[1], chapter: audio[2] === undefined ? null : Number(audio[2]) };
  }
  const pdf = PDF.exec(path);
  if (pdf?.[1] !== undefined) return { kind: 'pdf', id: pdf[1] };
  const transcript = TRANSCRIPT.exec(path);
  if (transcript?.[1] !== undefined) return { kind: 'transcript', id: transcript[1] };
  const cover = COVER.exec(path);
  if (cover?.[1] !== undefined && cover[2] !== undefined && isCoverSubject(cover[1])) {
    return { kind: 'cover', of: cover[1], id: cover[2] };
  }
  return null;
}

function isCoverSubject(text: string): text is CoverSubject {
  return text === 'item' || Object.values(SUBJECTS).some(({ kind }) => kind === text);
}
