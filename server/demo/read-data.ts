import * as v from 'valibot';

/**
 * Checks the content of a data file of the demonstration.
 *
 * @param file the name of the file, for the message
 * @throws {Error} naming the file and the field that does not fit
 */
export function readData<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
  content: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, content, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${file}: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
}
