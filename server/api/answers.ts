import * as v from 'valibot';
import { HOME_SHELVES } from '../catalogue/shelves.ts';

/** Names of metadata that the description of the API turns into JSON Schema. */
export const ALSO_SENT = 'alsoSent';
export const MAY_BE_MISSING = 'mayBeMissing';

/**
 * The shapes of the product API's answers. In the tests every answer is checked against them. They are strict, so an answer
 * with an unknown field is found. The description of the API is made of them, and is wider: it also has the forms that
 * other providers may send and the app reads. A field that may be null may be missing there.
 */

const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);
const about = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

/** A field that other providers may send in further forms, in JSON Schema. */
const orSent = <Schema extends v.GenericSchema>(schema: Schema, ...forms: readonly object[]) =>
  v.pipe(schema, v.metadata({ [ALSO_SENT]: forms }));
/** A field that other providers may leave out. */
const orMissing = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description), v.metadata({ [MAY_BE_MISSING]: true }));

const NUMBER = { type: 'number' };
const TEXT = { type: 'string' };
const NULL = { type: 'null' };
const NAME_ALONE = { type: 'object', properties: { name: TEXT }, required: ['name'] };
const REFERENCE_ALONE = {
  type: 'object',
  properties: { id: { anyOf: [TEXT, NUMBER] }, name: TEXT },
  required: ['id', 'name'],
};

const id = orSent(v.string(), NUMBER);
const words = orSent(v.string(), NUMBER);
const picture = orMissing(orSent(v.string(), NULL), 'Without it, the app shows a placeholder.');
const number = orSent(v.number(), { type: 'string', pattern: String.raw`^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$` });
const flag = orSent(v.boolean(), { enum: [0, 1, '0', '1', 'true', 'false', null] });
const seconds = (description: string) =>
  orSent(nullable(about(v.number(), `${description} Also as text, or as m:ss.`)), TEXT);

const instant = orSent(
  nullable(
    about(
      v.pipe(v.string(), v.isoTimestamp()),
      'An ISO 8601 instant. Without an offset it is in UTC. Also epoch seconds or milliseconds, as a number or as text.',
    ),
  ),
  TEXT,
  NUMBER,
);
const reference = v.strictObject({ id, name: words });
const named = orSent(
  v.strictObject({ id: orMissing(v.string(), 'The app does not read it.'), name: words }),
  TEXT,
);
const names = orSent(v.array(named), TEXT, NAME_ALONE, NULL);
const contentType = orSent(
  about(
    v.picklist([0, 1, 2, 3, 4, 5, 6]),
    '0 default, 1 audiobook, 2 audiobook with chapters, 3 podcast, 4 episode, 5 collection, 6 its track.',
  ),
  { type: 'string', pattern: '^[0-6]$' },
);

/** A field that a provider may leave out. It says what is lost without it. */
const beyond = (field: string, lost: string) =>
  `Optional: a provider may leave it out. Without ${field}, ${lost}.`;

const transcripts = v.optional(
  about(
    v.array(
      v.strictObject({
        url: about(v.string(), 'To be given to /audio/tokenize. Relative to the API.'),
        type: about(
          orSent(v.picklist(['text/vtt', 'text/plain']), TEXT),
          'Others: application/x-subrip, application/srt, application/json of Podcasting 2.0, text/html, text/lrc, application/ttml+xml.',
        ),
        language: orMissing(orSent(v.string(), NULL), 'A language tag. Empty or missing if it is not known.'),
        label: orMissing(orSent(v.string(), NULL), 'Without it, the name of the language is shown.'),
      }),
    ),
    `${beyond('it', 'the item shows no text')} Times count from the start of the chapter. Only in details.`,
  ),
);

const chapter = v.strictObject({
  chapter_title: orMissing(
    orSent(v.string(), NUMBER, NULL),
    'Without it, the chapter is shown by its number.',
  ),
  chapter_url: v.string(),
  chapter_index: about(number, 'Counted from 1.'),
  chapter_run_time: seconds('Seconds. Null if it is not known.'),
  transcripts,
});

const sounding = {
  id,
  content_id: about(nullable(id), "What a child's tile links to."),
  title: words,
  img_url: about(
    picture,
    'Absolute, or relative to the API. The parameter w asks for a width. Without it, the app shows a placeholder.',
  ),
  content_type: contentType,
  run_time: seconds('Seconds. Null if it is not known. Of a podcast or a collection, the sum of its parts.'),
  author_info: orMissing(
    orSent(v.array(reference), REFERENCE_ALONE, NULL),
    'Without it, no author is shown.',
  ),
  description: orMissing(orSent(words, NULL), 'Without it, no description is shown.'),
  index: nullable(number),
  day_number: nullable(number),
  url: about(
    nullable(v.string()),
    'The address of the sound, to be given to /audio/tokenize. Null if only parts have a sound.',
  ),
  listen_free: flag,
  valid_from: instant,
  valid_till: instant,
  transcripts,
  is_purchased: flag,
  is_favorite: flag,
};

