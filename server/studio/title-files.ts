import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type ChapterSpan,
  cuesOf,
  dividedCues,
  removeStudioTranscripts,
  removeTranscripts,
  replaceTranscripts,
} from '../catalogue/transcripts.ts';
import type { CatalogueItem } from '../catalogue/types.ts';
import { ApiError, notFound } from '../http/validation.ts';
import { pdfKey, pdfVersion } from '../library/media/routes.ts';
import type { FoundTranscript } from '../library/read/transcripts.ts';
import type { MediaAddresses } from '../media/source.ts';
import { type MediaStore, StoreUnavailableError } from '../store/media-store.ts';
import { LARGEST_PDF } from 'audio-streaming-wire/sizes';
import type { Sent } from 'audio-streaming-wire/scalars';
import type { transcriptText } from 'audio-streaming-wire/titles';
import type { StudioDatabase } from './context.ts';
import { type Editing, type Writing, beginEdit, finishEdit } from './edit-title.ts';
import { READER, type WholeTranscript, sourcedTitle, wholeTranscripts } from './find-titles.ts';
import { fullDiskError, isFullDisk } from './uploads.ts';

const START = Buffer.from('%PDF-');

/** Stores the PDFs of titles. Each has a version, which is a hash of its bytes. */
export class Pdfs {
  /** @param parts the folder on the disk for bytes that have not been checked */
  constructor(
    private readonly files: MediaStore,
    private readonly parts: string,
  ) {}

  /**
   * Stores a PDF.
   *
   * @param publish gets its address, and a function that stores the file again if somebody deleted it meanwhile
   * @throws {ApiError} 413 for more than 50 MB, 422 for other contents, 507 if the disk is full
   */
  async store(
    id: string,
    body: Readable,
    publish: (url: string, keep: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const half = join(this.parts, `${randomUUID()}.pdf`);
    try {
      await mkdir(this.parts, { recursive: true });
      const hash = createHash('sha256');
      await pipeline(
        body,
        checked((bytes) => hash.update(bytes)),
        createWriteStream(half),
      );
      const version = hash.digest('hex').slice(0, 16);
      const key = pdfKey(id, version);
      const keep = async (): Promise<void> => {
        if ((await this.files.stat(key)) === null) await this.files.create(key, createReadStream(half));
      };
      await keep();
      await publish(`/media/pdf/${id}.pdf?v=${version}`, keep);
    } catch (error) {
      const isFull = error instanceof StoreUnavailableError && error.problem === 'full';
      throw isFull || isFullDisk(error) ? fullDiskError() : error;
    } finally {
      await rm(half, { force: true });
    }
  }

  /** Deletes the file of an address, if there is one. */
  async remove(id: string, url: string | null | undefined): Promise<void> {
    const version = pdfVersion(url ?? null);
    if (version !== null) await this.files.delete(pdfKey(id, version));
  }
}

/** Passes the bytes of a PDF, and fails for anything else. */
function checked(each: (bytes: Buffer) => void): Transform {
  let start = Buffer.alloc(0);
  let size = 0;
  const isPdf = (): boolean => start.subarray(0, START.length).equals(START);
  const refusal = new ApiError(422, 'no-pdf', 'This file is not a PDF.', 'pdf_url');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (start.length < START.length) start = Buffer.concat([start, chunk.subarray(0, START.length)]);
      if (size > LARGEST_PDF) {
        done(new ApiError(413, 'too-large', 'A PDF may have at most 50 MB.', 'pdf_url'));
      } else if (start.length >= START.length && !isPdf()) done(refusal);
      else {
        each(chunk);
        done(null, chunk);
      }
    },
    flush(done) {
      done(isPdf() ? null : refusal);
    },
  });
}

async function wholeOf(db: StudioDatabase, itemId: string, id: string): Promise<WholeTranscript> {
  const found = (await wholeTranscripts(db, itemId)).find((whole) => whole.id === id);
  if (found === undefined) throw notFound('transcript');
  return found;
}

/** The chapters of a title, or the title itself, with their seconds. The catalogue has only whole seconds. */
async function spansOf(
  db: StudioDatabase,
  { id, chapter_info, run_time }: CatalogueItem,
): Promise<readonly ChapterSpan[]> {
  if (chapter_info.length === 0) return [{ chapter: 0, from: 0, to: run_time ?? 0 }];
  const stored = await db
    .selectFrom('library_titles')
    .select('sections')
    .where('id', '=', id)
    .executeTakeFirst();
  const sections = stored?.sections.length === chapter_info.length ? stored.sections : [];
  let before = 0;
  return chapter_info.map(({ chapter_index: chapter, chapter_run_time }, at) => {
    const from = before;
    before += sections[at]?.seconds ?? chapter_run_time ?? 0;
    return { chapter, from, to: before };
  });
}

/** A text that was sent, and where it belongs. */
export interface SentTranscript {
  readonly chapter: number;
  /** `und` if it is not known. */
  readonly language: string;
  readonly read: (seconds: number) => Promise<FoundTranscript>;
}

/**
 * Stores a transcript of the studio instead of an earlier one of the same chapter and language (STU-53).
 *
 * @returns what is wrong with it
 * @throws {ApiError} 422 for a text without sentences, and for a title or a chapter that has no sound
 */
