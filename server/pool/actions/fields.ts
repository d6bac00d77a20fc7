import * as v from 'valibot';

const text = (shortest: number, longest: number): v.GenericSchema<string> =>
  v.pipe(
    v.string('Member must be a string'),
    v.minLength(shortest, `Member must have length greater than or equal to ${shortest}`),
    v.maxLength(longest, `Member must have length less than or equal to ${longest}`),
  );

export const clientId = text(1, 128);
export const username = text(1, 254);
export const password = text(1, 256);
export const code = v.pipe(
  text(1, 2048),
  v.regex(/^\S+$/, 'Member must satisfy regular expression pattern: [\\S]+'),
);
export const session = text(20, 2048);
export const accessToken = text(1, 8192);
export const deviceKey = text(1, 128);

/** Values by name. A client may send null for a missing value. */
export const parameters = v.pipe(
  v.record(text(1, 256), v.nullish(text(0, 4096))),
  v.check((values) => Object.keys(values).length <= 64, 'Member must have at most 64 entries'),
  v.transform((values) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
  ),
);

export const attributes = v.pipe(
  v.array(v.object({ Name: text(1, 32), Value: text(0, 2048) })),
  v.maxLength(50, 'Member must have length less than or equal to 50'),
);

export const verifiable = v.picklist(['email', 'phone_number'], 'Member must be one of: email, phone_number');
