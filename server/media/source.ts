import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CatalogueDatabase } from '../catalogue/tables.ts';
import type { CatalogueItem, Reference } from '../catalogue/types.ts';
import type { Clock } from '../clock.ts';
import { SUBJECTS, SUBJECT_TABLES, type SubjectKind, type SubjectTable } from '../catalogue/subject-kinds.ts';
import { type CoverSubject, type MediaPath, parseMediaPath } from './media-path.ts';
import { findDocument } from '../catalogue/find-item.ts';
import { findSubject } from '../catalogue/subjects.ts';
import { findTranscript } from '../catalogue/transcripts.ts';

/** The sound of one item or chapter. */
export interface AudioSource {
  readonly kind: 'audio';
  readonly id: string;
  /** Counted from 1. Null if the item has no chapters. */
  readonly chapter: number | null;
  /** Whole seconds. Null if it is not known. */
  readonly duration: number | null;
}

export interface PdfSource {
  readonly kind: 'pdf';
  readonly id: string;
}

export interface TranscriptSource {
  readonly kind: 'transcript';
  /** The item whose sound it is the text of. */
  readonly id: string;
  readonly transcript: string;
  readonly isTimed: boolean;
}

export interface CoverSource {
  readonly kind: 'cover';
  readonly of: CoverSubject;
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  /** Ids of topics and categories, which suggest a picture. */
  readonly themes: readonly string[];
}

/** What the media routes need in order to make a medium. */
export type MediaSource = AudioSource | PdfSource | TranscriptSource | CoverSource;

/** The fields of an item from which its media are made. */
export type MediaItem = Pick<
  CatalogueItem,
  | 'id'
  | 'title'
  | 'run_time'
  | 'author_info'
  | 'category_info'
  | 'topic_info'
  | 'chapter_info'
  | 'url'
  | 'pdf_url'
>;

/**
 * Finds the medium of a parsed path and the item with its id.
 * @returns null if the item has no such medium: the chapter is unknown, or there is no PDF or no sound.
 */
export function sourceOfItem(path: MediaPath, item: MediaItem): MediaSource | null {
  if (path.kind === 'transcript') return null;
  if (path.kind === 'cover') {
    if (path.of !== 'item') return null;
    const authors = item.author_info.map((author) => author.name);
    const themes = [...item.topic_info, ...item.category_info].map((theme) => theme.id);
    return {
      kind: 'cover',
      of: 'item',
      id: item.id,
      title: item.title,
      authors,
      themes,
    };
  }
  if (path.kind === 'pdf') {
    return item.pdf_url === null ? null : { kind: 'pdf', id: item.id };
  }
  if (path.chapter !== null) {
    const chapter = item.chapter_info.find((each) => each.chapter_index === path.chapter);
    if (chapter === undefined) return null;
    return { kind: 'audio', id: item.id, chapter: path.chapter, duration: chapter.chapter_run_time };
  }
  if (item.url === null) return null;
  return { kind: 'audio', id: item.id, chapter: null, duration: item.run_time };
}

/** The cover of a subject. */
export function sourceOfReference(of: Exclude<CoverSubject, 'item'>, reference: Reference): CoverSource {
  return {
    kind: 'cover',
    of,
    id: reference.id,
    title: reference.name,
    authors: [],
    themes: [reference.id],
  };
}

const tableOf = (of: SubjectKind): SubjectTable =>
  SUBJECT_TABLES.find((table) => SUBJECTS[table].kind === of) ?? 'topics';

/**
 * Finds the medium of an address.
 *
 * @param path such as `/media/covers/topic-sleep.svg`
 * @returns null if the catalogue has no such medium
 */
export async function findMediaSource(db: CatalogueDatabase, path: string): Promise<MediaSource | null> {
  const parsed = parseMediaPath(path);
  if (parsed === null) return null;
  if (parsed.kind === 'cover' && parsed.of !== 'item') {
    const reference = await findSubject(db, tableOf(parsed.of), parsed.id);
    return reference === undefined ? null : sourceOfReference(parsed.of, reference);
  }
  if (parsed.kind === 'transcript') {
    const found = await findTranscript(db, parsed.id);
    if (found === undefined) return null;
    return { kind: 'transcript', id: found.itemId, transcript: parsed.id, isTimed: found.isTimed };
  }
  const document = await findDocument(db, parsed.id);
  return document === undefined ? null : sourceOfItem(parsed, document);
}

/** Whether a signed media address is valid at this moment. */
export type AddressCheck =
  | { readonly verdict: 'ok'; readonly secondsLeft: number; readonly listener: string }
  | { readonly verdict: 'expired'; readonly secondsAgo: number; readonly listener: string }
  | { readonly verdict: 'forged' };

/** Makes and checks the addresses of sound and PDFs, which are valid for a limited time. */
export interface MediaAddresses {
  /**
   * @param path such as `/media/audio/the-tide-library-3.mp3`
   * @param sub the listener for whom it is made
   * @param seconds how long it is valid, if not as long as usual
   * @returns the path with a signature that expires
   */
  sign(path: string, sub: string, seconds?: number): string;
  verify(url: URL): AddressCheck;
}

/**
 * An address is valid for one path and one listener until it expires. Nothing is stored. Every process that knows the
 * secret can check an address, for example another process on the same database.
 *
 * @param options.lifeSeconds how long an address is valid
 */
export function createMediaAddresses(options: {
  readonly secret: string;
  readonly clock: Clock;
  readonly lifeSeconds: number;
}): MediaAddresses {
  const { secret, clock, lifeSeconds } = options;
  const signature = (path: string, listener: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${path}\n${listener}\n${expires}`).digest();

  return {
    sign(path, sub, seconds = lifeSeconds) {
      const expires = String(Math.floor(clock.now() / 1000) + seconds);
      const query = new URLSearchParams({
        listener: sub,
        expires,
        signature: signature(path, sub, expires).toString('base64url'),
      });
      return `${path}?${query.toString()}`;
    },
    verify(url) {
      const listener = url.searchParams.get('listener') ?? '';
      const expires = url.searchParams.get('expires') ?? '';
      const given = Buffer.from(url.searchParams.get('signature') ?? '', 'base64url');
      const right = signature(decodedPath(url), listener, expires);
      if (given.length !== right.length || !timingSafeEqual(given, right)) {
        return { verdict: 'forged' };
      }
      const left = Number(expires) * 1000 - clock.now();
      return left > 0
        ? { verdict: 'ok', secondsLeft: Math.floor(left / 1000), listener }
        : { verdict: 'expired', secondsAgo: Math.floor(-left / 1000), listener };
    },
  };
}

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return url.pathname;
  }
}
