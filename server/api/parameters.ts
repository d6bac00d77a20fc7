import * as v from 'valibot';
import { isStorable } from '../db/errors.ts';
import { withoutNoncharacters } from '../text.ts';

/** The building blocks of the routes' schemas. */

const LONGEST_ID = 200;
const LONGEST_TEXT = 10_000;
const LARGEST_PAGE = 1000;
const LAST_PAGE = 1_000_000;

/** Text that the database can store. */
export const plain = v.pipe(
  v.string(),
  v.check(isStorable, 'must be well-formed Unicode without NUL'),
  v.transform(withoutNoncharacters),
);

export const id = v.pipe(plain, v.minLength(1), v.maxLength(LONGEST_ID));

/** Free text such as a search term, longer than anybody types. */
export const text = v.pipe(plain, v.maxLength(LONGEST_TEXT));

const wholeNumber = (smallest: number, largest: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(smallest),
    v.maxValue(largest),
  );

export const limit = (usual: string) => v.optional(wholeNumber(1, LARGEST_PAGE), usual);

/** The number of the page, counted from 1. */
export const nextPage = v.optional(wholeNumber(1, LAST_PAGE), '1');

export const skip = v.optional(wholeNumber(0, LAST_PAGE), '0');

/** The parameters of a paged list. `limit` is the page size of that list. */
export const page = (usual: number) => v.object({ limit: limit(String(usual)), next_page: nextPage });

export const fullName = v.pipe(plain, v.trim(), v.minLength(1), v.maxLength(200));

/** Whole milliseconds, at most a thousand hours. No title is that long. */
export const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600_000_000));

export const idParams = v.object({ id });
