import { test } from 'vitest';

import type {
  AuthorId,
  CategoryId,
  ContentId,
  NarratorId,
  SeriesId,
  TopicId,
} from '../../../src/domain/catalogue/content.ts';
import type { ApiResult, ContentApi, Page, PageKey } from '../../../src/ports/content-api.ts';

/** A provider with a signed-in listener, and parts of its catalogue. */
export type ContentApiFixture = {
  readonly api: ContentApi;
  /** Has more than one page of episodes. */
  readonly podcast: ContentId;
  /** The podcast's episodes in their order. */
  readonly episodes: readonly ContentId[];
  /** A collection whose tracks have to be fetched. Missing for a provider without `collections`. */
  readonly collection?: ContentId;
  /** A book in chapters. Missing for a provider without `chapters`. */
  readonly chaptered?: ContentId;
  readonly author: AuthorId;
  /** Missing for a provider without `series`. */
  readonly series?: SeriesId;
  /** Reads at least one title. Missing for a provider without `series`. */
  readonly narrator?: NarratorId;
  /** There is content in this category that also has this topic. */
  readonly category: CategoryId;
  readonly topic: TopicId;
  /** A search term with more results than one page holds. */
  readonly term: string;
  /** A playable title that is not a favourite of the listener. */
  readonly notFavorite: ContentId;
  /** Sets whether calls reach the provider. */
  setReachable(isReachable: boolean): Promise<void> | void;
};

/** Features that not every provider has. Without one, its calls still exist, and its lists are empty. */
export type ContentFeature = 'chapters' | 'collections' | 'trending' | 'discounts' | 'series';

/** The provider under test: how to make a new one for each test, and its features. */
export type ProviderUnderTest = {
  readonly make: () => Promise<ContentApiFixture>;
  readonly has: (feature: ContentFeature) => boolean;
};

const untested = (_title: string, _run: () => Promise<void>): void => undefined;

/** Defines a test of a feature, for providers that have it. */
export const testOf = (
  { has }: ProviderUnderTest,
  feature: ContentFeature,
): ((title: string, run: () => Promise<void>) => void) => (has(feature) ? test : untested);

/** The query of a request. A `URLSearchParams` can be passed as it is. */
export type Query = {
  get(name: string): string | null;
  getAll(name: string): readonly string[];
  keys(): Iterable<string>;
};

/** A request as it arrives at a provider. */
export type WireRequest = {
  readonly query: Query;
  /** The value of `{id}` in the path; empty if the route has none. */
  readonly id: string;
  readonly body: unknown;
};

/** What one call of the port looks like on the wire. */
type Call<Api> = {
  /** Method and path. `{id}` stands for one segment. */
  readonly route: string;
  /**
   * Calls, each with the path, the query and the body that it has to send. The first one succeeds on
   * `MEMORY_CATALOGUE`. A parameter that is missing in one of them is optional.
   */
  readonly examples: readonly (readonly [
    call: (api: Api) => Promise<ApiResult<unknown>>,
    address: string,
    body?: unknown,
  ])[];
  /** What the provider sends, made from a provider in memory. */
  readonly respond: (api: Api, request: WireRequest) => Promise<ApiResult<unknown>>;
};

/** Every call of one part of the port. A missing one does not compile. */
export type CallsOf<Api> = Readonly<Record<keyof Api, Call<Api>>>;

/** Returns the value of a call. Fails if the call fails. */
export const valueOf = async <Value>(response: Promise<ApiResult<Value>>): Promise<Value> => {
  const result = await response;
  if (!result.ok) throw new Error(`the call was expected to succeed, and failed as "${result.error.kind}"`);
  return result.value;
};

/** Returns every item of a list. Fails if paging does not end. */
export const everything = async <Item>(
  list: (page: PageKey | null) => Promise<ApiResult<Page<Item>>>,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let key: PageKey | null = null;
  for (let pages = 0; pages < 200; pages += 1) {
    const page: Page<Item> = await valueOf(list(key));
    items.push(...page.items);
    key = page.next;
    if (key === null) return items;
  }
  throw new Error('paging has to end: after 200 pages there was still a next one');
};

export const idsOf = (items: readonly { readonly id: string }[]): readonly string[] =>
  items.map(({ id }) => id);

/** Returns a value that the fixture has to name. */
export const known = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`the fixture of this suite has to name ${what}`);
  return value;
};
