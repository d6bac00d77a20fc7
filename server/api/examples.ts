import * as v from 'valibot';
import { failure } from './response-schemas.ts';
import recorded from './recorded-examples.json' with { type: 'json' };
import { type Fields, isFields } from '../text.ts';

const callExample = v.strictObject({
  /** The parameters of the path and of the query. */
  parameters: v.optional(v.record(v.string(), v.string())),
  /** Parameters of the call's other forms, which cannot be sent beside these. */
  also: v.optional(v.record(v.string(), v.string())),
  body: v.optional(v.unknown()),
  response: v.unknown(),
});

const recordedExamples = v.strictObject({
  /** By method and path, such as `GET /content/{id}`. */
  calls: v.record(v.string(), callExample),
  /** By status. */
  failures: v.record(v.string(), failure),
});

/**
 * One request of each call with its response, and one response for each failure. They are recorded from the
 * demonstration, and their lists are cut to one entry. `server/test/api/examples.test.ts` records them, and compares
 * them with present responses.
 */
export const EXAMPLES = v.parse(recordedExamples, recorded);

/** Examples of the parameters of lists that can be sorted and filtered. */
const ARRANGING: Readonly<Record<string, string>> = {
  sort: '-title',
  'filter.progress': 'in_progress',
  'filter.saved': 'yes',
  'filter.language': 'en',
  'filter.length': '1-5h',
  'filter.narrator': 'Rolf Berg',
  'filter.series': 'The Night Ferries',
};

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
        const value = example.parameters?.[name] ?? example.also?.[name] ?? ARRANGING[name];
        return value === undefined ? parameter : { ...parameter, example: value };
      }),
    }),
    ...(isFields(requestBody) && { requestBody: withJsonExample(requestBody, example.body) }),
    ...(isFields(responses) && {
      responses: { ...responses, 200: withJsonExample(responses['200'], example.response) },
    }),
  };
}

/** Adds an example to the JSON of a body or of a response. */
export function withJsonExample(described: unknown, example: unknown): unknown {
  if (!isFields(described) || !isFields(described['content']) || example === undefined) return described;
  const { content } = described;
  const json = content['application/json'];
  return {
    ...described,
    content: { ...content, 'application/json': { ...(isFields(json) && json), example } },
  };
}

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code,pre{font-family:ui-monospace,monospace}pre{overflow-x:auto;padding:1rem;border:1px solid GrayText;border-radius:.5rem}
summary{padding:.5rem 0;cursor:pointer}h2{margin-top:2rem}`;

/** The description of the API as a page without scripts. */
export function descriptionPage(document: object): string {
  const { info, paths, components }: Fields = { ...document };
  const { title, description } = isFields(info) ? info : {};
  const schemas = isFields(components) && isFields(components['schemas']) ? components['schemas'] : {};
  const calls = Object.entries(isFields(paths) ? paths : {}).flatMap(([path, methods]) =>
    Object.entries(isFields(methods) ? methods : {}).map(([method, call]) => callText(method, path, call)),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style><main><h1>${escaped(title)}</h1><p>${escaped(description)}</p>
<p><a href="openapi.json">OpenAPI 3.1</a></p><h2>Calls</h2>${calls.join('')}<h2>Shapes</h2>${Object.entries(
    schemas,
  )
    .map(([name, schema]) => details(name, schema))
    .join('')}</main></html>`;
}

function callText(method: string, path: string, call: unknown): string {
  const { summary = '', ...others } = isFields(call) ? call : {};
  return details(`${method.toUpperCase()} ${path}`, others, String(summary));
}

const details = (name: string, value: unknown, text = ''): string =>
  `<details><summary><code>${escaped(name)}</code> ${escaped(text)}</summary><pre tabindex="0">${escaped(
    JSON.stringify(value, null, 2),
  )}</pre></details>`;

const escaped = (value: unknown): string =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
