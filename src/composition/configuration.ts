import * as v from 'valibot';
import { PURCHASE_PLACEHOLDER } from '../domain/entitlement/sale.ts';
import { failed, ok, type Result } from '../domain/result.ts';
import { apiBase } from '../start/api-base.ts';
import { regionFor, regionOfPool } from '../start/pool-region.ts';

/** What is wrong with the document; `field` is its path, as `cognito.userPoolId`. */
export type ConfigurationFailure = { readonly field: string; readonly message: string };

/** The host's configuration, decoded: addresses absolute, absent switches null. */
export type Configuration = {
  readonly brand: string;
  /** Where the product API stands, with or without a path; it ends without a slash. */
  readonly apiUrl: string;
  readonly cognito: {
    readonly region: string;
    readonly userPoolId: string;
    readonly clientId: string;
    /** Null: the region's own endpoint. */
    readonly endpoint: string | null;
    /** How a sign-in by password begins; `custom`: for a pool with custom challenges. */
    readonly authFlow: 'srp' | 'custom';
  };
  /** Origins that covers, audio and PDFs may come from. */
  readonly mediaOrigins: readonly string[];
  /** Null: no hosted login. */
  readonly hostedLogin: { readonly url: string } | null;
  readonly signUpConfirmation: 'code' | 'link';
  /** Null: messaging is off. */
  readonly braze: {
    readonly apiKey: string;
    /** With a scheme (section 5). */
    readonly baseUrl: string;
    /** Whether scripts of HTML messages run. */
    readonly htmlScripts: boolean;
  } | null;
  /** Null: analytics is off. */
  readonly amplitude: {
    readonly apiKey: string;
    /** Null: the zone's own address. */
    readonly serverUrl: string | null;
    readonly zone: 'US' | 'EU';
    readonly batch: boolean;
  } | null;
  readonly sessionStore: 'local' | 'cookie';
  readonly storage: 'local' | 'indexeddb';
  /** Where content comes from instead of the product API; empty: from the product API. */
  readonly feeds: readonly string[];
  /** Null: there is no such page, and nothing on the screen leads to it. */
  readonly links: {
    readonly help: string | null;
    readonly privacy: string | null;
    readonly terms: string | null;
    readonly annual: string | null;
    readonly monthly: string | null;
    /** Where one item is bought. */
    readonly purchase: string | null;
    readonly mobileApp: string | null;
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

const isRegionOf = (region: string | undefined, userPoolId: string): boolean =>
  region === undefined || region.toLowerCase() === (regionOfPool(userPoolId) ?? region).toLowerCase();

const isBase = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && url.search + url.hash + url.username + url.password === '';
};

/** A list, or a text with spaces between (contract 2). */
const list = <Item extends v.GenericSchema<unknown, string>>(what: string, item: Item) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : value)),
    v.array(item, `${what} must be a list`),
  );

const choice = <const Options extends readonly [string, ...string[]]>(what: string, options: Options) =>
  v.picklist(options, `${what} must be ${options.join(' or ')}`);

// A switch is turned on by a word, because it comes from a variable of the environment.
const isOn = (what: string) =>
  v.optional(
    v.pipe(
      choice(what, ['on', 'off']),
      v.transform((word) => word === 'on'),
    ),
    'off',
  );

