import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import * as v from 'valibot';
import { DatabaseUnavailableError } from '../db/errors.ts';
import { StoreUnavailableError } from '../store/media-store.ts';
import { isFields } from '../text.ts';
import { loggedPath } from './addresses.ts';

/** A value that is already written as JSON. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Writes a value like `JSON.stringify`, with each `JsonText` as it is. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map((each) => writeJson(each)).join(',')}]`;
  if (value === undefined) return 'null';
  if (!isFields(value) || 'toJSON' in value) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${writeJson(each)}`).join(',')}}`;
}

/** A refusal of a request: a status, a code for the program and a sentence for the reader. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /** @param field the field of the body that is refused, if there is one */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

export const notFound = (what: string): ApiError =>
  new ApiError(404, 'not-found', `There is no such ${what}.`);

/** Sends `{ error: { code, message } }` for every error, with the refused field if there is one. The details of a defect go to the log only. */
export function errorHandler(log: (line: string) => void) {
  return (error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, code, message } = described(error);
    // An outage of the database or of the store is logged once and not for each request.
    if (status >= 500 && !isOutage(error)) {
      log(`${request.method} ${loggedPath(request.url)} failed: ${error.stack ?? error.message}`);
    }
    const field = error instanceof ApiError ? error.field : undefined;
    return reply.code(status).send({ error: { code, message, ...(field !== undefined && { field }) } });
  };
}

const isOutage = (error: unknown): error is DatabaseUnavailableError | StoreUnavailableError =>
  error instanceof DatabaseUnavailableError || error instanceof StoreUnavailableError;

function described(error: FastifyError | ApiError): { status: number; code: string; message: string } {
  if (error instanceof ApiError) return error;
  if (isOutage(error)) {
    return { status: error.statusCode, code: 'unavailable', message: error.message };
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) return { status, code: 'internal', message: 'Something went wrong on the server.' };
  if (error.validation !== undefined || status === 400) {
    return { status: 400, code: 'invalid-request', message: error.message };
  }
  return { status, code: 'refused', message: error.message };
}

/** Gives a handler the types of its schemas. */
interface ValibotTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
}

/** A Fastify instance whose routes take Valibot schemas. */
export type ApiServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ValibotTypes
>;

/** A request that does not fit its route's schema. The message names the field. */
class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
  readonly statusCode = 400;
}

/** A response that does not fit its route's schema. */
class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
}

/**
 * Writes responses as JSON.
 *
 * @param isChecked true in tests: the text of each response is compared with the schema of its route
 */
export const compileResponses =
  (isChecked: boolean): FastifySerializerCompiler<v.GenericSchema> =>
  ({ schema, url }) =>
  (data: unknown) => {
    const text = writeJson(data);
    const result = isChecked ? v.safeParse(schema, JSON.parse(text)) : null;
    if (result?.success === false) {
      const [issue] = result.issues;
      throw new UnexpectedResponseError(`${url}: ${v.getDotPath(issue) ?? 'response'}: ${issue.message}`);
    }
    return text;
  };

export const compileSchema: FastifySchemaCompiler<v.GenericSchema> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const result = v.safeParse(schema, data);
    if (result.success) return { value: result.output };
    const [issue] = result.issues;
    const field = v.getDotPath(issue);
    const where = field === null ? (httpPart ?? 'request') : `${httpPart ?? 'request'}.${field}`;
    return { error: new InvalidRequestError(`${where}: ${issue.message}`) };
  };

/** Makes the routes of a scope accept only sent forms, as their fields by name. */
export function acceptForms(server: FastifyInstance, bodyLimit: number): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
}