const details = {
  chapter_info: orMissing(orSent(v.array(chapter), NULL), 'Without it, the item has no chapters.'),
  category_info: orMissing(names, 'The category by its name, or a list. Without it, no category is shown.'),
  topic_info: orMissing(names, 'The topic by its name, or a list. Without it, no topic is shown.'),
  series: v.optional(
    about(
      v.array(v.strictObject({ id, name: words, sequence: v.optional(words) })),
      `${beyond('it', 'a title names no series')} The sequence is text, such as "2", "0.5", "1-3" or "2a".`,
    ),
  ),
  narrators: v.optional(about(v.array(reference), beyond('it', 'a title names nobody who reads it'))),
  editions: v.optional(
    about(
      v.array(
        v.strictObject({ id, title: words, run_time: nullable(number), narrators: v.array(reference) }),
      ),
      `${beyond('it', 'a title offers no other edition')} Only of one title: all its editions, also this one.`,
    ),
  ),
  language: v.optional(about(v.string(), `${beyond('it', 'no language is shown')} A BCP 47 tag.`)),
  published: v.optional(
    about(
      v.pipe(v.string(), v.regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u)),
      `${beyond('it', 'no date is shown')} An ISO date, or a month or year if only that is known.`,
    ),
  ),
  listen_free_start: instant,
  listen_free_end: instant,
  has_listen_free_content: flag,
  discount_price: nullable(number),
  discount_start: instant,
  discount_end: instant,
  pdf_url: nullable(v.string()),
  matches: v.optional(
    about(
      v.array(
        v.strictObject({
          chapter_index: about(nullable(number), 'Counted from 1. Null if the item has no chapters.'),
          track_id: nullable(v.string()),
          start: about(number, 'Seconds from the start of the chapter or track.'),
          text: v.string(),
        }),
      ),
      `${beyond('it', 'a result does not say where the words are said')} Only in a search: the sentences with the words, of a sound that the listener may hear.`,
    ),
  ),
  published_at: v.optional(about(instant, beyond('it', 'an episode shows no day'))),
  season: v.optional(about(number, beyond('it', 'episodes are not grouped by season'))),
  podcast: v.optional(
    about(
      v.strictObject({
        explicit: v.optional(v.boolean()),
        serial: v.optional(v.boolean()),
        number: v.optional(about(number, 'The number of an episode, in its season if it has one.')),
        kind: v.optional(v.picklist(['trailer', 'bonus'])),
      }),
      'What the source of a podcast or an episode says for podcast apps. The app does not read it.',
    ),
  ),
  progress: v.optional(
    about(
      v.strictObject({
        position: about(number, 'Milliseconds.'),
        chapter_index: about(nullable(number), 'Counted from 1. Null if the item has no chapters.'),
      }),
      beyond('it', 'tiles show only the progress that this browser knows'),
    ),
  ),
};

/** A track of a collection inside its item. The embedded provider sends what sounds. */
const track = v.pipe(
  v.strictObject({ ...sounding, ...v.partial(v.strictObject(details)).entries }),
  v.title('Track'),
);

export const item = v.pipe(
  v.strictObject({
    ...sounding,
    ...details,
    tracks: orMissing(
      orSent(v.array(track), NULL),
      'Without it, the app asks for the tracks of a collection.',
    ),
  }),
  v.title('Item'),
);

export type WireItem = v.InferOutput<typeof item>;

export const subject = v.pipe(v.strictObject({ id, name: words, img_url: picture }), v.title('Subject'));

/** What a list can be sorted and filtered by. The embedded provider offers both for lists of titles (CAT-196). */
const offered = {
  sorts: v.optional(
    about(
      v.array(v.string()),
      `${beyond('it', 'a list cannot be sorted')} Sent as sort=name or sort=-name: title, author, length, added, published, progress.`,
    ),
  ),
  filters: v.optional(
    about(
      v.record(v.string(), v.array(v.string())),
      `${beyond('it', 'a list cannot be filtered')} The values of each filter. Sent as filter.name=value, which may repeat.`,
    ),
  ),
};

/** An author with the titles of this author. */
export const author = v.strictObject({
  id,
  name: words,
  img_url: picture,
  is_favorite: orMissing(flag, 'The app asks for the followed authors instead.'),
  content: v.array(item),
  ...offered,
});

/** A series with its volumes in their order, or a narrator with the titles. */
export const titlesOf = v.strictObject({
  id,
  name: words,
  img_url: picture,
  content: v.array(item),
  ...offered,
});

export const pageOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.strictObject({
    results: v.array(schema),
    ...offered,
    next_page_key: orSent(
      about(
        nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
        'The next_page of the next request, or its skip in a search. Null, empty, 0, false or missing on the last page.',
      ),
      TEXT,
      { enum: [0, false] },
    ),
  });