// Section 5: a base URL without a scheme gets https.
const schemedUrl = (what: string) =>
  v.pipe(
    text(what),
    v.transform((address) => (/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`)),
    v.check(isWeb, `${what} must be an http or https address`),
  );

const originOf = (what: string) =>
  v.pipe(
    webUrl(what),
    v.transform((address) => new URL(address).origin),
  );

/** A service is off when its group, or one of the fields that it cannot do without, is absent. */
const service = <Schema extends v.GenericSchema>(schema: Schema, needs: readonly string[]) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((group) => (lacks(group, needs) ? null : group)),
      v.nullable(schema, null),
    ),
    null,
  );

const lacks = (group: unknown, needs: readonly string[]): boolean =>
  group === null || (typeof group === 'object' && needs.some((field) => !Object.hasOwn(group, field)));

const link = (what: string) => v.optional(v.nullable(webUrl(`The ${what} link`)), null);

const purchaseLink = v.pipe(
  webUrl('The purchase link'),
  v.includes(PURCHASE_PLACEHOLDER, `The purchase link must hold ${PURCHASE_PLACEHOLDER}`),
);

const documentOf = (origin: string) =>
  v.object({
    brand: v.optional(text('The brand'), 'Hark'),
    apiUrl: v.optional(
      v.pipe(
        webUrl('The API address'),
        v.check(isBase, 'The API address must hold no query, fragment, name or password'),
        v.transform(apiBase),
      ),
      origin,
    ),
    cognito: v.pipe(
      v.object(
        {
          region: v.optional(
            v.pipe(
              text('The region'),
              v.regex(/^[a-z\d-]+$/i, 'The region must be letters, digits and hyphens'),
            ),
          ),
          userPoolId: poolId,
          clientId: text('The client id'),
          endpoint: v.optional(v.nullable(webUrl('The sign-in endpoint')), null),
          authFlow: v.optional(choice('The sign-in flow', ['srp', 'custom']), 'srp'),
        },
        'The sign-in service is not configured',
      ),
      v.forward(
        v.check(
          ({ region, userPoolId }) => isRegionOf(region, userPoolId),
          ({ input }) =>
            `The region must be that of the user pool id, ${regionOfPool(input.userPoolId) ?? ''}`,
        ),
        ['region'],
      ),
      v.transform((cognito) => ({ ...cognito, region: regionFor(cognito.region, cognito.userPoolId) })),
    ),
    mediaOrigins: v.optional(list('The media origins', originOf('A media origin'))),
    hostedLogin: service(
      v.object({ url: webUrl('The hosted login') }, 'The hosted login must name its address'),
      ['url'],
    ),
    signUpConfirmation: v.optional(choice('The sign-up confirmation', ['code', 'link']), 'code'),
    braze: service(
      v.object(
        {
          apiKey: text('The messaging key'),
          baseUrl: schemedUrl('The messaging address'),
          htmlScripts: isOn('The scripts of HTML messages'),
        },
        'The messaging service must be a group of fields',
      ),
      ['apiKey', 'baseUrl'],
    ),
    amplitude: service(
      v.object(
        {
          apiKey: text('The analytics key'),
          serverUrl: v.optional(v.nullable(webUrl('The analytics address')), null),
          zone: v.optional(choice('The analytics zone', ['US', 'EU']), 'US'),
          batch: isOn('Analytics in batches'),
        },
        'The analytics service must be a group of fields',
      ),
      ['apiKey'],
    ),
    sessionStore: v.optional(choice('The session store', ['local', 'cookie']), 'local'),
    storage: v.optional(choice('The storage', ['local', 'indexeddb']), 'local'),
    feeds: v.optional(list('The feeds', webUrl('A feed')), []),
    links: v.optional(
      v.object(
        {
          help: link('help desk'),
          privacy: link('privacy policy'),
          terms: link('terms'),
          annual: link('annual plan'),
          monthly: link('monthly plan'),
          purchase: v.optional(v.nullable(purchaseLink), null),
          mobileApp: link('mobile app'),
        },
        'The links must be a group of fields',
      ),
      {},
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
    const { apiUrl, mediaOrigins = [new URL(apiUrl).origin] } = decoded.output;
    return ok({ ...decoded.output, mediaOrigins });
  }
  const [issue] = decoded.issues;
  const field = v.getDotPath(issue) ?? 'configuration';
  const missing = issue.received === 'undefined';
  return failed({ field, message: missing ? `The field ${field} is missing` : issue.message });
}