export async function addTranscript(
  db: StudioDatabase,
  editing: Editing,
  { chapter, language, read }: SentTranscript,
): Promise<readonly string[]> {
  const item = (await sourcedTitle(db, editing.id))?.item;
  if (item === undefined) throw notFound('title');
  if (item.content_type === 3 || item.content_type === 5)
    throw refused('This title has no sound of its own.');
  const all = await spansOf(db, item);
  const own = chapter === 0 ? all : all.filter((span) => span.chapter === chapter);
  const [first] = own;
  if (first === undefined) throw refused(`This title has no chapter ${chapter}.`);
  const spans = own.map((span) => ({ ...span, from: span.from - first.from, to: span.to - first.from }));
  const found = await read(spans.at(-1)?.to ?? 0);
  if (found.cues.length === 0) throw refused(found.problems.at(-1) ?? 'It has no text.');
  const parts = found.isTimed ? dividedCues(found.cues, spans) : [{ chapter, cues: found.cues }];
  await db.transaction().execute(async (transaction) => {
    const { title, edit } = await beginEdit(transaction, editing);
    const named = language === 'und' ? (found.language ?? 'und') : language;
    const transcript = { itemId: item.id, language: named, chapter, isTimed: found.isTimed };
    await replace(transaction, transcript, all, parts);
    await finishEdit(transaction, editing, title, edit);
  });
  return found.problems;
}

/**
 * Moves the times of a transcript. A file is not changed: the studio keeps the moved text (STU-54).
 *
 * @throws {ApiError} 422 for a text without times
 */
export async function shiftTranscript(
  db: StudioDatabase,
  editing: Editing,
  id: string,
  seconds: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { title, edit } = await beginEdit(transaction, editing);
    const own: StudioDatabase = transaction;
    const { rows } = await wholeOf(own, title.item.id, id);
    const [first] = rows;
    const { language } = first;
    if (!first.is_timed) throw refused('This text has no times.');
    const isUndivided = first.chapter === 0;
    const all = await spansOf(own, isUndivided ? { ...title.item, chapter_info: [] } : title.item);
    const spans = all.filter(({ chapter }) => rows.some((row) => row.chapter === chapter));
    const texts = await Promise.all(
      rows.map(async (row) => {
        const from = (spans.find(({ chapter }) => chapter === row.chapter)?.from ?? 0) + seconds;
        return (await cuesOf(own, row.id)).map((cue) => ({
          ...cue,
          start: cue.start + from,
          end: cue.end + from,
        }));
      }),
    );
    const parts = dividedCues(texts.flat(), spans);
    const chapter = spans.length === all.length ? 0 : (spans[0]?.chapter ?? 0);
    await replace(transaction, { itemId: title.item.id, language, chapter, isTimed: true }, spans, parts);
    await finishEdit(transaction, editing, title, edit);
  });
}

/** @throws {ApiError} 422 for a text that the studio has not added */
export async function removeTranscript(db: StudioDatabase, editing: Editing, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { title, edit } = await beginEdit(transaction, editing);
    const own: StudioDatabase = transaction;
    const { rows } = await wholeOf(own, title.item.id, id);
    const [{ source, origin }] = rows;
    if (source !== 'studio') throw refused(`This text is from ${origin}. Remove it there.`);
    await removeTranscripts(
      transaction,
      rows.map((row) => row.id),
    );
    await finishEdit(transaction, editing, title, edit);
  });
}

const refused = (message: string): ApiError => new ApiError(422, 'no-transcript', message);

interface StudioTranscript {
  readonly itemId: string;
  readonly language: string;
  readonly chapter: number;
  readonly isTimed: boolean;
}

async function replace(
  transaction: Writing,
  { itemId, language, chapter, isTimed }: StudioTranscript,
  spans: readonly ChapterSpan[],
  parts: ReturnType<typeof dividedCues>,
): Promise<void> {
  const chapters = [chapter, ...(chapter === 0 || parts.length > 1 ? spans.map((span) => span.chapter) : [])];
  await removeStudioTranscripts(transaction, { itemId, language, chapters });
  const origin = `${chapter}/${language}`;
  const drafts = parts.map((part) => ({ itemId, language, origin, isTimed, ...part }));
  await replaceTranscripts(transaction, itemId, 'studio', drafts, origin);
}

/** The studio shows so many sentences of a chapter. */
const MOST_SHOWN = 200;

/** The text of a transcript beside the sound of its chapters. The addresses of the sound are signed for the studio. */
export async function textOfTranscript(
  { db, addresses }: { readonly db: StudioDatabase; readonly addresses: Pick<MediaAddresses, 'sign'> },
  item: CatalogueItem,
  id: string,
): Promise<Sent<typeof transcriptText>> {
  const { rows } = await wholeOf(db, item.id, id);
  const parts = rows.map(async (row) => {
    const chapter = item.chapter_info.find(({ chapter_index }) => chapter_index === row.chapter);
    const url = chapter?.chapter_url ?? item.url;
    const cues = await cuesOf(db, row.id);
    return {
      chapter: row.chapter,
      title: chapter?.chapter_title ?? item.title,
      sound: url === null ? null : addresses.sign(url, READER),
      cues: cues.slice(0, MOST_SHOWN).map(({ end: _end, ...cue }) => cue),
      is_whole: cues.length <= MOST_SHOWN,
    };
  });
  return { parts: await Promise.all(parts) };
}
