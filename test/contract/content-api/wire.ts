import type { Author, ContentItem, Narrator, Series } from '../../../src/domain/catalogue/content.ts';
import { type Arrangement, readArrangement } from '../../../src/domain/catalogue/arrangement.ts';
import { isInstant, type Bound } from '../../../src/domain/time.ts';
import type { ApiResult, Page, PageKey, WithContent } from '../../../src/ports/content-api.ts';
import type { Query } from './suite.ts';

// The product API's JSON: domain values as the provider sends them, and requests as it reads them.

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Turns the value of a call into what the provider sends. */
export const mapped = async <Value>(
  response: Promise<ApiResult<Value>>,
  wire: (value: Value) => unknown,
): Promise<ApiResult<unknown>> => {
  const result = await response;
  return result.ok ? { ok: true, value: wire(result.value) } : result;
};

export const itemPage = async (
  response: Promise<ApiResult<Page<ContentItem>>>,
): Promise<ApiResult<unknown>> =>
  mapped(response, (page) => ({
    results: page.items.map(wireItem),
    next_page_key: page.next,
    ...page.offered,
  }));

export const namedPage = async (
  response: Promise<ApiResult<Page<Author | Narrator | Series>>>,
): Promise<ApiResult<unknown>> =>
  mapped(response, (page) => ({ results: page.items.map(wireNamed), next_page_key: page.next }));

/** An author, a narrator or a series with its titles. */
export const wireWithContent = ({ items, offered, ...heading }: WithContent<Author | Narrator | Series>) => ({
  ...wireNamed(heading),
  content: items.map(wireItem),
  ...offered,
});

/** Reads how a request sorts and filters. */
export const arrangementIn = (query: Query): Arrangement =>
  readArrangement(Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])));

/** Reads the page key of a request. */
export const pageIn = (query: Query): PageKey | null => query.get('next_page');

export const fieldsIn = (body: unknown): Fields =>
  typeof body === 'object' && body !== null ? { ...body } : {};
export const listIn = (body: unknown): readonly Fields[] => (Array.isArray(body) ? body.map(fieldsIn) : []);
export const textIn = (body: unknown, field: string): string => String(fieldsIn(body)[field]);

export const wireNamed = ({
  id,
  name,
  imageUrl,
}: {
  readonly id: string;
  readonly name: string;
  readonly imageUrl: string | null;
}) => ({
  id,
  name,
  img_url: imageUrl,
});

const wireBound = (bound: Bound): string | null => (isInstant(bound) ? new Date(bound).toISOString() : null);

export const wireItem = (item: ContentItem): unknown => ({
  id: item.id,
  content_id: item.contentId,
  title: item.title,
  description: item.description,
  img_url: item.imageUrl,
  content_type: item.type,
  run_time: item.runTime,
  chapter_info: item.chapters.map((chapter) => ({
    chapter_title: chapter.title,
    chapter_url: chapter.url,
    chapter_index: chapter.index,
    chapter_run_time: chapter.runTime,
    transcripts: chapter.transcripts,
  })),
  tracks: item.tracks.map(wireItem),
  author_info: item.authors,
  narrators: item.narrators,
  series: item.series,
  category_info: item.categories.map((name) => ({ name })),
  topic_info: item.topics.map((name) => ({ name })),
  valid_from: wireBound(item.validity.from),
  valid_till: wireBound(item.validity.till),
  listen_free: item.listenFree,
  listen_free_start: wireBound(item.listenFreeWindow.from),
  listen_free_end: wireBound(item.listenFreeWindow.till),
  has_listen_free_content: item.hasListenFreeContent,
  is_purchased: item.isPurchased,
  is_favorite: item.isFavorite,
  discount_price: item.discount.price,
  discount_start: wireBound(item.discount.window.from),
  discount_end: wireBound(item.discount.window.till),
  index: item.index,
  day_number: item.dayNumber,
  published_at: item.publishedAt,
  published: item.published,
  language: item.language,
  url: item.url,
  pdf_url: item.pdfUrl,
  transcripts: item.transcripts,
  matches: item.matches.map(({ chapterIndex, trackId, ...match }) => ({
    ...match,
    chapter_index: chapterIndex,
    track_id: trackId,
  })),
});
