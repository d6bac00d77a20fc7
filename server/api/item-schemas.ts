import * as v from 'valibot';
import {
  NULL,
  NUMBER,
  REFERENCE_ALONE,
  TEXT,
  about,
  beyond,
  contentType,
  flag,
  id,
  instant,
  names,
  nullable,
  number,
  orMissing,
  orSent,
  picture,
  reference,
  seconds,
  words,
} from './response-fields.ts';

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
