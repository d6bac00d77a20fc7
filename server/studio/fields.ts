import * as v from 'valibot';
import { isStorable } from '../db/errors.ts';
import { ApiError } from '../http/validation.ts';

/** The building blocks of the bodies of the studio. */

const LONGEST = { title: 500, description: 10_000, name: 200 };
const MOST_NAMES = 50;
const HIGHEST_PRICE = 100_000;

const MOST_MEMBERS = 1000;
const MOST_ORDERED = 10_000;

const plain = v.pipe(
  v.string('must be a text'),
  v.check(isStorable, 'must be well-formed Unicode without NUL'),
);

const line = (longest: number) =>
  v.pipe(
    plain,
    v.transform((text) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()),
    v.minLength(1, 'must not be empty'),
    v.maxLength(longest, `must have at most ${longest} characters`),
  );

export const title = line(LONGEST.title);
export const subjectName = line(LONGEST.name);

export const description = v.pipe(
  plain,
  v.transform((text) =>
    text
      .replaceAll(/\r\n?/gu, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
  ),
  v.maxLength(LONGEST.description, `must have at most ${LONGEST.description} characters`),
);

const names = v.pipe(
  v.array(subjectName, 'must be a list of names'),
  v.maxLength(MOST_NAMES, `must have at most ${MOST_NAMES} names`),
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

const FIELDS = [
  'title',
  'description',
  'authors',
  'categories',
  'topics',
  'valid_from',
  'valid_till',
  'listen_free_start',
  'listen_free_end',
  'has_listen_free_content',
  'discount_price',
  'discount_start',
  'discount_end',
  'hidden',
] as const;

/** What a `PATCH` of a title may contain. */
export const titleEdit = v.strictObject({
  title: v.exactOptional(title),
  description: v.exactOptional(description),
  authors: v.exactOptional(names),
  categories: v.exactOptional(names),
  topics: v.exactOptional(names),
  valid_from: v.exactOptional(instant),
  valid_till: v.exactOptional(instant),
  listen_free_start: v.exactOptional(instant),
  listen_free_end: v.exactOptional(instant),
  has_listen_free_content: v.exactOptional(v.boolean('must be true or false')),
  discount_price: v.exactOptional(price),
  discount_start: v.exactOptional(instant),
  discount_end: v.exactOptional(instant),
  hidden: v.exactOptional(v.boolean('must be true or false')),
  reset: v.optional(v.array(v.picklist(FIELDS, 'must name fields')), []),
});

const ids = (most: number) =>
  v.pipe(
    v.array(v.pipe(plain, v.minLength(1), v.maxLength(200)), 'must be a list of ids'),
    v.maxLength(most, `must have at most ${most} ids`),
    v.check((list) => new Set(list).size === list.length, 'must name nothing twice'),
  );

export const memberIds = ids(MOST_MEMBERS);

/** The body that sets an order. */
export const order = v.strictObject({ ids: ids(MOST_ORDERED), seen: v.optional(ids(MOST_ORDERED)) });

/**
 * Reads a body.
 *
 * @throws {ApiError} 422 with the first field that is refused
 */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const [field = 'body'] = (v.getDotPath(issue) ?? 'body').split('.');
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  throw refusedField(field, isUnknown ? 'is not known' : issue.message);
}

/** @param problem continues the name of the field, such as `must be a number` */
export const refusedField = (field: string, problem: string): ApiError =>
  new ApiError(422, 'invalid-field', `${field} ${problem}.`, field);
