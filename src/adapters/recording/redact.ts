import type { Json, RecordedEntry, Recording } from './recording.ts';

/** Ports and services that receive secrets as unnamed arguments: all text in their arguments is removed. */
const CONFIDANTS =
  /^(?:auth|registration|account|hostedLogin|signIn|createAccount|resetPassword|hostedSignIn|hostedArrival|#\d+)/u;

/** Ports and services that handle personal data: names are removed too. */
const PERSONAL = /^(?:contentApi\.users|account|auth|registration|createAccount|signIn|openAccount|#\d+)/u;

const SECRET = /password|token|secret|code$|proof|credential|authorization|signature/iu;
const PERSONAL_FIELD = /^(?:name|full_?name|first_?name|email|phone_?number|value)$/iu;

const EMAIL = /[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/gu;
const JSON_WEB_TOKEN = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*){0,3}/gu;
/** Finds secrets in addresses by the names of the parameters, even if the secrets are short. */
const QUERY_SECRET = /(?<name>[?&#][\w.~%-]*(?:token|sig|key|auth|code|state|policy)[\w.~%-]*=)[^&#\s"']+/giu;
const QUERY_VALUE = /(?<name>[?&#][\w.~%-]+=)[^&#\s"']{16,}/gu;

/** Stored keys of other libraries, and temporary keys. They are not part of a run. */
const UNKEPT = /cognito|session|token/iu;

/** Replaces each secret by an alias, the same one each time. */
class Secrets {
  private readonly aliases = new Map<string, string>();

  alias(kind: 'listener' | 'address' | 'secret', text: string): string {
    const known = this.aliases.get(text);
    if (known !== undefined) return known;
    const number = this.aliases.size + 1;
    const alias = kind === 'address' ? `listener-${number}@redacted.invalid` : `${kind}-${number}`;
    this.aliases.set(text, alias);
    // An alias is its own alias, so that an alias in a text is not replaced.
    this.aliases.set(alias, alias);
    return alias;
  }

  /** Returns the text without addresses, tokens, and secrets that were found elsewhere. */
  clean(text: string): string {
    const alias = this.aliases.get(text);
    if (alias !== undefined) return alias;
    const patterns = text
      .replaceAll(JSON_WEB_TOKEN, (token) => this.alias('secret', token))
      .replaceAll(EMAIL, (address) => this.alias('address', address))
      .replaceAll(QUERY_SECRET, '$<name>redacted')
      .replaceAll(QUERY_VALUE, '$<name>redacted');
    let cleaned = patterns;
    for (const [secret, alias] of this.aliases) {
      if (secret.length >= 3 && secret !== alias) cleaned = cleaned.replaceAll(asWord(secret), alias);
    }
    return cleaned;
  }
}

/** Matches the text only as a word of its own, not inside a longer word. */
const asWord = (text: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)}(?![\\p{L}\\p{N}])`,
    'gu',
  );

type Rules = { readonly isConfidant: boolean; readonly isPersonal: boolean };

const mapJson = (value: Json, text: (text: string, field: string) => string, field = ''): Json => {
  if (typeof value === 'string') return text(value, field);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry: Json) => mapJson(entry, text, field));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      mapJson(item, text, name.startsWith('$') ? '$' : name),
    ]),
  );
};

const kindOf = (field: string, rules: Rules): 'listener' | 'secret' | null => {
  if (field === '$') return null;
  if (SECRET.test(field)) return 'secret';
  return rules.isPersonal && PERSONAL_FIELD.test(field) ? 'listener' : null;
};

/** Collects secrets by the names of their fields. Each secret is later replaced wherever it occurs. */
const gather = (value: Json, rules: Rules, secrets: Secrets): void => {
  mapJson(value, (text, field) => {
    const kind = kindOf(field, rules) ?? (rules.isConfidant && field === '' ? 'secret' : null);
    if (kind !== null && text !== '' && !CONTACTS.has(text)) {
      secrets.alias(kind === 'listener' && text.includes('@') ? 'address' : kind, text);
    }
    return text;
  });
};

/** The contact method is one of two words, and not a secret. */
const CONTACTS: ReadonlySet<string> = new Set(['email', 'phone_number']);

const rulesOf = (of: string): Rules => ({ isConfidant: CONFIDANTS.test(of), isPersonal: PERSONAL.test(of) });

const withoutSecrets: Rules = { isConfidant: false, isPersonal: false };
const listenersOwn: Rules = { isConfidant: false, isPersonal: true };

/** The values of an entry, each with the rules for it. */
const valuesOf = (
  entry: RecordedEntry,
  entries: readonly RecordedEntry[],
): readonly (readonly [Json, Rules])[] => {
  switch (entry.kind) {
    case 'command':
      return entry.args.map((arg) => [arg, rulesOf(entry.of)]);
    case 'call': {
      const rules = rulesOf(entry.port);
      const result: readonly (readonly [Json, Rules])[] =
        entry.value === undefined ? [] : [[entry.value, { ...rules, isConfidant: false }]];
      return [...entry.args.map((arg) => [arg, rules] as const), ...result];
    }
    case 'answer': {
      const call = entries[entry.call];
      const rules = call?.kind === 'call' ? rulesOf(call.port) : withoutSecrets;
      return entry.value === undefined ? [] : [[entry.value, { ...rules, isConfidant: false }]];
    }
    case 'event':
      return [[entry.value, { ...rulesOf(entry.port), isConfidant: false }]];
    default:
      return [];
  }
};

const parsed = (text: string): Json | null => {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text was JSON
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
};

/** Returns the same run without tokens, passwords, codes, addresses and names of listeners (APP-41). */
export const redacted = (recording: Recording): Recording => {
  const secrets = new Secrets();
  const stored = Object.entries(recording.store).filter(([key]) => !UNKEPT.test(key));
  const listener = parsed(recording.store['store.user'] ?? 'null');
  if (listener !== null) gather(listener, listenersOwn, secrets);
  for (const entry of recording.entries) {
    for (const [value, rules] of valuesOf(entry, recording.entries)) gather(value, rules, secrets);
  }
  const clean = (value: Json): Json => mapJson(value, (text) => secrets.clean(text));
  return {
    ...recording,
    store: Object.fromEntries(stored.map(([key, text]) => [key, secrets.clean(text)])),
    entries: recording.entries.map((entry) => cleaned(entry, clean)),
  };
};

const cleaned = (entry: RecordedEntry, clean: (value: Json) => Json): RecordedEntry => {
  switch (entry.kind) {
    case 'command':
      return { ...entry, args: entry.args.map(clean) };
    case 'call':
      return {
        ...entry,
        args: entry.args.map(clean),
        ...(entry.value !== undefined && { value: clean(entry.value) }),
      };
    case 'answer':
      return { ...entry, ...(entry.value !== undefined && { value: clean(entry.value) }) };
    case 'event':
      return { ...entry, value: clean(entry.value) };
    default:
      return entry;
  }
};
