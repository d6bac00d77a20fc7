import * as v from 'valibot';
import type { CallContext } from '../context.ts';
import { PoolError, invalidParameter } from '../errors.ts';

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
