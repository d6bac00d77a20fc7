import { authorId, type ContentItem, narratorId, seriesId } from '../../../src/domain/catalogue/content.ts';
import { message, type Message } from '../../../src/domain/message.ts';
import { isInstant, type Instant, type Window } from '../../../src/domain/time.ts';

/** The fields of a title that a publisher may edit, in the order of the form, and what they hold. */
export const FIELD_KINDS = {
  title: 'text',
  description: 'text',
  authors: 'names',
  narrators: 'names',
  series: 'series',
  categories: 'names',
  topics: 'names',
  validFrom: 'instant',
  validTill: 'instant',
  listenFreeStart: 'instant',
  listenFreeEnd: 'instant',
  hasListenFreeContent: 'flag',
  discountPrice: 'price',
  discountStart: 'instant',
  discountEnd: 'instant',
} as const;

/** A series of a title, with the number of the title as somebody writes it. Empty for none. */
export type TitleSeries = { readonly name: string; readonly sequence: string };

type Kinds = {
  readonly text: string;
  readonly names: readonly string[];
  readonly series: readonly TitleSeries[];
  readonly instant: Instant | null;
  readonly flag: boolean;
  readonly price: number | null;
};

/** The name of a field of the studio's editor. */
export type FieldName = keyof typeof FIELD_KINDS;

/** The names of the fields that hold this. */
export type FieldOf<Kind extends keyof Kinds> = {
  [Name in FieldName]: (typeof FIELD_KINDS)[Name] extends Kind ? Name : never;
}[FieldName];

/** The names of all fields, in the order of the form. */
export const FIELD_NAMES = Object.keys(FIELD_KINDS) as readonly FieldName[];

/** The fields of a title that a publisher may edit. A price is in dollars; null means no value. */
export type TitleFields = { readonly [Name in FieldName]: Kinds[(typeof FIELD_KINDS)[Name]] };

/** The fields as they are typed: a price may be unfinished text. */
export type TypedFields = Omit<TitleFields, 'discountPrice'> & { readonly discountPrice: string };

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => value === null || Number.isFinite(value);

const HOLDS: { readonly [Kind in keyof Kinds]: (value: unknown) => boolean } = {
  text: isText,
  names: (value) => Array.isArray(value) && value.every(isText),
  series: (value) =>
    Array.isArray(value) &&
    value.every(
      (each) =>
        each instanceof Object && isText(Reflect.get(each, 'name')) && isText(Reflect.get(each, 'sequence')),
    ),
  instant: isNumber,
  flag: (value) => typeof value === 'boolean',
  price: isNumber,
};

/** True if values from outside are the fields of a title. */
export const isTitleFields = (values: object): values is TitleFields =>
  FIELD_NAMES.every((name) => HOLDS[FIELD_KINDS[name]](Reflect.get(values, name)));

/** True if values from outside are typed fields. */
export const isTypedFields = (values: object): values is TypedFields =>
  isText(Reflect.get(values, 'discountPrice')) && isTitleFields({ ...values, discountPrice: null });

/** What is wrong with typed fields: a sentence for each field that has a problem. */
export type FieldProblems = { readonly [Name in FieldName]?: Message };

const LONGEST = { title: 500, description: 10_000, name: 200, sequence: 20 };
const MOST_NAMES = 50;
const HIGHEST_PRICE = 100_000;
const PRICE = /^\d{1,6}(?:\.\d{1,2})?$/u;

/** Typed text as a price; null for an empty field, `unreadable` for anything else. */
const priceOf = (text: string): number | null | 'unreadable' => {
  const trimmed = text.trim().replace(/^\$/u, '').trim();
  if (trimmed === '') return null;
  return PRICE.test(trimmed) ? Number(trimmed) : 'unreadable';
};

/** The fields as the editor first shows them. */
export const typedFrom = (fields: TitleFields): TypedFields => ({
  ...fields,
  discountPrice: fields.discountPrice === null ? '' : String(fields.discountPrice),
});

/** The typed values. A price that cannot be read counts as none. */
export const fieldsFrom = (typed: TypedFields): TitleFields => {
  const price = priceOf(typed.discountPrice);
  return {
    ...typed,
    title: typed.title.trim(),
    series: typed.series
      .map(({ name, sequence }) => ({ name: name.trim(), sequence: sequence.trim() }))
      .filter(({ name }) => name !== ''),
    discountPrice: price === 'unreadable' ? null : price,
  };
};

type NamesField = FieldOf<'names' | 'series'>;

const TOO_MANY_NAMES: Readonly<Record<NamesField, Message>> = {
  authors: message('At most {count} authors are possible.', { count: MOST_NAMES }),
  narrators: message('At most {count} narrators are possible.', { count: MOST_NAMES }),
  series: message('At most {count} series are possible.', { count: MOST_NAMES }),
  categories: message('At most {count} categories are possible.', { count: MOST_NAMES }),
  topics: message('At most {count} topics are possible.', { count: MOST_NAMES }),
};

const namesProblem = (names: readonly string[], field: NamesField): Message | undefined => {
  if (names.length > MOST_NAMES) return TOO_MANY_NAMES[field];
  const long = names.some((name) => name.length > LONGEST.name);
  return long ? message('A name may have at most {count} characters.', { count: LONGEST.name }) : undefined;
};

