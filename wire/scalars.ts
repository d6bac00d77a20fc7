import * as v from 'valibot';

/** The building blocks of the schemas. A message continues the name of the field. */

/** Text that the database can store. */
export const plain = v.pipe(
  v.string('must be a text'),
  v.check((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed Unicode without NUL'),
  v.transform((text) => text.replaceAll(/\p{Noncharacter_Code_Point}/gu, '')),
);

export const line = (longest: number) =>
  v.pipe(
    plain,
    v.transform((text) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()),
    v.minLength(1, 'must not be empty'),
    v.maxLength(longest, `must have at most ${longest} characters`),
  );

/** The name of a person, an author, a category or a topic. */
export const name = line(200);

export const email = v.pipe(
  plain,
  v.trim(),
  v.maxLength(254),
  v.regex(/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u, 'must be an e-mail address'),
);

/** Ids of titles or subjects in an order. */
export const ids = (most: number) =>
  v.pipe(
    v.array(v.pipe(plain, v.minLength(1), v.maxLength(200)), 'must be a list of ids'),
    v.maxLength(most, `must have at most ${most} ids`),
    v.check((list) => new Set(list).size === list.length, 'must name nothing twice'),
  );

/** An instant of a response, or null. It becomes epoch milliseconds. */
export const time = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => Date.parse(text)),
    v.number(),
  ),
);

/** A list of a response. An entry that cannot be read becomes null, so the others stay. */
export const list = <Entry extends v.GenericSchema>(entry: Entry) =>
  v.array(v.fallback(v.nullable<v.GenericSchema<v.InferInput<Entry>, v.InferOutput<Entry>>>(entry), null));

/** What the provider sends, before the page has read it. */
export type Sent<Schema extends v.GenericSchema> = v.InferInput<Schema>;
