import * as v from 'valibot';
import { failed, ok, type Result } from '../../domain/result.ts';
import { apiBase } from '../../start/api-base.ts';
import { regionFor, regionOfPool } from '../../start/pool-region.ts';
import { offerWith, type Plan, PURCHASE_PLACEHOLDER } from '../../domain/entitlement/play-decision.ts';

/** The error in the document. `field` is the path of the wrong field, for example `cognito.userPoolId`. */
export type ConfigurationFailure = { readonly field: string; readonly message: string };

/** The fields of the document. Addresses become absolute, absent options null (APP-22). */
const documentOf = (origin: string) =>
  v.object({
    brand: v.optional(text('The brand'), 'Hark'),
    /** The address of the product API, with or without a path, without a slash at the end (APP-24). */
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
          /** Null means the public endpoint of the region (APP-28). */
          endpoint: v.optional(v.nullable(webUrl('The sign-in endpoint')), null),
          /** How a password sign-in starts; `custom` is for a pool with custom challenges (SES-14). */
          authFlow: v.optional(choice('The sign-in flow', ['srp', 'custom']), 'srp'),
          /** Which client speaks to the pool (SES-145). */
          client: v.optional(choice('The sign-in client', ['vendor', 'webcrypto']), 'vendor'),
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
    /** Origins from which covers, audio and PDFs may be loaded (APP-25). */
    mediaOrigins: v.optional(list('The media origins', originOf('A media origin'))),
    /** Null if there is no hosted login. */
    hostedLogin: service(
      v.object(
        {
          url: webUrl('The hosted login'),
          /** Whether it takes passkeys (SES-142); with `only`, the sign-in screen has no other button for it. */
          passkeys: v.optional(v.picklist(['on', 'only'])),
          /** The names of the providers at which listeners can sign in (SES-153). */
          providers: v.optional(v.array(text('A provider'), 'The providers must be a list'), []),
          /** `off`: the sign-in screen has no button for the page itself. */
          button: v.optional(v.picklist(['on', 'off'])),
        },
        'The hosted login must name its address',
      ),
      ['url'],
    ),
    signUpConfirmation: v.optional(choice('The sign-up confirmation', ['code', 'link']), 'code'),
    /** Null if messaging is off. */
    braze: service(
      v.object(
        {
          apiKey: text('The messaging key'),
          /** Always with a scheme (APP-30). */
          baseUrl: schemedUrl('The messaging address'),
          /** True if the scripts of HTML messages may run. */
          htmlScripts: isOn('The scripts of HTML messages'),
        },
        'The messaging service must be a group of fields',
      ),
      ['apiKey', 'baseUrl'],
    ),
    /** Null if analytics is off. */
    amplitude: service(
      v.object(
        {
          apiKey: text('The analytics key'),
          /** Null means the default address of the zone (APP-23). */
          serverUrl: v.optional(v.nullable(webUrl('The analytics address')), null),
          zone: v.optional(choice('The analytics zone', ['US', 'EU']), 'US'),
          batch: isOn('Analytics in batches'),
        },
        'The analytics service must be a group of fields',
      ),
      ['apiKey'],
    ),
    /** What the membership offers. Absent fields are those of the specification (ENT-79). */
    offer: v.optional(
      v.pipe(
        v.object(
          {
            benefits: v.optional(v.array(text('A benefit'), 'The benefits must be a list')),
            plans: v.optional(v.array(plan, 'The plans must be a list')),
          },
          'The offer must be a group of fields',
        ),
        v.transform(({ benefits, plans }) =>
          offerWith({ ...(benefits && { benefits }), ...(plans && { plans }) }),
        ),
      ),
      {},
    ),
    /** The address to which errors are reported. Null: none is reported (APP-83). */
    errorReports: v.optional(v.nullable(webUrl('The address for reports of errors')), null),
    sessionStore: v.optional(choice('The session store', ['local', 'cookie']), 'local'),
    storage: v.optional(choice('The storage', ['local', 'indexeddb']), 'local'),
    /** Null if the page does not exist. Then no control leads to it (APP-31). */
    links: v.optional(
      v.object(
        {
          help: link('help desk'),
          privacy: link('privacy policy'),
          terms: link('terms'),
          annual: link('annual plan'),
          monthly: link('monthly plan'),
          /** The purchase address, with a placeholder for the id of the item (APP-32). */
          purchase: v.optional(v.nullable(purchaseLink), null),
          mobileApp: link('mobile app'),
        },
        'The links must be a group of fields',
      ),
      {},
    ),
    /** What the page at the path of the document shows, for a visitor. Null if the host does not say it (APP-82). */
    shared: v.optional(v.nullable(v.object({ path: v.string(), title: v.string() })), null),
  });

type DeepReadonly<Value> = Value extends (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? { readonly [Field in keyof Value]: DeepReadonly<Value[Field]> }
    : Value;

export type Configuration = DeepReadonly<
  v.InferOutput<ReturnType<typeof documentOf>> & { mediaOrigins: string[] }
>;

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

/** The pages that the document does not name. A purchase link is not expected of every host (APP-31). */
export const missingLinks = ({ links }: Configuration): readonly string[] =>
  Object.entries(links).flatMap(([name, address]) => (address === null && name !== 'purchase' ? [name] : []));

// The kinds of fields of the configuration document. `what` names the field in a message.

const text = (what: string) =>
  v.pipe(v.string(`${what} must be text`), v.trim(), v.nonEmpty(`${what} must not be empty`));

const isWeb = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

const webUrl = (what: string) =>
  v.pipe(text(what), v.check(isWeb, `${what} must be an http or https address`));

const price = v.pipe(
  v.number('A price must be a number of dollars'),
  v.minValue(0, 'A price must not be below 0'),
);

const plan = v.pipe(
  v.object(
    {
      name: v.picklist(['Annual', 'Monthly'], 'The name of a plan must be Annual or Monthly'),
      price,
      pricePerMonth: v.optional(v.nullable(price), null),
      saving: v.optional(v.nullable(text('A saving')), null),
      isPreselected: v.optional(v.boolean('isPreselected must be true or false'), false),
    },
    'A plan must be a group of fields',
  ),
  v.transform((each): Plan => each),
);

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
