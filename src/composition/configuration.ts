import * as v from 'valibot';
import { PURCHASE_PLACEHOLDER } from '../domain/entitlement/sale.ts';
import { failed, ok, type Result } from '../domain/result.ts';
import { apiBase } from '../start/api-base.ts';
import { regionFor, regionOfPool } from '../start/pool-region.ts';

/** What is wrong with the document; `field` is its path, for example `cognito.userPoolId`. */
export type ConfigurationFailure = { readonly field: string; readonly message: string };

/** The decoded configuration of the host: addresses are absolute, absent options are null. */
export type Configuration = {
  readonly brand: string;
  /** The address of the product API, with or without a path, without a slash at the end. */
  readonly apiUrl: string;
  readonly cognito: {
    readonly region: string;
    readonly userPoolId: string;
    readonly clientId: string;
    /** Null: the public endpoint of the region (APP-28). */
    readonly endpoint: string | null;
    /** How a password sign-in starts; `custom` is for a pool with custom challenges (SES-14). */
    readonly authFlow: 'srp' | 'custom';
  };
  /** Origins from which covers, audio and PDFs may be loaded (APP-25). */
  readonly mediaOrigins: readonly string[];
  /** Null: no hosted login. */
  readonly hostedLogin: { readonly url: string } | null;
  readonly signUpConfirmation: 'code' | 'link';
  /** Null: messaging is off. */
  readonly braze: {
    readonly apiKey: string;
    /** Always with a scheme (APP-30). */
    readonly baseUrl: string;
    /** Whether scripts of HTML messages run. */
    readonly htmlScripts: boolean;
  } | null;
  /** Null: analytics is off. */
  readonly amplitude: {
    readonly apiKey: string;
    /** Null: the address of the zone. */
    readonly serverUrl: string | null;
    readonly zone: 'US' | 'EU';
    readonly batch: boolean;
  } | null;
  readonly sessionStore: 'local' | 'cookie';
  readonly storage: 'local' | 'indexeddb';
  /**
   * Feeds that replace the product API as the source of content; if empty, content comes from the product API (CAT-69).
   */
  readonly feeds: readonly string[];
  /** Null: the page does not exist, and no control leads to it (APP-31). */
  readonly links: {
    readonly help: string | null;
    readonly privacy: string | null;
    readonly terms: string | null;
    readonly annual: string | null;
    readonly monthly: string | null;
    /** The purchase address, with a placeholder for the id of the item (APP-32). */
    readonly purchase: string | null;
    readonly mobileApp: string | null;
  };
};

const text = (what: string) =>
  v.pipe(v.string(`${what} must be text`), v.trim(), v.nonEmpty(`${what} must not be empty`));

const isWeb = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

const webUrl = (what: string) =>
  v.pipe(text(what), v.check(isWeb, `${what} must be an http or https address`));

// A pool id is a region, an underscore and letters or digits, at most 55 characters (APP-27).
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

/** A list, or a text with spaces between the items. */
const list = <Item extends v.GenericSchema<unknown, string>>(what: string, item: Item) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : value)),
    v.array(item, `${what} must be a list`),
  );

const choice = <const Options extends readonly [string, ...string[]]>(what: string, options: Options) =>
  v.picklist(options, `${what} must be ${options.join(' or ')}`);

// A switch is a word, because its value comes from an environment variable.
const isOn = (what: string) =>
  v.optional(
    v.pipe(
      choice(what, ['on', 'off']),
      v.transform((word) => word === 'on'),
    ),
    'off',
  );

// A base URL without a scheme gets https (APP-30).
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

/** A service is off if its group, or one of its required fields, is absent (APP-29). */
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
 * Decodes the configuration document, which is untrusted input.
 *
 * @param json the text of the document
 * @param origin the origin of the page, used if there is no API address
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
