import * as v from 'valibot';
import { failed, ok, type Result } from '../domain/result.ts';

/** What is wrong with the document; `field` is its path, as `cognito.userPoolId`. */
export type ConfigurationFailure = { readonly field: string; readonly message: string };

/** The host's configuration (contract 2), decoded: origins absolute, absent switches null. */
export type Configuration = {
  readonly brand: string;
  /** Origin of the product API. */
  readonly apiUrl: string;
  readonly cognito: {
    readonly region: string;
    readonly userPoolId: string;
    readonly clientId: string;
    /** Null: the region's own endpoint. */
    readonly endpoint: string | null;
  };
  readonly links: {
    readonly help: string;
    readonly privacy: string;
    readonly terms: string;
    readonly annual: string;
    readonly monthly: string;
    readonly mobileApp: string;
  };
};

const text = (what: string) =>
  v.pipe(v.string(`${what} must be text`), v.trim(), v.nonEmpty(`${what} must not be empty`));

const isWeb = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

const webUrl = (what: string) =>
  v.pipe(text(what), v.check(isWeb, `${what} must be an http or https address`));

// A pool id is a region, an underscore and letters or digits, at most 55 characters (section 5).
const poolId = v.pipe(
  text('The user pool id'),
  v.maxLength(55, 'The user pool id must be at most 55 characters long'),
  v.regex(/^[\w-]+_[0-9a-zA-Z]+$/, 'The user pool id must be a region, an underscore, and letters or digits'),
);

const link = (what: string) => webUrl(`The ${what} link`);

const documentOf = (origin: string) =>
  v.object({
    brand: v.optional(text('The brand'), 'Hark'),
    apiUrl: v.optional(webUrl('The API address'), origin),
    cognito: v.object(
      {
        region: v.optional(text('The region'), 'us-west-2'),
        userPoolId: poolId,
        clientId: text('The client id'),
        endpoint: v.optional(v.nullable(webUrl('The sign-in endpoint')), null),
      },
      'The sign-in service is not configured',
    ),
    links: v.object(
      {
        help: link('help desk'),
        privacy: link('privacy policy'),
        terms: link('terms'),
        annual: link('annual plan'),
        monthly: link('monthly plan'),
        mobileApp: link('mobile app'),
      },
      'The links are not configured',
    ),
  });

/**
 * Decodes the configuration document, which is untrusted input like any other (contract 2).
 * @param json the document's text
 * @param origin the page's own origin, which stands in for an absent API address
 */
export function decodeConfiguration(
  json: string,
  origin: string,
): Result<Configuration, ConfigurationFailure> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return failed({ field: 'configuration', message: 'The configuration is not readable JSON' });
  }
  const decoded = v.safeParse(documentOf(origin), parsed);
  if (decoded.success) {
    return ok({ ...decoded.output, apiUrl: new URL(decoded.output.apiUrl).origin });
  }
  const [issue] = decoded.issues;
  const field = v.getDotPath(issue) ?? 'configuration';
  const missing = issue.received === 'undefined';
  return failed({ field, message: missing ? `The field ${field} is missing` : issue.message });
}
