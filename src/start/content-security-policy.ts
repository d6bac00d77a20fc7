import { regionFor } from './pool-region.ts';

/** The app's own policies for Trusted Types: the addresses of its workers. */
const TRUSTED_TYPES = ['workers'];

/**
 * Derives the page's Content Security Policy from the configuration document. It allows the origins that the document
 * names, and no other (APP-34).
 *
 * The document is untrusted input. A field that is missing, of another type, or no http(s) URL allows nothing (APP-36).
 * `frame-ancestors` is left out, because browsers ignore it inside a page. Hosts send it as a header.
 *
 * @param configuration the parsed document, of any shape
 * @returns the policy as text for a `<meta http-equiv>` (APP-38).
 */
export function contentSecurityPolicy(configuration: unknown): string {
  const api = originsOf(read(configuration, 'apiUrl'));
  const media = originsOf(read(configuration, 'mediaOrigins') ?? read(configuration, 'apiUrl'));
  const connections = [
    ...api,
    ...signInOrigins(configuration),
    ...brazeOrigins(configuration),
    ...amplitudeOrigins(configuration),
  ];
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['style-src', "'self'"],
    ['img-src', "'self'", ...media, 'data:', 'blob:'],
    ['media-src', "'self'", ...media, 'blob:'],
    ['connect-src', "'self'", ...connections],
    ['font-src', "'self'"],
    ['manifest-src', "'self'"],
    ['worker-src', "'self'"],
    // HTML messages are shown in a sandboxed frame of this origin (MSG-21).
    ...(brazeOrigins(configuration).length > 0 ? [['frame-src', "'self'"]] : []),
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    // No text becomes code (APP-37).
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', ...TRUSTED_TYPES],
  ];
  return directives.map((parts) => [...new Set(parts)].join(' ')).join('; ');
}

/** The endpoint of the pool, else that of its region (APP-28), and the origin of the hosted login. */
function signInOrigins(configuration: unknown): readonly string[] {
  const cognito = read(configuration, 'cognito');
  const endpoint = read(cognito, 'endpoint') ?? regionalEndpoint(cognito);
  return [...originsOf(endpoint), ...originsOf(read(read(configuration, 'hostedLogin'), 'url'))];
}

function regionalEndpoint(cognito: unknown): string | null {
  const region = read(cognito, 'region');
  const isGroup = typeof cognito === 'object' && cognito !== null && !Array.isArray(cognito);
  if (!isGroup || (region !== undefined && typeof region !== 'string')) return null;
  return `https://cognito-idp.${regionFor(region?.trim(), read(cognito, 'userPoolId'))}.amazonaws.com`;
}

/** A base URL without a scheme gets https (APP-30). */
function brazeOrigins(configuration: unknown): readonly string[] {
  const baseUrl = read(read(configuration, 'braze'), 'baseUrl');
  if (typeof baseUrl !== 'string') return [];
  return originsOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`);
}

/** The configured server, else the public one of the zone. None if analytics is not configured. */
function amplitudeOrigins(configuration: unknown): readonly string[] {
  const amplitude = read(configuration, 'amplitude');
  if (typeof read(amplitude, 'apiKey') !== 'string') return [];
  const zoneServer =
    read(amplitude, 'zone') === 'EU' ? 'https://api.eu.amplitude.com' : 'https://api2.amplitude.com';
  return originsOf(read(amplitude, 'serverUrl') ?? zoneServer);
}

/** @returns the origins of a URL, of a space-separated list or of an array of them; what is no http(s) URL is left out */
function originsOf(value: unknown): readonly string[] {
  const urls: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/\s+/)
      : [];
  return urls.flatMap((url) => (typeof url === 'string' ? originOf(url) : []));
}

function originOf(text: string): readonly string[] {
  if (!URL.canParse(text)) return [];
  const { protocol, host, origin } = new URL(text);
  // A host may hold characters that mean something to a policy: ";" ends a directive, and "*" opens every origin.
  return /^https?:$/.test(protocol) && /^[a-z0-9.:[\]-]+$/.test(host) ? [origin] : [];
}

function read(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, field)?.value;
}
