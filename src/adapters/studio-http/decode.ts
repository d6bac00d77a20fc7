import * as v from 'valibot';
import { authorId, contentId, ContentType } from '../../domain/catalogue/content.ts';
import type { TitleFields } from '../../domain/studio/fields.ts';
import type { Feed, ImportLine, ImportReport, Subject } from '../../domain/studio/sources.ts';
import type { CollectionMember, CollectionName, TitleDetail, TitleRow } from '../../domain/studio/title.ts';
import type { Log } from '../../ports/log.ts';
import type { FeedRefresh, StudioPerson, TitlePage } from '../../ports/studio/studio-api.ts';
import { contentType, readContentItem } from '../http/wire/content-item.ts';
import {
  bound,
  flag,
  optionalNumber,
  optionalText,
  requiredWords,
  runTime,
  text,
  windowOf,
  wireId,
} from '../http/wire/scalars.ts';
import { instantOf, listOf, readerOf } from './readers.ts';
import { fieldOfWire } from './wire-fields.ts';

const names = v.optional(v.fallback(v.array(requiredWords), []), []);
const stateOf = v.optional(
  v.fallback(v.picklist(['published', 'hidden', 'missing']), 'published'),
  'published',
);
const kindOf = v.optional(v.fallback(v.picklist(['file', 'podcast', 'collection']), 'file'), 'file');

const row = v.object({
  id: wireId,
  kind: kindOf,
  content_type: contentType,
  title: requiredWords,
  authors: names,
  img_url: optionalText,
  run_time: runTime,
  added_at: bound,
  state: stateOf,
  is_edited: flag(false),
  valid_from: bound,
  valid_till: bound,
  listen_free_start: bound,
  listen_free_end: bound,
  discount_price: optionalNumber,
  discount_start: bound,
  discount_end: bound,
});

const readRow = readerOf(row, (sent): TitleRow => ({
  id: contentId(sent.id),
  kind: sent.kind,
  type: sent.content_type ?? ContentType.DEFAULT,
  title: sent.title,
  authors: sent.authors,
  imageUrl: sent.img_url,
  runTime: sent.run_time,
  addedAt: instantOf(sent.added_at),
  state: sent.state,
  isEdited: sent.is_edited,
  validity: windowOf(sent.valid_from, sent.valid_till),
  listenFreeWindow: windowOf(sent.listen_free_start, sent.listen_free_end),
  discount: {
    price: sent.discount_price ?? 0,
    window: windowOf(sent.discount_start, sent.discount_end),
  },
}));

export const decodePage = (log: Log) =>
  readerOf(v.object({ total: v.number(), titles: v.array(v.unknown()) }), (sent): TitlePage => ({
    total: sent.total,
    rows: listOf(readRow, 'titles', log)(sent.titles),
  }));

export const decodeWindows = (log: Log) =>
  readerOf(v.object({ titles: v.array(v.unknown()), is_complete: flag(true) }), (sent) => ({
    rows: listOf(readRow, 'titles', log)(sent.titles),
    isComplete: sent.is_complete,
  }));

const nameOf = v.union([
  requiredWords,
  v.pipe(
    v.object({ name: requiredWords }),
    v.transform((sent) => sent.name),
  ),
]);
const foundNames = v.optional(v.fallback(v.array(nameOf), []));

const found = v.object({
  title: v.optional(v.fallback(v.nullable(v.string()), null)),
  description: v.optional(text),
  authors: foundNames,
  categories: foundNames,
  topics: foundNames,
  valid_from: bound,
  valid_till: bound,
  listen_free_start: bound,
  listen_free_end: bound,
  has_listen_free_content: flag(false),
  discount_price: optionalNumber,
  discount_start: bound,
  discount_end: bound,
});

const readFound = readerOf(found, (sent): Partial<TitleFields> => ({
  ...(typeof sent.title === 'string' && { title: sent.title }),
  ...(sent.description !== undefined && { description: sent.description }),
  ...(sent.authors !== undefined && { authors: sent.authors }),
  ...(sent.categories !== undefined && { categories: sent.categories }),
  ...(sent.topics !== undefined && { topics: sent.topics }),
  validFrom: instantOf(sent.valid_from),
  validTill: instantOf(sent.valid_till),
  listenFreeStart: instantOf(sent.listen_free_start),
  listenFreeEnd: instantOf(sent.listen_free_end),
  hasListenFreeContent: sent.has_listen_free_content,
  discountPrice: sent.discount_price !== null && sent.discount_price > 0 ? sent.discount_price : null,
  discountStart: instantOf(sent.discount_start),
  discountEnd: instantOf(sent.discount_end),
}));

const member = v.object({ id: wireId, title: requiredWords, run_time: runTime, content_type: contentType });

const readMember = readerOf(member, (sent): CollectionMember => ({
  id: contentId(sent.id),
  title: sent.title,
  type: sent.content_type ?? ContentType.DEFAULT,
  runTime: sent.run_time,
}));

const detail = v.object({
  id: wireId,
  kind: kindOf,
  state: stateOf,
  version: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  item: v.unknown(),
  found: v.optional(v.unknown()),
  edited: v.optional(v.fallback(v.array(v.string()), []), []),
  edited_at: bound,
  edited_by: optionalText,
  members: v.optional(v.fallback(v.nullable(v.array(v.unknown())), null), null),
});

