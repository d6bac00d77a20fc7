import { type Fields, isFields } from '../fields.ts';

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
