import * as v from 'valibot';
import { type Fields, isFields } from '../fields.ts';
import { failure } from './answers.ts';
import recorded from './recorded-examples.json' with { type: 'json' };

const callExample = v.strictObject({
  /** The parameters of the path and of the query. */
  parameters: v.optional(v.record(v.string(), v.string())),
  /** Parameters of the call's other forms, which cannot be sent beside these. */
  also: v.optional(v.record(v.string(), v.string())),
  body: v.optional(v.unknown()),
  answer: v.unknown(),
});

const recordedExamples = v.strictObject({
  /** By method and path, such as `GET /content/{id}`. */
  calls: v.record(v.string(), callExample),
  /** By status. */
  failures: v.record(v.string(), failure),
});

/**
 * One request of each call with its answer, and one answer for each failure. They are recorded from the
 * demonstration, and their lists are cut to one entry. `test/server/api/examples.test.ts` records them, and compares
 * them with present answers.
 */
export const EXAMPLES = v.parse(recordedExamples, recorded);

/**
 * Adds its example to a call of the description.
 *
 * @param call an operation of OpenAPI
 */
export function withExample(method: string, path: string, call: Fields): Fields {
  const example = EXAMPLES.calls[`${method.toUpperCase()} ${path}`];
  if (example === undefined) return call;
  const { parameters, requestBody, responses } = call;
  return {
    ...call,
    ...(Array.isArray(parameters) && {
      parameters: parameters.filter(isFields).map((parameter) => {
        const name = String(parameter['name']);
        const value = example.parameters?.[name] ?? example.also?.[name];
        return value === undefined ? parameter : { ...parameter, example: value };
      }),
    }),
    ...(isFields(requestBody) && { requestBody: withJsonExample(requestBody, example.body) }),
    ...(isFields(responses) && {
      responses: { ...responses, 200: withJsonExample(responses['200'], example.answer) },
    }),
  };
}

/** Adds an example to the JSON of a body or of an answer. */
export function withJsonExample(described: unknown, example: unknown): unknown {
  if (!isFields(described) || !isFields(described['content']) || example === undefined) return described;
  const { content } = described;
  const json = content['application/json'];
  return {
    ...described,
    content: { ...content, 'application/json': { ...(isFields(json) && json), example } },
  };
}
