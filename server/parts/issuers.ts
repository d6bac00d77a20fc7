import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type Given, UsageError } from '../given.ts';
import { isLoopbackOrigin } from '../http/own-machine.ts';
import { type Gift, GIFTS, type IssuerSettings } from '../pool/issuers/settings.ts';

const NAMES = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'NAME', 'SCOPES', 'GROUPS', 'ROLES', 'JOIN'] as const;

/** The variables of the environment, and how their sentence in the help goes on. */
export const ISSUER_VARIABLES = {
  OIDC_ISSUER:
    'is the address of a provider of OpenID Connect with which people sign in, with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
  OIDC_NAME: 'is its name on the button; default its host. OIDC_SCOPES: default "openid email profile".',
  OIDC_GROUPS:
    'is the claim with the groups of a person, and OIDC_ROLES what they give: "group=role,…" or "group=plan,…".',
  OIDC_JOIN: '(off, verified-email) joins an account with the same verified address; default off.',
  OIDC_FILE: 'is a JSON file with a list of several such providers.',
};

const LONGEST_NAME = 60;
const text = v.pipe(
  v.string('must be text'),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(2048, 'is too long'),
);
const address = v.pipe(
  text,
  v.check((value) => isIssuer(value), 'must be an https address without a query; http only on this machine'),
);
const name = v.pipe(
  text,
  v.normalize('NFC'),
  v.check((value) => !/\p{C}/u.test(value), 'must have no control characters'),
  v.check((value) => Array.from(value).length <= LONGEST_NAME, `has at most ${LONGEST_NAME} characters`),
);
/** What a group gives: in a text with commas, or in an object of the file. */
const roles = v.pipe(
  v.union(
    [text, v.record(v.string(), v.union([v.string(), v.array(v.string())]))],
    'must be text or an object',
  ),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const gifts = new Map<string, readonly Gift[]>();
    for (const [group, word] of pairsOf(dataset.value)) {
      const gift = GIFTS.find((each) => each === word);
      if (group === '' || gift === undefined) {
        addIssue({
          message:
            group === ''
              ? 'is a list such as staff=publisher,members=annual'
              : `gives the group "${group}" the role or plan "${word}". There are: ${GIFTS.join(', ')}`,
        });
        return NEVER;
      }
      gifts.set(group, [...(gifts.get(group) ?? []), gift]);
    }
    return gifts;
  }),
);

const settings = v.strictObject({
  ISSUER: address,
  CLIENT_ID: text,
  CLIENT_SECRET: v.optional(text),
  NAME: v.optional(name),
  SCOPES: v.optional(
    v.pipe(
      text,
      v.regex(
        /^[\x21\x23-\x5B\x5D-\x7E]+(?: +[\x21\x23-\x5B\x5D-\x7E]+)*$/,
        'must be scopes with spaces between them',
      ),
    ),
    'openid email profile',
  ),
  GROUPS: v.optional(text),
  ROLES: v.optional(roles),
  JOIN: v.optional(v.picklist(['off', 'verified-email'], 'must be off or verified-email'), 'off'),
});

/** @throws {UsageError} with the name of the wrong variable or field */
export function readIssuers(given: Given): readonly IssuerSettings[] {
  const fields = NAMES.flatMap((field) => {
    const value = given.variable(`OIDC_${field}`);
    return value === undefined ? [] : [[field, value] as const];
  });
  const own = fields.length === 0 ? [] : [readOne(Object.fromEntries(fields), (field) => `OIDC_${field}`)];
  const file = given.variable('OIDC_FILE');
  const issuers = [...own, ...(file === undefined ? [] : readFile(file))];
  requireDifferent(issuers);
  return issuers;
}

function readFile(path: string): readonly IssuerSettings[] {
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read';
    throw new UsageError(`OIDC_FILE names ${path}, but ${reason}.`);
  }
  if (!Array.isArray(list)) throw new UsageError(`OIDC_FILE names ${path}, but its JSON is not a list.`);
  return list.map((each: unknown, index) => {
    const where = (field: string): string => `OIDC_FILE: ${field} of entry ${index + 1}`;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) {
      throw new UsageError(`OIDC_FILE: entry ${index + 1} is not an object.`);
    }
    // The same names as those of the variables, in any of the usual spellings: OIDC_CLIENT_ID, client_id, clientId.
    const fields = Object.entries(each)
      .filter(([, value]) => value !== null && value !== '')
      .map(([key, value]: [string, unknown]) => [fieldOf(key), value] as const);
    return readOne(Object.fromEntries(fields), where);
  });
}

function fieldOf(key: string): string {
  const plain = (word: string): string =>
    word
      .replace(/^OIDC_/iu, '')
      .replaceAll(/[_-]/gu, '')
      .toUpperCase();
  return NAMES.find((field) => plain(field) === plain(key)) ?? key;
}

function readOne(
  fields: Readonly<Record<string, unknown>>,
  where: (field: string) => string,
): IssuerSettings {
  const parsed = v.safeParse(settings, fields);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const [field = 'ISSUER'] = v.getDotPath(issue)?.split('.') ?? [];
    const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
    const isMissing = issue.received === 'undefined';
    const problem = isUnknown ? 'is not known' : isMissing ? 'is missing' : issue.message;
    throw new UsageError(`${where(field)} ${problem}.`);
  }
  const { output } = parsed;
  if (output.ROLES !== undefined && output.GROUPS === undefined) {
    throw new UsageError(
      `${where('GROUPS')} is missing: it names the claim with the groups of ${where('ROLES')}.`,
    );
  }
  const { host } = new URL(output.ISSUER);
  const shown = output.NAME ?? host;
  const scopes = output.SCOPES.split(/ +/u);
  return {
    id: idOf(shown) || idOf(host),
    name: shown,
    issuer: output.ISSUER,
    clientId: output.CLIENT_ID,
    clientSecret: output.CLIENT_SECRET ?? null,
    scopes: [...new Set(['openid', ...scopes])].join(' '),
    groupsClaim: output.GROUPS ?? null,
    gifts: output.ROLES ?? new Map(),
    joins: output.JOIN === 'verified-email',
  };
}

/** Two providers need names that differ in more than signs, because each has an address of its own (SES-154). */
function requireDifferent(issuers: readonly IssuerSettings[]): void {
  for (const [index, { id, name: shown }] of issuers.entries()) {
    const other = issuers.slice(0, index).find((each) => each.id === id);
    if (other !== undefined) {
      throw new UsageError(
        `The providers "${other.name}" and "${shown}" need names that differ in Latin letters or digits (OIDC_NAME).`,
      );
    }
  }
}

const LONGEST_ID = 40;

const idOf = (words: string): string =>
  words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, LONGEST_ID)
    .replaceAll(/^-+|-+$/gu, '');

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, origin, search, hash, username, password } = new URL(value);
  if (search + hash + username + password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackOrigin(origin));
}

/** The pairs of `group=word`. A group may have commas and equals signs only in an object. */
function pairsOf(
  value: string | Readonly<Record<string, string | readonly string[]>>,
): readonly (readonly [group: string, word: string])[] {
  if (typeof value !== 'string') {
    return Object.entries(value).flatMap(([group, words]) =>
      [words].flat().map((word): readonly [string, string] => [group, word]),
    );
  }
  return value
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const end = pair.lastIndexOf('=');
      return [pair.slice(0, Math.max(end, 0)).trim(), pair.slice(end + 1).trim()];
    });
}
