import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { type TitleRow, calendarEvents } from '../../src/domain/title.ts';
import {
  changedFields,
  FIELD_NAMES,
  type FieldName,
  fieldsFrom,
  fieldsOfItem,
  isTitleFields,
  isTypedFields,
  problemsOf,
  rebase,
  type TypedFields,
  typedFrom,
  withFields,
} from '../../src/domain/fields.ts';
import { memberName } from '../../src/domain/members.ts';
import { ALWAYS, instant } from '../../../src/domain/time.ts';
import { aContentItem, PLAIN_ITEM } from '../../../test/arbitraries/content.ts';
import { anInstant, aWindow } from '../../../test/arbitraries/time.ts';
import { t } from 'audio-streaming-translations/translate';
import { law } from 'audio-streaming-laws/laws';

const PLAIN: TypedFields = typedFrom(fieldsOfItem(PLAIN_ITEM));
const problem = (changes: Partial<TypedFields>, name: FieldName): string | undefined => {
  const said = problemsOf({ ...PLAIN, ...changes })[name];
  return said === undefined ? undefined : t(said);
};

describe('the fields of a title', () => {
  law('an item with its own fields has the same fields', [aContentItem()], (item) => {
    const fields = fieldsOfItem(item);
    expect(fieldsOfItem(withFields(item, fields))).toEqual(fields);
  });

  law('a form that nobody changed has no changed field', [aContentItem()], (item) => {
    const typed = typedFrom(fieldsOfItem(item));
    expect(changedFields(typed, { ...typed })).toEqual([]);
  });

  law('one changed field is found', [fc.constantFrom(...FIELD_NAMES)], (name) => {
    const other: TypedFields = {
      title: 'Another',
      description: 'Another',
      authors: ['Another'],
      narrators: ['Another'],
      series: [{ name: 'Another', sequence: '2' }],
      categories: ['Another'],
      topics: ['Another'],
      validFrom: instant(1),
      validTill: instant(1),
      listenFreeStart: instant(1),
      listenFreeEnd: instant(1),
      hasListenFreeContent: true,
      discountPrice: '1',
      discountStart: instant(1),
      discountEnd: instant(1),
    };
    expect(changedFields(PLAIN, { ...PLAIN, [name]: other[name] })).toEqual([name]);
  });
});

describe('values from outside', () => {
  law('are fields if they have the kinds of an item', [aContentItem()], (item) => {
    fc.pre(Number.isFinite(item.discount.price));
    const fields = fieldsOfItem(item);
    expect([isTitleFields(fields), isTypedFields(typedFrom(fields))]).toEqual([true, true]);
  });

  const other = fc.constantFrom<unknown>(undefined, Number.NaN, {}, [1]);
  law('are none if a field has another kind', [fc.constantFrom(...FIELD_NAMES), other], (name, value) => {
    const fields = { ...fieldsOfItem(PLAIN_ITEM), [name]: value };
    expect([isTitleFields(fields), isTypedFields({ ...PLAIN, [name]: value })]).toEqual([false, false]);
  });

  test('may have a null only where a field can be empty', () => {
    const fields = fieldsOfItem(PLAIN_ITEM);
    expect(FIELD_NAMES.filter((name) => isTitleFields({ ...fields, [name]: null }))).toEqual([
      'validFrom',
      'validTill',
      'listenFreeStart',
      'listenFreeEnd',
      'discountPrice',
      'discountStart',
      'discountEnd',
    ]);
    expect(isTypedFields({ ...PLAIN, discountPrice: null })).toBe(false);
  });
});

