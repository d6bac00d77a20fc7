import type { Received } from '../../adapters/loopback.ts';
import type { Answer } from './proxy.ts';

type Fields = Readonly<Record<string, unknown>>;
type Form = (value: unknown) => unknown;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MISSING = Symbol('a field that is left out');

const asText: Form = (value) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
const asMinutes: Form = (value) => {
  if (typeof value !== 'number') return value;
  const [minutes, rest] = [Math.floor(value / 60), Math.floor(value % 60)];
  return `${minutes}:${String(rest).padStart(2, '0')}`;
};
const epochSeconds: Form = (value) =>
  typeof value === 'string' ? Math.floor(Date.parse(value) / 1000) : value;
const epochText: Form = (value) => (typeof value === 'string' ? String(Date.parse(value)) : value);
const withoutOffset: Form = (value) =>
  typeof value === 'string' ? new Date(value).toISOString().replace('Z', '') : value;
const missingIfNull: Form = (value) => value ?? MISSING;
const missingIfEmpty: Form = (value) => (Array.isArray(value) && value.length === 0 ? MISSING : value);
const nullIfEmpty: Form = (value) => (Array.isArray(value) && value.length === 0 ? null : value);
const falseIfNull: Form = (value) => value ?? false;
const always =
  (value: unknown): Form =>
  () =>
    value;
const each =
  (form: Form): Form =>
  (value) =>
    Array.isArray(value) ? value.map(form) : value;
const first: Form = (value) => (Array.isArray(value) ? (value[0] ?? null) : value);
const nameOf: Form = (value) => (isFields(value) ? value['name'] : value);
const nameAlone: Form = (value) => (isFields(value) ? { name: value['name'] } : value);
const relative: Form = (value) =>
  typeof value === 'string' ? value.replace(/^https?:\/\/[^/]+/u, '') : value;

const FLAGS: readonly Form[] = [
  (value) => (value === true ? 1 : 0),
  (value) => (value === true ? '1' : '0'),
  asText,
  (value) => (value === true ? value : null),
  (value) => (value === true ? value : MISSING),
];
const NUMBERS: readonly Form[] = [asText, missingIfNull, falseIfNull];
const RUN_TIMES: readonly Form[] = [asText, asMinutes, missingIfNull];
const DATES: readonly Form[] = [epochSeconds, epochText, withoutOffset, missingIfNull];
const NAMES: readonly Form[] = [
  (value) => nameOf(first(value)) ?? '',
  (value) => nameAlone(first(value)) ?? [],
  (value) => first(value) ?? {},
  each(nameOf),
  each(nameAlone),
  always(null),
  always(MISSING),
];
const ADDRESSES: readonly Form[] = [relative, missingIfNull, falseIfNull];

/** The forms of each field that the app reads. The entries of a list have them in turn. */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  author_info: [first, nullIfEmpty, missingIfEmpty, each((author) => ({ ...(author as Fields), more: 1 }))],
  category_info: NAMES,
  topic_info: NAMES,
  chapter_info: [missingIfEmpty, nullIfEmpty],
  tracks: [missingIfEmpty, nullIfEmpty],
  description: [missingIfNull, always(1984), always(null), always(MISSING)],
  img_url: [...ADDRESSES, always(null)],
  url: ADDRESSES,
  pdf_url: ADDRESSES,
  content_type: [asText],
  run_time: RUN_TIMES,
  chapter_run_time: RUN_TIMES,
  chapter_title: [always(12), always(null), always(MISSING)],
  tokenized_url: [relative],
  full_name: [always(null)],
  payment_details: [(value) => value ?? []],
  progress: [always(null), always(MISSING)],
  next_page_key: [
    (value) => (typeof value === 'number' ? String(value) : ''),
    (value) => value ?? 0,
    falseIfNull,
    missingIfNull,
  ],
};

const formsOf = (name: string, value: unknown): readonly Form[] => {
  const own = FORMS[name];
  if (own !== undefined) return own;
  if (/^(?:listen_free|is_.*|has_.*|can_export)$/u.test(name)) return FLAGS;
  if (/^(?:valid|listen_free|discount)_|_at$/u.test(name) && name !== 'discount_price') return DATES;
  if (/index|number|price|position|speed/u.test(name)) return NUMBERS;
  return [() => value];
};

/** The same answer in other forms. `turn` chooses among the forms of a field. */
function inOtherForms(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown, at) => inOtherForms(entry, turn + at));
  if (!isFields(value)) return value;
  const fields = Object.entries(value).flatMap(([name, field], at) => {
    const forms = formsOf(name, field);
    const changed = forms[(turn + at) % forms.length]?.(inOtherForms(field, turn));
    return changed === MISSING ? [] : [[name, changed] as const];
  });
  return { ...Object.fromEntries(fields), internal: { of: 'the provider' } };
}

let answers = 0;

/** Writes every answer of the product API in forms that the specification leaves open, and that the app reads. */
export const odd = (answer: Answer, { method, url }: Received): Answer => {
  const isCall = method === 'GET' && url.startsWith('/api/v2/') && answer.status === 200;
  if (!isCall) return answer;
  answers += 1;
  const body: unknown = JSON.parse(answer.body.toString());
  const changed = inOtherForms(body, answers);
  const isListed = url.includes('random=1') && answers % 2 === 0;
  return { ...answer, body: Buffer.from(JSON.stringify(isListed ? { results: [changed] } : changed)) };
};
