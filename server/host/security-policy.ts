import { createHash } from 'node:crypto';
import { isFields } from '../text.ts';

const INLINE = /<(?<tag>script|style)\b(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/\k<tag>\s*>/gi;

/** The names of the page's policies for Trusted Types. The policy `workers` makes the addresses of workers. */
const TRUSTED_TYPES = ['workers'];

/**
 * The policies of the pages that show in-app messages in a frame, by file. No other origin may frame them. The page with
 * scripts is always sandboxed, so its scripts never run with this origin.
 */
export const FRAME_POLICIES: Readonly<Record<string, string>> = {
  'message.html': "frame-ancestors 'self'",
  'message-scripts.html':
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
};

/**
 * The Content Security Policy of a page, derived from its configuration document (APP-34, APP-35). It opens the origins
 * that the document names and no other. Inline code runs only if it is part of this page.
 *
 * @param document the configuration document, which may be invalid
 */
export function securityPolicy(html: string, document: unknown): string {
  const api = origins(field(document, 'apiUrl'));
  const media = origins(field(document, 'mediaOrigins') ?? field(document, 'apiUrl'));
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...inlineHashes(html, 'script')],
    ['style-src', "'self'", ...inlineHashes(html, 'style')],
    ['img-src', "'self'", 'data:', 'blob:', ...media],
    ['media-src', "'self'", 'blob:', ...media],
    ['connect-src', "'self'", ...api, ...services(document)],
    ['font-src', "'self'"],
    ['manifest-src', "'self'"],
    ['worker-src', "'self'"],
    // HTML messages are shown in a sandboxed frame of this origin.
    ...(messaging(document).length > 0 ? [['frame-src', "'self'"]] : []),
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
    // Functions that could run text as code accept only values of these policies.
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', ...TRUSTED_TYPES],
  ];
  return directives.map((parts) => [...new Set(parts)].join(' ')).join('; ');
}

/** Where the page may send requests besides the product API. */
function services(document: unknown): readonly string[] {
  const cognito = field(document, 'cognito');
  const endpoint = field(cognito, 'endpoint') ?? regionalEndpoint(cognito);

  const amplitude = field(document, 'amplitude');
  const zone =
    field(amplitude, 'zone') === 'EU' ? 'https://api.eu.amplitude.com' : 'https://api2.amplitude.com';
  const isOn = typeof field(amplitude, 'apiKey') === 'string';
  const analytics = isOn ? (field(amplitude, 'serverUrl') ?? zone) : [];

  const signIn = [endpoint, field(field(document, 'hostedLogin'), 'url')].flatMap((value) => origins(value));
  const rest = [analytics, field(document, 'feeds')].flatMap((value) => origins(value));
  return [...signIn, ...messaging(document), ...rest];
}

/** The endpoint in the region of the document, else in the region of the pool id, else in the default region. */
function regionalEndpoint(cognito: unknown): string | null {
  if (!isFields(cognito)) return null;
  const named = field(cognito, 'region');
  if (named !== undefined && typeof named !== 'string') return null;
  const userPoolId = field(cognito, 'userPoolId');
  const id = typeof userPoolId === 'string' ? userPoolId.trim() : '';
  const [, ofPool = 'us-west-2'] = /^([a-z\d-]+)_[a-z\d]+$/i.exec(id) ?? [];
  return `https://cognito-idp.${named?.trim() ?? ofPool}.amazonaws.com`;
}

/** A base URL without a scheme gets https. */
function messaging(document: unknown): readonly string[] {
  const base = field(field(document, 'braze'), 'baseUrl');
  if (typeof base !== 'string') return [];
  return origins(/^[a-z][a-z\d+.-]*:\/\//i.test(base) ? base : `https://${base}`);
}

/** The hashes of inline code. Data blocks, such as the configuration document, do not run and need none. */
function inlineHashes(html: string, tag: 'script' | 'style'): readonly string[] {
  return [...html.matchAll(INLINE)].flatMap(({ groups }) => {
    const attributes = groups?.['attributes'] ?? '';
    const text = groups?.['text'] ?? '';
    const type = /\btype="(?<type>[^"]*)"/i.exec(attributes)?.groups?.['type'] ?? '';
    const runs = tag === 'style' || /^(?:|module|text\/javascript)$/i.test(type);
    if (groups?.['tag']?.toLowerCase() !== tag || /\bsrc=/i.test(attributes) || !runs) return [];
    // The HTML parser turns every line break into one character, and the browser hashes the result.
    const read = text.replaceAll(/\r\n?/g, '\n');
    return `'sha256-${createHash('sha256').update(read).digest('base64')}'`;
  });
}

function field(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The origins of a URL, of several separated by spaces, or of an array. Other values give none. */
function origins(value: unknown): readonly string[] {
  const texts: readonly unknown[] =
    typeof value === 'string' ? value.split(/\s+/) : Array.isArray(value) ? value : [];
  return texts.flatMap((text) => {
    if (typeof text !== 'string' || !URL.canParse(text)) return [];
    const { protocol, host, origin } = new URL(text);
    // A host could contain characters with a meaning in a policy: ";" ends a directive, "*" allows all.
    return /^https?:$/.test(protocol) && /^[a-z0-9.:[\]-]+$/.test(host) ? [origin] : [];
  });
}