describe('a form can be saved (STU-1)', () => {
  test('as it was loaded', () => {
    expect(problemsOf(PLAIN)).toEqual({});
  });

  test.each(['', '   '])('not without a title: "%s"', (title) => {
    expect(problem({ title }, 'title')).toBe('A title needs a name.');
  });

  test.each([
    ['title', { title: 'a'.repeat(501) }],
    ['description', { description: 'a'.repeat(10_001) }],
    ['authors', { authors: ['a'.repeat(201)] }],
    ['topics', { topics: Array.from({ length: 51 }, (_, at) => String(at)) }],
  ] as const)('not if %s is too long', (name, changes) => {
    expect(problem(changes, name)).toBeDefined();
  });

  law('only if each window ends after it starts', [anInstant(), anInstant()], (from, till) => {
    const isWrong = till <= from;
    expect(problem({ validFrom: from, validTill: till }, 'validTill') !== undefined).toBe(isWrong);
    expect(problem({ listenFreeStart: from, listenFreeEnd: till }, 'listenFreeEnd') !== undefined).toBe(
      isWrong,
    );
    expect(problem({ discountStart: from, discountEnd: till }, 'discountEnd') !== undefined).toBe(isWrong);
  });

  test.each(['4.99', ' 4.99 ', '$4.99', '5', '0.01', '100000', ''])(
    'with the price "%s"',
    (discountPrice) => {
      expect(problem({ discountPrice }, 'discountPrice')).toBeUndefined();
    },
  );

  test.each(['0', '-1', '4.999', '4,99', 'free', '100000.01', '1e3', 'Infinity'])(
    'not with the price "%s"',
    (discountPrice) => {
      expect(problem({ discountPrice }, 'discountPrice')).toBeDefined();
    },
  );

  test('and a price that cannot be read counts as none in the preview', () => {
    expect(fieldsFrom({ ...PLAIN, discountPrice: '4,99' }).discountPrice).toBeNull();
    expect(fieldsFrom({ ...PLAIN, discountPrice: '$4.99' }).discountPrice).toBe(4.99);
  });
});

describe('a newer version of the title (STU-9)', () => {
  law(
    'keeps every field that was typed in',
    [fc.constantFrom(...FIELD_NAMES), aContentItem(), aContentItem()],
    (name, item, other) => {
      const base = typedFrom(fieldsOfItem(item));
      const newer = typedFrom(fieldsOfItem(other));
      const typed = { ...base, title: `${base.title}!` };
      const carried = rebase(base, typed, newer);
      expect(carried.typed.title).toBe(typed.title);
      if (name !== 'title') expect(carried.typed[name]).toEqual(newer[name]);
    },
  );

  law(
    'names what changed elsewhere, and nothing if nothing did',
    [aContentItem(), aContentItem()],
    (item, other) => {
      const base = typedFrom(fieldsOfItem(item));
      const newer = typedFrom(fieldsOfItem(other));
      expect(rebase(base, base, newer).changedElsewhere).toEqual(changedFields(base, newer));
      expect(rebase(base, newer, newer).changedElsewhere).toEqual([]);
    },
  );
});

law(
  'a member without a name is called by the address (STU-30)',
  [fc.string(), fc.string()],
  (name, email) => {
    expect(memberName({ name, email })).toBe(name.trim() === '' ? email : name);
  },
);

const ROW: TitleRow = {
  id: contentId('1'),
  kind: 'file',
  type: 1,
  title: 'The Beach',
  authors: [],
  imageUrl: null,
  runTime: null,
  addedAt: null,
  state: 'published',
  isEdited: false,
  validity: ALWAYS,
  listenFreeWindow: ALWAYS,
  discount: { price: 0, window: ALWAYS },
};

const aRow = (): fc.Arbitrary<TitleRow> =>
  fc.tuple(aWindow(), aWindow(), aWindow()).map(([validity, listenFreeWindow, window]) => ({
    ...ROW,
    validity,
    listenFreeWindow,
    discount: { price: 5, window },
  }));

law(
  'all events lie in the range, in their order (STU-16)',
  [fc.array(aRow()), anInstant(), anInstant()],
  (rows, from, till) => {
    const times = calendarEvents(rows, from, till).map(({ at }) => at);
    expect(times.every((at) => from <= at && at < till)).toBe(true);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  },
);

law(
  'two ranges that meet have together the events of both (STU-16)',
  [fc.array(aRow()), anInstant(), anInstant(), anInstant()],
  (rows, ...times) => {
    const [from, middle, till] = times.toSorted((one, other) => one - other) as [
      (typeof times)[0],
      (typeof times)[1],
      (typeof times)[2],
    ];
    const parts = [...calendarEvents(rows, from, middle), ...calendarEvents(rows, middle, till)];
    expect(parts).toEqual(calendarEvents(rows, from, till));
  },
);

test('each bound of each window is an event', () => {
  const row: TitleRow = {
    ...ROW,
    validity: { from: instant(1), till: instant(6) },
    listenFreeWindow: { from: instant(2), till: instant(3) },
    discount: { price: 5, window: { from: instant(4), till: instant(5) } },
  };
  expect(calendarEvents([row], instant(0), instant(10)).map(({ kind }) => kind)).toEqual([
    'available',
    'free',
    'not-free',
    'discounted',
    'not-discounted',
    'unavailable',
  ]);
});
