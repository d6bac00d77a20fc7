import * as v from 'valibot';
import type { CallContext } from '../context.ts';
import { invalidParameter, PoolError } from '../errors.ts';

/** One action of the sign-in service: it validates a request and returns the response. */
export type Action = (context: CallContext, body: unknown) => Promise<object>;

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? 'request';
  const name = path.slice(0, 1).toLowerCase() + path.slice(1);
  const constraint = issue.received === 'undefined' ? 'Member must not be null' : issue.message;
  return `1 validation error detected: Value at '${name}' failed to satisfy constraint: ${constraint}`;
}

/** Makes an action of a schema and a function for valid requests. */
export function defineAction<TSchema extends v.GenericSchema<unknown, object>>(
  schema: TSchema,
  respond: (context: CallContext, request: v.InferOutput<TSchema>) => Promise<object>,
): Action {
  return async (context, body) => {
    const parsed = v.safeParse(schema, body, { abortEarly: true });
    if (!parsed.success) throw invalidParameter(describe(parsed.issues[0]));
    const request: object = parsed.output;
    if ('ClientId' in request && request.ClientId !== context.clientId) {
      throw new PoolError(
        'ResourceNotFoundException',
        `User pool client ${String(request.ClientId)} does not exist.`,
      );
    }
    return respond(context, parsed.output);
  };
}

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
