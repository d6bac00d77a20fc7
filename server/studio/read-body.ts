import * as v from 'valibot';
import { ApiError } from '../http/validation.ts';

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
