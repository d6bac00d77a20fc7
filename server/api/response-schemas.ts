import * as v from 'valibot';
import { HOME_SHELVES } from '../catalogue/shelves.ts';
import { item, subject } from './item-schemas.ts';
import {
  NULL,
  NUMBER,
  TEXT,
  about,
  beyond,
  contentType,
  flag,
  id,
  instant,
  nullable,
  number,
  orMissing,
  orSent,
  picture,
  words,
} from './response-fields.ts';

export { item, subject, type WireItem } from './item-schemas.ts';

/*
 * The shapes of the product API's responses. In the tests every response is checked against them. They are strict, so a
 * response with an unknown field is found. The description of the API is made of them, and is wider: it also has the forms that
 * other providers may send and the app reads. A field that may be null may be missing there.
 */

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

/** The call `/content` sends one title only if it was asked for a random one. */
export const contentResponse = v.union([itemPage, item]);

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
    language: v.optional(
      about(
        v.nullable(v.string()),
        `${beyond('it', 'the choice of a language stays in the browser')} A BCP 47 tag; null if none was chosen.`,
      ),
    ),
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
export const playbackResponse = v.union([
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
  url: about(
    v.string(),
    'The secret address. Only this response has it. Below it are all sounds of the feed.',
  ),
});

export const sessions = v.strictObject({
  results: v.array(
    v.strictObject({
      id: v.string(),
      agent: about(v.string(), 'What the browser or app called itself. Empty if it did not say.'),
      identity_provider: about(
        v.nullable(v.string()),
        'The name of the provider at which the listener signed in. Null: none.',
      ),
      is_current: about(v.boolean(), 'Whether this call is of this session.'),
      signed_in: about(v.string(), 'ISO 8601.'),
      last_used: about(v.string(), 'ISO 8601. A session that is used is noted about each hour.'),
    }),
  ),
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
