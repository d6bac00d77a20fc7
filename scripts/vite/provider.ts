import { isFields, type Fields } from './configuration.ts';

/** The paths that the development server forwards to the embedded provider. */
export const PROVIDER_PATHS = ['/api', '/collect', '/events', '/media', '/pages', '/pool'];

/**
 * Reads the services of the embedded provider, and adds them where the document names none. The provider's host does the
 * same with the built page. The addresses get the origin of the development server, which forwards the calls.
 *
 * @param document the configuration document
 * @param provider origin of the provider
 * @param page origin of the development server
 */
export async function withServicesOf(provider: string, page: string, document: Fields): Promise<Fields> {
  const response = await fetch(provider, { headers: { accept: 'text/html' } });
  const html = (await response.text()).replaceAll(provider, page);
  const inlined = /<script[^>]*id="configuration"[^>]*>(?<json>[^<]*)<\/script>/.exec(html)?.groups?.['json'];
  if (inlined === undefined) throw new Error(`The provider at ${provider} serves no configuration document.`);
  const offered: unknown = JSON.parse(inlined);
  return isFields(offered) ? filled(document, offered) : document;
}

/** Adds the fields of `offered` that are missing in `document`, also inside groups. */
function filled(document: Fields, offered: Fields): Fields {
  const merged: Record<string, unknown> = { ...offered, ...document };
  for (const [name, value] of Object.entries(document)) {
    const other = offered[name];
    if (isFields(value) && isFields(other)) merged[name] = filled(value, other);
  }
  return merged;
}
