import * as v from 'valibot';
import { PURCHASE_PLACEHOLDER } from '../../domain/entitlement/play-decision.ts';
import { regionOfPool } from '../../start/pool-region.ts';

// The kinds of fields of the configuration document. `what` names the field in a message.

export const text = (what: string) =>
  v.pipe(v.string(`${what} must be text`), v.trim(), v.nonEmpty(`${what} must not be empty`));

const isWeb = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

export const webUrl = (what: string) =>
  v.pipe(text(what), v.check(isWeb, `${what} must be an http or https address`));

// A pool id is a region, an underscore and letters or digits, at most 55 characters (APP-27).
export const poolId = v.pipe(
  text('The user pool id'),
  v.maxLength(55, 'The user pool id must be at most 55 characters long'),
  v.regex(/^[\w-]+_[0-9a-zA-Z]+$/, 'The user pool id must be a region, an underscore, and letters or digits'),
);

export const isRegionOf = (region: string | undefined, userPoolId: string): boolean =>
  region === undefined || region.toLowerCase() === (regionOfPool(userPoolId) ?? region).toLowerCase();

export const isBase = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && url.search + url.hash + url.username + url.password === '';
};

/** A list, or a text with spaces between the items. */
export const list = <Item extends v.GenericSchema<unknown, string>>(what: string, item: Item) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : value)),
    v.array(item, `${what} must be a list`),
  );

export const choice = <const Options extends readonly [string, ...string[]]>(
  what: string,
  options: Options,
) => v.picklist(options, `${what} must be ${options.join(' or ')}`);

// A switch is a word, because its value comes from an environment variable.
export const isOn = (what: string) =>
  v.optional(
    v.pipe(
      choice(what, ['on', 'off']),
      v.transform((word) => word === 'on'),
    ),
    'off',
  );

// A base URL without a scheme gets https (APP-30).
export const schemedUrl = (what: string) =>
  v.pipe(
    text(what),
    v.transform((address) => (/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`)),
    v.check(isWeb, `${what} must be an http or https address`),
  );

export const originOf = (what: string) =>
  v.pipe(
    webUrl(what),
    v.transform((address) => new URL(address).origin),
  );

/** A service is off if its group, or one of its required fields, is absent (APP-29). */
export const service = <Schema extends v.GenericSchema>(schema: Schema, needs: readonly string[]) =>
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

export const link = (what: string) => v.optional(v.nullable(webUrl(`The ${what} link`)), null);

export const purchaseLink = v.pipe(
  webUrl('The purchase link'),
  v.includes(PURCHASE_PLACEHOLDER, `The purchase link must hold ${PURCHASE_PLACEHOLDER}`),
);
