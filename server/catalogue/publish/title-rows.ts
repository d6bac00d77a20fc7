import type { Transaction } from 'kysely';
import { sortText, wordsOf } from '../search.ts';
import { numbered } from '../sort-keys.ts';
import { type CatalogueTables, type TitleKind, type TitleState, instant, writeRows } from '../tables.ts';
import type { CatalogueItem, EditedFields } from '../types.ts';
import { wholeSeconds } from '../run-time.ts';
import { mapBounds } from '../windows.ts';
import type { ReadyWords } from '../write-catalogue.ts';

/** A title with its edits, as the table of the studio shows it. */
export interface ShownTitle {
  readonly item: CatalogueItem;
  readonly edited: EditedFields;
  readonly state: TitleState;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

const KINDS: Readonly<Record<CatalogueItem['content_type'], TitleKind>> = {
  0: 'file',
  1: 'file',
  2: 'file',
  3: 'podcast',
  4: 'episode',
  5: 'collection',
  6: 'collection',
};

export const kindOf = (item: CatalogueItem): TitleKind => KINDS[item.content_type];

export async function writeTitleRows(
  transaction: Transaction<CatalogueTables>,
  titles: readonly ShownTitle[],
): Promise<void> {
  await writeRows(
    transaction,
    'titles',
    titles.map((title) => rowOf(title)),
  );
}

function rowOf({ item, edited, state, addedAt }: ShownTitle): Readonly<Record<string, unknown>> {
  const authors = item.author_info.map(({ name }) => name);
  const windows = mapBounds(item, instant);
  return {
    id: item.id,
    parent_id: item.parent_id,
    kind: kindOf(item),
    content_type: item.content_type,
    title: item.title,
    authors,
    img_url: item.img_url,
    run_time: wholeSeconds(item.run_time),
    added_at: addedAt,
    state,
    is_edited: Object.keys(edited).length > 0,
    ...windows,
    discount_price: item.discount_price,
    has_window: Object.values(windows).some((each) => each !== null),
    ...derivedTitleColumns(item.title, authors),
  };
}

/** The columns whose values depend only on a title and its authors. */
export function derivedTitleColumns(title: string, authors: readonly string[]) {
  const sorted = sortText(title);
  return {
    sort_title: numbered(sorted),
    sort_author: numbered(`${sortText(authors.join(' '))} ${sorted}`),
    search: searchTextOf(title, authors),
  };
}

/** The text in which the studio searches: all words of a title and its authors, in all spellings. */
const searchTextOf = (title: string, authors: readonly string[]): string =>
  [title, ...authors].flatMap(wordsOf).join(' ');

export interface SourcedTitle {
  readonly item: CatalogueItem;
  /** Epoch milliseconds. */
  readonly addedAt: number;
  /** True if its files are gone, or if its feed no longer lists it. */
  readonly isMissing: boolean;
  /** Its words for the search, if they were made before. */
  readonly words?: ReadyWords;
}
