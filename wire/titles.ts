import * as v from 'valibot';
import { ids, line, list, name, plain, time } from './scalars.ts';
import { LONGEST_SEQUENCE } from './sizes.ts';

/** The studio's calls about titles, collections and subjects. The provider and the page of the studio share them. */

const LONGEST_TITLE = 500;
const LONGEST_DESCRIPTION = 10_000;
const MOST_NAMES = 50;
const HIGHEST_PRICE = 100_000;
const MOST_MEMBERS = 1000;
const MOST_ORDERED = 10_000;

const title = line(LONGEST_TITLE);

const description = v.pipe(
  plain,
  v.transform((text) =>
    text
      .replaceAll(/\r\n?/gu, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
  ),
  v.maxLength(LONGEST_DESCRIPTION, `must have at most ${LONGEST_DESCRIPTION} characters`),
);

const names = v.pipe(
  v.array(name, 'must be a list of names'),
  v.maxLength(MOST_NAMES, `must have at most ${MOST_NAMES} names`),
);

const sequence = v.pipe(
  plain,
  v.trim(),
  v.maxLength(LONGEST_SEQUENCE, `must have at most ${LONGEST_SEQUENCE} characters`),
);
const series = v.pipe(
  v.array(v.strictObject({ name, sequence }), 'must be a list of series'),
  v.maxLength(MOST_NAMES, `must have at most ${MOST_NAMES} series`),
);

const WHERE = /(?:Z|[+-]\d{2}:\d{2})$/u;

/** An instant with its offset, or null. It becomes an instant in UTC. */
const instant = v.nullable(
  v.pipe(
    v.string('must be an instant or null'),
    v.check(
      (text) => /^\d{4}-\d{2}-\d{2}T/u.test(text) && WHERE.test(text) && !Number.isNaN(Date.parse(text)),
      'must be an instant such as 2027-03-01T12:00:00Z',
    ),
    v.transform((text) => new Date(text).toISOString()),
  ),
);

const price = v.nullable(
  v.pipe(
    v.number('must be a number or null'),
    v.check((value) => value > 0 && value <= HIGHEST_PRICE, `must be above 0 and at most ${HIGHEST_PRICE}`),
    v.check((value) => Math.round(value * 100) / 100 === value, 'must have at most two decimals'),
  ),
);

const editable = v.object({
  title: v.exactOptional(title),
  description: v.exactOptional(description),
  authors: v.exactOptional(names),
  categories: v.exactOptional(names),
  topics: v.exactOptional(names),
  series: v.exactOptional(series),
  narrators: v.exactOptional(names),
  valid_from: v.exactOptional(instant),
  valid_till: v.exactOptional(instant),
  listen_free_start: v.exactOptional(instant),
  listen_free_end: v.exactOptional(instant),
  has_listen_free_content: v.exactOptional(v.boolean('must be true or false')),
  discount_price: v.exactOptional(price),
  discount_start: v.exactOptional(instant),
  discount_end: v.exactOptional(instant),
  hidden: v.exactOptional(v.boolean('must be true or false')),
});

export type TitleFields = Readonly<Required<v.InferOutput<typeof editable>>>;
const fieldName = v.keyof(editable, 'must name fields');
export const FIELD_NAMES = fieldName.options;

/** What a `PATCH` of a title may contain. `reset` names fields that become those of the source again. */
export const titleEdit = v.strictObject({
  ...editable.entries,
  reset: v.optional(v.array(fieldName), []),
});

export const newCollection = v.strictObject({
  title,
  description: v.optional(description, ''),
  members: ids(MOST_MEMBERS),
});
export const collectionMembers = v.strictObject({ members: ids(MOST_MEMBERS) });

/** An order to store, and the order that the editor saw before, if it is known (STU-37). */
export const order = v.strictObject({ ids: ids(MOST_ORDERED), seen: v.optional(ids(MOST_ORDERED)) });

export const newName = v.strictObject({ name });
/** The series or narrator that another one becomes a part of. */
export const merge = v.strictObject({ into: v.pipe(plain, v.minLength(1), v.maxLength(200)) });

/** The title of which another one is an edition; null for none. */
export const edition = v.strictObject({
  of: v.nullable(v.pipe(plain, v.minLength(1), v.maxLength(200))),
});

const kind = v.picklist(['file', 'podcast', 'collection']);
const state = v.picklist(['published', 'hidden', 'missing']);
const contentType = v.picklist([0, 1, 2, 3, 4, 5, 6]);

export const titleRow = v.object({
  id: v.string(),
  kind,
  content_type: contentType,
  title: v.string(),
  authors: v.array(v.string()),
  img_url: v.nullable(v.string()),
  run_time: v.nullable(v.number()),
  added_at: time,
  state,
  is_edited: v.boolean(),
  discount_price: v.nullable(v.number()),
  valid_from: time,
  valid_till: time,
  listen_free_start: time,
  listen_free_end: time,
  discount_start: time,
  discount_end: time,
});

export const titlePage = v.object({ total: v.number(), titles: list(titleRow) });
export const calendar = v.object({ titles: list(titleRow), is_complete: v.boolean() });

const member = v.object({
  id: v.string(),
  title: v.string(),
  run_time: v.nullable(v.number()),
  content_type: contentType,
});

const named = v.object({ id: v.string(), title: v.string() });

const TEXT_SOURCES = ['studio', 'file', 'inside', 'feed'] as const;

/** What is said, in one language: of a title, or of some of its chapters. */
const transcript = v.object({
  id: v.string(),
  /** A language tag; empty if the language is not known. */
  language: v.string(),
  source: v.picklist(TEXT_SOURCES),
  /** The name of the file, or the address. Empty for one of the studio. */
  origin: v.string(),
  is_timed: v.boolean(),
  /** False if another one of this language comes first everywhere. */
  is_shown: v.boolean(),
  /** The numbers of its chapters; 0 for a whole title. */
  chapters: v.array(v.number()),
});

/** A title in the editor. The item is as the product API sends it, and is read like one. */
export const titleDetail = v.object({
  id: v.string(),
  kind,
  state,
  version: v.string(),
  item: v.unknown(),
  /** The fields as the source has them, by their names. */
  found: v.record(v.string(), v.unknown()),
  edited: v.array(v.string()),
  edited_at: time,
  edited_by: v.nullable(v.string()),
  members: v.nullable(list(member)),
  /** The title of which this one is another edition. */
  edition_of: v.optional(v.nullable(named), null),
  /** Its other editions. */
  editions: v.optional(list(named), []),
  transcripts: v.optional(list(transcript), []),
  /** The path of the public feed for other apps. Null without one. */
  public_feed: v.nullable(v.string()),
  /** What was wrong with a transcript that was sent, and is stored in spite of it. */
  problems: v.optional(v.array(v.string()), []),
});

export const newPublicFeed = v.strictObject({ is_public: v.boolean('must be true or false') });

/** Where a transcript belongs, and in which language it is. */
export const transcriptQuery = v.object({
  chapter: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/u, 'must be a number'), v.transform(Number)),
    '0',
  ),
  language: v.optional(plain, ''),
  /** The name of the file; its ending says the format. */
  name: v.optional(plain, ''),
});

/** Seconds are added to the times of a transcript; also negative ones. */
export const transcriptShift = v.strictObject({
  seconds: v.pipe(
    v.number('must be a number of seconds'),
    v.check(
      (value) => Math.abs(value) <= 86_400 && value !== 0,
      'must be between -86400 and 86400, and not 0',
    ),
  ),
});

/** The beginning of a transcript in each chapter, with the sound of it. */
export const transcriptText = v.object({
  parts: list(
    v.object({
      chapter: v.number(),
      title: v.string(),
      sound: v.nullable(v.string()),
      cues: v.array(v.object({ start: v.number(), text: v.string(), speaker: v.optional(v.string()) })),
      is_whole: v.boolean(),
    }),
  ),
});

export const collectionNames = v.object({
  collections: list(named),
});

export const subjects = v.object({
  subjects: list(
    v.object({
      id: v.string(),
      name: v.string(),
      img_url: v.nullable(v.string()),
      titles: v.number(),
      /** The first authors of a series, because two series can have the same name. */
      authors: v.optional(v.string(), ''),
    }),
  ),
});
