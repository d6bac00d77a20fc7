import * as v from 'valibot';

/* The parts of which the schemas of responses are made, and what the description of the API says about them. */

/** Names of metadata that the description of the API turns into JSON Schema. */
export const ALSO_SENT = 'alsoSent';
export const MAY_BE_MISSING = 'mayBeMissing';

export const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);
export const about = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

/** A field that other providers may send in further forms, in JSON Schema. */
export const orSent = <Schema extends v.GenericSchema>(schema: Schema, ...forms: readonly object[]) =>
  v.pipe(schema, v.metadata({ [ALSO_SENT]: forms }));
/** A field that other providers may leave out. */
export const orMissing = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description), v.metadata({ [MAY_BE_MISSING]: true }));

export const NUMBER = { type: 'number' };
export const TEXT = { type: 'string' };
export const NULL = { type: 'null' };
const NAME_ALONE = { type: 'object', properties: { name: TEXT }, required: ['name'] };
export const REFERENCE_ALONE = {
  type: 'object',
  properties: { id: { anyOf: [TEXT, NUMBER] }, name: TEXT },
  required: ['id', 'name'],
};

export const id = orSent(v.string(), NUMBER);
export const words = orSent(v.string(), NUMBER);
export const picture = orMissing(orSent(v.string(), NULL), 'Without it, the app shows a placeholder.');
export const number = orSent(v.number(), {
  type: 'string',
  pattern: String.raw`^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$`,
});
export const flag = orSent(v.boolean(), { enum: [0, 1, '0', '1', 'true', 'false', null] });
export const seconds = (description: string) =>
  orSent(nullable(about(v.number(), `${description} Also as text, or as m:ss.`)), TEXT);

export const instant = orSent(
  nullable(
    about(
      v.pipe(v.string(), v.isoTimestamp()),
      'An ISO 8601 instant. Without an offset it is in UTC. Also epoch seconds or milliseconds, as a number or as text.',
    ),
  ),
  TEXT,
  NUMBER,
);
export const reference = v.strictObject({ id, name: words });
const named = orSent(
  v.strictObject({ id: orMissing(v.string(), 'The app does not read it.'), name: words }),
  TEXT,
);
export const names = orSent(v.array(named), TEXT, NAME_ALONE, NULL);
export const contentType = orSent(
  about(
    v.picklist([0, 1, 2, 3, 4, 5, 6]),
    '0 default, 1 audiobook, 2 audiobook with chapters, 3 podcast, 4 episode, 5 collection, 6 its track.',
  ),
  { type: 'string', pattern: '^[0-6]$' },
);

/** A field that a provider may leave out. It says what is lost without it. */
export const beyond = (field: string, lost: string) =>
  `Optional: a provider may leave it out. Without ${field}, ${lost}.`;