const seriesProblem = (series: readonly TitleSeries[]): Message | undefined => {
  if (series.some(({ name, sequence }) => name.trim() === '' && sequence.trim() !== ''))
    return message('A number needs the name of its series.');
  if (series.some(({ sequence }) => sequence.trim().length > LONGEST.sequence))
    return message('A number may have at most {count} characters.', { count: LONGEST.sequence });
  const names = series.map(({ name }) => name.trim());
  return namesProblem(names, 'series');
};

const endProblem = (from: Instant | null, till: Instant | null): Message | undefined =>
  from !== null && till !== null && till <= from ? message('The end must be after the start.') : undefined;

const priceProblem = (text: string): Message | undefined => {
  const price = priceOf(text);
  if (price === null) return undefined;
  if (price === 'unreadable') return message('A price is a number with at most two decimals, such as 4.99.');
  return price > 0 && price <= HIGHEST_PRICE
    ? undefined
    : message('The price must be above 0 and at most {most}.', { most: HIGHEST_PRICE });
};

const titleProblem = (title: string): Message | undefined => {
  if (title.trim() === '') return message('A title needs a name.');
  return title.length > LONGEST.title
    ? message('A title may have at most {count} characters.', { count: LONGEST.title })
    : undefined;
};

/** What has to be mended before typed fields can be saved (STU-1). Empty if nothing. */
export const problemsOf = (typed: TypedFields): FieldProblems => {
  const found = {
    title: titleProblem(typed.title),
    description:
      typed.description.length > LONGEST.description
        ? message('A description may have at most {count} characters.', { count: LONGEST.description })
        : undefined,
    authors: namesProblem(typed.authors, 'authors'),
    narrators: namesProblem(typed.narrators, 'narrators'),
    series: seriesProblem(typed.series),
    categories: namesProblem(typed.categories, 'categories'),
    topics: namesProblem(typed.topics, 'topics'),
    validTill: endProblem(typed.validFrom, typed.validTill),
    listenFreeEnd: endProblem(typed.listenFreeStart, typed.listenFreeEnd),
    discountPrice: priceProblem(typed.discountPrice),
    discountEnd: endProblem(typed.discountStart, typed.discountEnd),
  };
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== undefined));
};

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Object && other instanceof Object
    ? Object.keys(one).length === Object.keys(other).length &&
      Object.entries(one).every(([key, each]) => isSame(each, Reflect.get(other, key)))
    : one === other;

/** The fields whose values differ. */
export const changedFields = <Fields extends TitleFields | TypedFields>(
  before: Fields,
  after: Fields,
): readonly FieldName[] => FIELD_NAMES.filter((name) => !isSame(before[name], after[name]));

const windowOf = (from: Instant | null, till: Instant | null): Window => ({
  from: from ?? 'absent',
  till: till ?? 'absent',
});

/** The editable fields of an item. An unreadable bound counts as none. */
export const fieldsOfItem = (item: ContentItem): TitleFields => {
  const bound = (value: Window['from']): Instant | null => (isInstant(value) ? value : null);
  return {
    title: item.title,
    description: item.description,
    authors: item.authors.map(({ name }) => name),
    narrators: item.narrators.map(({ name }) => name),
    series: item.series.map(({ name, sequence }) => ({ name, sequence: sequence ?? '' })),
    categories: item.categories,
    topics: item.topics,
    validFrom: bound(item.validity.from),
    validTill: bound(item.validity.till),
    listenFreeStart: bound(item.listenFreeWindow.from),
    listenFreeEnd: bound(item.listenFreeWindow.till),
    hasListenFreeContent: item.hasListenFreeContent,
    discountPrice: item.discount.price > 0 ? item.discount.price : null,
    discountStart: bound(item.discount.window.from),
    discountEnd: bound(item.discount.window.till),
  };
};

/** The item as it will be when the fields are saved. The preview shows it. */
export const withFields = (item: ContentItem, fields: TitleFields): ContentItem => ({
  ...item,
  title: fields.title,
  description: fields.description,
  authors: fields.authors.map((name) => ({ id: authorId(name), name })),
  narrators: fields.narrators.map((name) => ({ id: narratorId(name), name })),
  series: fields.series.map(({ name, sequence }) => ({
    id: seriesId(name),
    name,
    sequence: sequence === '' ? null : sequence,
  })),
  categories: fields.categories,
  topics: fields.topics,
  validity: windowOf(fields.validFrom, fields.validTill),
  listenFreeWindow: windowOf(fields.listenFreeStart, fields.listenFreeEnd),
  hasListenFreeContent: fields.hasListenFreeContent,
  discount: {
    price: fields.discountPrice ?? 0,
    window: windowOf(fields.discountStart, fields.discountEnd),
  },
});

/** A form on a newer version of its title, and the fields that somebody else has changed. */
type Rebased = { readonly typed: TypedFields; readonly changedElsewhere: readonly FieldName[] };

/**
 * Carries what was typed over to a newer version of the title (STU-9). A field that was typed in keeps its typed value.
 * Every other field gets the newer value.
 *
 * @param base the fields from which the form started
 * @param newer the fields of the newer version
 */
export const rebase = (base: TypedFields, typed: TypedFields, newer: TypedFields): Rebased => {
  const own = changedFields(base, typed);
  const kept = Object.fromEntries(own.map((name) => [name, typed[name]]));
  const changedElsewhere = changedFields(base, newer).filter((name) => !isSame(newer[name], typed[name]));
  return { typed: { ...newer, ...kept }, changedElsewhere };
};
