import { isFields, type Fields } from './fields.ts';

/** The paths of the embedded provider, which the development server hands on to it. */
export const PROVIDER_PATHS = ['/api', '/collect', '/events', '/media', '/pages', '/pool'];

/**
 * Asks the embedded provider what its services are, and fills them in where the document names none: what its own
 * host does with the built page. The services appear at the development server's origin, which hands calls on.
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

/** Takes from `offered` what `document` leaves absent, field by field, inside groups too. */
function filled(document: Fields, offered: Fields): Fields {
  const merged: Record<string, unknown> = { ...offered, ...document };
  for (const [name, value] of Object.entries(document)) {
    const other = offered[name];
    if (isFields(value) && isFields(other)) merged[name] = filled(value, other);
  }
  return merged;
}
