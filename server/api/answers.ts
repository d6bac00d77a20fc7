import * as v from 'valibot';

/**
 * The shapes of the product API's answers. The description of the API is made of them, and in the tests every answer is
 * checked against them. They are strict, so an answer with an unknown field is found.
 */

const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);
const about = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

const instant = nullable(about(v.pipe(v.string(), v.isoTimestamp()), 'An ISO 8601 instant in UTC.'));
const reference = v.strictObject({ id: v.string(), name: v.string() });
const contentType = about(
  v.picklist([0, 1, 2, 3, 4, 5, 6]),
  '0 default, 1 audiobook, 2 audiobook with chapters, 3 podcast, 4 episode, 5 collection, 6 its track.',
);

const chapter = v.strictObject({
  chapter_title: v.string(),
  chapter_url: v.string(),
  chapter_index: about(v.number(), 'Counted from 1.'),
  chapter_run_time: about(v.number(), 'Seconds.'),
});

const sounding = {
  id: v.string(),
  content_id: about(nullable(v.string()), "What a child's tile links to."),
  title: v.string(),
  img_url: about(v.string(), 'Absolute, or relative to the API. The parameter w asks for a width.'),
  content_type: contentType,
  run_time: about(v.number(), 'Seconds. Of a podcast or a collection, the sum of its parts.'),
  author_info: v.array(reference),
  description: v.string(),
  index: nullable(v.number()),
  day_number: nullable(v.number()),
  url: about(
    nullable(v.string()),
    'The address of the sound, to be given to /audio/tokenize. Null if only parts have a sound.',
  ),
  listen_free: v.boolean(),
  valid_from: instant,
  valid_till: instant,
  is_purchased: v.boolean(),
  is_favorite: v.boolean(),
};

/** A field that a provider may leave out. It says what is lost without it. */
const beyond = (field: string, lost: string) =>
  `Optional: a provider may leave it out. Without ${field}, ${lost}.`;

export const item = v.pipe(
  v.strictObject({
    ...sounding,
    chapter_info: v.array(chapter),
    tracks: v.array(v.pipe(v.strictObject(sounding), v.title('Track'))),
    category_info: v.array(reference),
    topic_info: v.array(reference),
    listen_free_start: instant,
    listen_free_end: instant,
    has_listen_free_content: v.boolean(),
    discount_price: nullable(v.number()),
    discount_start: instant,
    discount_end: instant,
    pdf_url: nullable(v.string()),
    published_at: v.optional(about(instant, beyond('it', 'an episode shows no day'))),
    progress: v.optional(
      about(
        v.strictObject({
          position: about(v.number(), 'Milliseconds.'),
          chapter_index: about(nullable(v.number()), 'Counted from 1. Null if the item has no chapters.'),
        }),
        beyond('it', 'tiles show only the progress that this browser knows'),
      ),
    ),
  }),
  v.title('Item'),
);

export type WireItem = v.InferOutput<typeof item>;

export const subject = v.pipe(
  v.strictObject({ id: v.string(), name: v.string(), img_url: v.string() }),
  v.title('Subject'),
);

/** An author with the titles of this author. */
export const author = v.strictObject({
  id: v.string(),
  name: v.string(),
  img_url: v.string(),
  is_favorite: v.boolean(),
  content: v.array(item),
});

export const pageOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.strictObject({
    results: v.array(schema),
    next_page_key: about(
      nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
      'The next_page of the next request, or its skip in a search. Null on the last page.',
    ),
  });

export const itemPage = pageOf(item);

/** The call `/content` answers with one title only if it was asked for a random one. */
export const contentAnswer = v.union([itemPage, item]);

export const subjectPage = pageOf(subject);

export const recommended = v.strictObject({ recommended: v.array(item) });

export const groups = v.strictObject({
  results: v.array(v.strictObject({ id: v.string(), name: v.string(), content: v.array(item) })),
  next_page_key: v.null(),
});

export const browse = v.strictObject({
  new_releases: v.array(item),
  discounts: v.array(item),
  trending: v.array(item),
  curated_collections: v.array(item),
  categories: v.array(subject),
  authors: v.array(subject),
  quick_listens: v.array(item),
});

export const user = v.pipe(
  v.strictObject({
    id: v.string(),
    full_name: v.string(),
    email: v.string(),
    can_export: v.optional(
      about(v.boolean(), beyond('it', 'the account page offers no download of the data')),
    ),
    billing_pages: v.optional(
      about(v.string(), beyond('it', 'the billing pages of the provider ask for a sign-in')),
    ),
    payment_details: nullable(
      v.strictObject({
        is_expired: v.boolean(),
        is_canceled: v.boolean(),
        is_trialing: v.boolean(),
        duration: v.picklist(['monthly', 'yearly']),
      }),
    ),
  }),
  v.title('User'),
);

export const playbackRecord = v.strictObject({
  is_active: v.boolean(),
  content_type: contentType,
  chapter_index: nullable(v.number()),
  chapter_position: nullable(v.number()),
  last_position: nullable(v.number()),
  playback_speed: v.number(),
  updated_at: v.optional(
    about(
      v.pipe(v.string(), v.isoTimestamp()),
      beyond(
        'it',
        'the app cannot tell which of two devices was used last, and asks by the order of arrival',
      ),
    ),
  ),
});

/** The record of a title that the listener has never played is empty. */
export const playbackAnswer = v.union([playbackRecord, v.strictObject({})]);

export const done = v.strictObject({ ok: v.literal(true) });

export const savedContent = v.strictObject({ content_id: v.string(), is_favorite: v.boolean() });

export const savedAuthor = v.strictObject({ author_id: v.string(), is_favorite: v.boolean() });

export const tokenized = v.strictObject({
  tokenized_url: about(
    v.string(),
    'The address of the sound with a token. It can be fetched in ranges until the token expires.',
  ),
});

/** An error, of every call. */
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
export const ownData = about(v.record(v.string(), v.unknown()), 'All data of the listener.');
