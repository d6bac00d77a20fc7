import * as v from 'valibot';

/**
 * The shapes of the API's responses, described a second time for the tests. The schemas are strict, so no other field
 * is allowed.
 */

const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);
const instant = nullable(v.pipe(v.string(), v.isoTimestamp()));
const reference = v.strictObject({ id: v.string(), name: v.string() });
const contentType = v.picklist([0, 1, 2, 3, 4, 5, 6]);

const chapter = v.strictObject({
  chapter_title: v.string(),
  chapter_url: v.string(),
  chapter_index: v.number(),
  chapter_run_time: v.number(),
});

const sounding = {
  id: v.string(),
  content_id: nullable(v.string()),
  title: v.string(),
  img_url: v.string(),
  content_type: contentType,
  run_time: v.number(),
  author_info: v.array(reference),
  description: v.string(),
  index: nullable(v.number()),
  day_number: nullable(v.number()),
  url: nullable(v.string()),
  listen_free: v.boolean(),
  valid_from: instant,
  valid_till: instant,
  is_purchased: v.boolean(),
  is_favorite: v.boolean(),
};

export const item = v.strictObject({
  ...sounding,
  chapter_info: v.array(chapter),
  tracks: v.array(v.strictObject(sounding)),
  category_info: v.array(reference),
  topic_info: v.array(reference),
  listen_free_start: instant,
  listen_free_end: instant,
  has_listen_free_content: v.boolean(),
  discount_price: nullable(v.number()),
  discount_start: instant,
  discount_end: instant,
  pdf_url: nullable(v.string()),
  published_at: v.optional(instant),
  progress: v.optional(v.strictObject({ position: v.number(), chapter_index: nullable(v.number()) })),
});

export type WireItem = v.InferOutput<typeof item>;

export const subject = v.strictObject({ id: v.string(), name: v.string(), img_url: v.string() });

export const pageOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.strictObject({
    results: v.array(schema),
    next_page_key: nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  });

export const itemPage = pageOf(item);

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

export const user = v.strictObject({
  id: v.string(),
  full_name: v.string(),
  email: v.string(),
  can_export: v.literal(true),
  payment_details: nullable(
    v.strictObject({
      is_expired: v.boolean(),
      is_canceled: v.boolean(),
      is_trialing: v.boolean(),
      duration: v.picklist(['monthly', 'yearly']),
    }),
  ),
});

export const playbackRecord = v.strictObject({
  is_active: v.boolean(),
  content_type: contentType,
  chapter_index: nullable(v.number()),
  chapter_position: nullable(v.number()),
  last_position: nullable(v.number()),
  playback_speed: v.number(),
  updated_at: v.pipe(v.string(), v.isoTimestamp()),
});