export const itemPage = pageOf(item);

/** The call `/content` answers with one title only if it was asked for a random one. */
export const contentAnswer = v.union([itemPage, item]);

export const subjectPage = pageOf(subject);

export const recommended = v.strictObject({ recommended: v.array(item) });

export const groups = v.strictObject({
  results: v.array(v.strictObject({ id, name: words, content: v.array(item) })),
  next_page_key: v.null(),
});

export const browse = v.strictObject({
  ...v.entriesFromList(HOME_SHELVES, v.array(item)),
  categories: v.array(subject),
  authors: v.array(subject),
});

export const user = v.pipe(
  v.strictObject({
    id,
    full_name: orMissing(orSent(v.string(), NULL), 'Without it, the listener is called Friend.'),
    email: v.string(),
    can_export: v.optional(about(flag, beyond('it', 'the account page offers no download of the data'))),
    billing_pages: v.optional(
      about(v.string(), beyond('it', 'the billing pages of the provider ask for a sign-in')),
    ),
    studio: v.optional(about(v.string(), beyond('it', 'publishers and owners find no link to the studio'))),
    payment_details: nullable(
      v.strictObject({
        is_expired: orMissing(flag, 'Missing means false.'),
        is_canceled: orMissing(flag, 'Missing means false.'),
        is_trialing: orMissing(flag, 'Missing means false.'),
        duration: orMissing(
          orSent(v.picklist(['monthly', 'yearly']), NULL),
          'Without it, the listener has no membership.',
        ),
      }),
    ),
  }),
  v.title('User'),
);

export const playbackRecord = v.strictObject({
  is_active: flag,
  content_type: contentType,
  chapter_index: about(nullable(number), 'Counted from 1. Null if the title has no chapters.'),
  chapter_position: about(nullable(number), 'Milliseconds, in the chapter.'),
  last_position: about(nullable(number), 'Milliseconds, in the whole title.'),
  playback_speed: orMissing(orSent(number, NULL), 'Without it, the title plays at the current speed.'),
  updated_at: v.optional(
    about(
      orSent(v.pipe(v.string(), v.isoTimestamp()), TEXT, NUMBER),
      beyond(
        'it',
        'the app cannot tell which of two devices was used last, and asks by the order of arrival',
      ),
    ),
  ),
});

/** The record of a title that the listener has never played is empty. */
export const playbackAnswer = v.union([
  playbackRecord,
  v.pipe(v.strictObject({}), v.metadata({ maxProperties: 0 })),
]);

const feed = {
  id: v.string(),
  kind: about(
    v.picklist(['item', 'series', 'collection', 'saved', 'all']),
    'A title, a series, a collection, all saved titles, or all that the listener may hear.',
  ),
  name: about(v.string(), 'What the listener calls it, such as "car".'),
  created: instant,
  last_used: orMissing(instant, 'When an app asked last. Null before.'),
  title: v.optional(about(v.nullable(v.string()), beyond('it', 'the list shows only the name'))),
  last_app: v.optional(about(v.nullable(v.string()), beyond('it', 'the list does not say which app asked'))),
  paused: v.optional(
    about(flag, beyond('it', 'the list does not say that the feed was used in too many places')),
  ),
};

export const feeds = v.strictObject({ feeds: v.array(v.strictObject(feed)) });

export const newFeed = v.strictObject({
  ...feed,
  url: about(v.string(), 'The secret address. Only this answer has it. Below it are all sounds of the feed.'),
});

export const done = v.strictObject({ ok: v.literal(true) });

export const savedContent = v.strictObject({ content_id: v.string(), is_favorite: v.boolean() });

export const savedAuthor = v.strictObject({ author_id: v.string(), is_favorite: v.boolean() });

export const tokenized = v.strictObject({
  tokenized_url: about(
    v.string(),
    'The address of the sound with a token. It can be fetched in ranges until the token expires.',
  ),
});

export const failure = v.pipe(
  v.strictObject({
    error: v.strictObject({
      code: v.string(),
      message: v.string(),
      field: v.optional(about(v.string(), 'The field of the body that is refused.')),
    }),
  }),
  v.title('Error'),
);

export const billingCode = about(
  v.strictObject({ code: v.string() }),
  'A code for one of the billing pages that the listener names. It is valid once, for a minute.',
);

/** The download of a listener's own data. Its fields are for people, and differ between providers. */
const calendarDay = v.pipe(v.string(), v.isoDate());
const heardPeople = v.array(v.strictObject({ id: v.string(), name: v.string(), seconds: v.number() }));
export const listening = v.strictObject({
  today: about(calendarDay, 'The day in the time zone of the request.'),
  days: v.array(v.strictObject({ day: calendarDay, seconds: v.number() })),
  finished_books: v.number(),
  authors: heardPeople,
  narrators: heardPeople,
});
export const ownData = about(v.record(v.string(), v.unknown()), 'All data of the listener.');
