import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import * as v from 'valibot';
import { writeJson } from './json.ts';

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

/** An answer that does not fit its route's schema. */
class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

/**
 * Writes answers as JSON.
 *
 * @param isChecked true in tests: the text of each response is compared with the schema of its route
 */
export const compileAnswers =
  (isChecked: boolean): FastifySerializerCompiler<v.GenericSchema> =>
  ({ schema, url }) =>
  (data: unknown) => {
    const text = writeJson(data);
    const result = isChecked ? v.safeParse(schema, JSON.parse(text)) : null;
    if (result?.success === false) {
      const [issue] = result.issues;
      throw new UnexpectedAnswerError(`${url}: ${v.getDotPath(issue) ?? 'answer'}: ${issue.message}`);
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