/** The item is decoded as the product API sends it. A detail without a readable item cannot be read. */
export const decodeDetail =
  (log: Log) =>
  (body: unknown): TitleDetail | null => {
    const read = v.safeParse(detail, body);
    const item = read.success ? readContentItem(read.output.item, log) : null;
    if (!read.success || item === null) return null;
    const sent = read.output;
    return {
      id: contentId(sent.id),
      kind: sent.kind,
      state: sent.state,
      version: sent.version,
      item,
      found: readFound(sent.found ?? {}) ?? {},
      edited: sent.edited.map((name) => fieldOfWire(name)).filter((name) => name !== null),
      editedAt: instantOf(sent.edited_at),
      editedBy: sent.edited_by,
      members: sent.members === null ? null : listOf(readMember, 'members', log)(sent.members),
    };
  };

const collection = v.object({ id: wireId, title: requiredWords });

const readCollection = readerOf(collection, ({ id, title }): CollectionName => ({
  id: contentId(id),
  title,
}));

export const decodeCollections = (log: Log) =>
  readerOf(v.object({ collections: v.array(v.unknown()) }), (sent) =>
    listOf(readCollection, 'collections', log)(sent.collections),
  );

export const decodePerson = readerOf(
  v.object({ email: text, name: text, role: v.picklist(['publisher', 'owner']) }),
  (sent): StudioPerson => sent,
);

const subject = v.object({
  id: wireId,
  name: requiredWords,
  img_url: optionalText,
  titles: optionalNumber,
});

const readSubject = readerOf(subject, (sent): Subject => ({
  id: authorId(sent.id),
  name: sent.name,
  imageUrl: sent.img_url,
  titles: sent.titles ?? 0,
}));

export const decodeSubjects = (log: Log) =>
  readerOf(v.object({ subjects: v.array(v.unknown()) }), (sent) =>
    listOf(readSubject, 'subjects', log)(sent.subjects),
  );

const count = v.optional(v.fallback(v.number(), 0), 0);
const counts = v.object({
  added: count,
  changed: count,
  missing: count,
  returned: count,
  refused: count,
  notes: count,
});
const NO_COUNTS = { added: 0, changed: 0, missing: 0, returned: 0, refused: 0, notes: 0 };

const report = v.object({
  id: wireId,
  folder: v.optional(text, ''),
  started_at: bound,
  ended_at: bound,
  outcome: v.picklist(['running', 'done', 'failed']),
  message: optionalText,
  progress: v.optional(v.fallback(v.nullable(v.object({ read: v.number(), total: v.number() })), null), null),
  counts: v.optional(v.fallback(counts, NO_COUNTS), NO_COUNTS),
});

const readReport = readerOf(report, (sent): ImportReport => ({
  id: sent.id,
  folder: sent.folder,
  startedAt: instantOf(sent.started_at),
  endedAt: instantOf(sent.ended_at),
  outcome: sent.outcome,
  message: sent.message,
  progress: sent.progress,
  counts: sent.counts,
}));

const folder = v.object({ path: v.string(), kind: v.picklist(['library', 'uploads']) });

export const decodeImports = (log: Log) =>
  readerOf(
    v.object({ folders: v.optional(v.array(v.unknown()), []), imports: v.array(v.unknown()) }),
    (sent) => ({
      folders: listOf(
        readerOf(folder, (each) => each),
        'folders',
        log,
      )(sent.folders),
      imports: listOf(readReport, 'imports', log)(sent.imports),
    }),
  );

const line = v.object({
  kind: v.picklist(['added', 'changed', 'missing', 'returned', 'refused', 'notes', 'note']),
  path: optionalText,
  title: optionalText,
  reason: optionalText,
});

const readLine = readerOf(line, (sent): ImportLine => ({
  ...sent,
  kind: sent.kind === 'note' ? 'notes' : sent.kind,
}));

export const decodeLines = (log: Log) =>
  readerOf(v.object({ lines: v.array(v.unknown()) }), (sent) => listOf(readLine, 'lines', log)(sent.lines));

const feed = v.object({
  id: wireId,
  title: v.optional(v.fallback(v.nullable(requiredWords), null), null),
  url: v.string(),
  episodes: optionalNumber,
  fetched_at: bound,
  next_at: bound,
  error: optionalText,
});

const readFeed = readerOf(feed, (sent): Feed => ({
  id: sent.id,
  title: sent.title ?? sent.url,
  url: sent.url,
  episodes: sent.episodes ?? 0,
  fetchedAt: instantOf(sent.fetched_at),
  nextAt: instantOf(sent.next_at),
  error: sent.error,
}));

export const decodeFeeds = (log: Log) =>
  readerOf(v.object({ feeds: v.array(v.unknown()) }), (sent) => listOf(readFeed, 'feeds', log)(sent.feeds));

export const decodeFeed = (body: unknown): Feed | null => {
  const read = v.safeParse(v.object({ feed: v.unknown() }), body);
  return read.success ? readFeed(read.output.feed) : null;
};

export const decodeRefresh = readerOf(
  v.object({ outcome: v.optional(v.string(), ''), message: optionalText }),
  (sent): FeedRefresh => sent,
);
