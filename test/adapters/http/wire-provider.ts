import type { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import {
  authorId,
  categoryId,
  contentId,
  ContentType,
  topicId,
} from '../../../src/domain/catalogue/content.ts';
import type { Author, ContentItem, PlaybackRecord } from '../../../src/domain/catalogue/content.ts';
import { asSpeed, DEFAULT_SPEED } from '../../../src/domain/playback/speed.ts';
import { isInstant, milliseconds, toMilliseconds } from '../../../src/domain/time.ts';
import type { Bound } from '../../../src/domain/time.ts';
import type { Profile } from '../../../src/domain/account/user.ts';
import type { ApiResult, ApiFailure, Page, PageKey } from '../../../src/ports/content-api.ts';

/** A call as it came over the wire. */
type Call = { readonly query: URLSearchParams; readonly id: string; readonly body: unknown };
type Route = (call: Call) => Promise<ApiResult<unknown>>;
type Fields = Readonly<Record<string, unknown>>;

const STATUS: Readonly<Partial<Record<ApiFailure['kind'], number>>> = { 'not-found': 404, unauthorized: 401 };

/**
 * The product API as a `fetch` function, in front of a provider in memory. It sends the same responses as JSON, without a
 * server.
 */
export class WireProvider {
  isReachable = true;

  constructor(private readonly api: MemoryContentApi) {}

  readonly fetch: typeof fetch = async (input, init) => {
    if (!this.isReachable) throw new TypeError('Failed to fetch');
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const path = pathname.replace('/api/v2', '').replace(/\/$/u, '');
    const headers = new Headers(init?.headers);
    if (headers.get('Authorization') === null) return answered(401, { message: 'no session' });
    for (const [pattern, route] of this.routes) {
      const [method = '', template = ''] = pattern.split(' ');
      const match = new RegExp(`^${template.replace(':id', '(?<id>[^/]+)')}$`, 'u').exec(path);
      if (match === null || method !== (init?.method ?? 'GET')) continue;
      const id = decodeURIComponent(match.groups?.['id'] ?? '');
      const result = await route({ query: searchParams, id, body: bodyOf(init?.body) });
      return result.ok ? answered(200, result.value ?? {}) : answered(STATUS[result.error.kind] ?? 500, {});
    }
    return answered(404, { message: 'no such call' });
  };

  private get routes(): readonly (readonly [string, Route])[] {
    const { catalogue, playback, users, favorites } = this.api;
    return [
      [
        'GET /browse',
        async () =>
          mapped(catalogue.browse(), (shelves) => ({
            new_releases: shelves.newReleases.map(wireItem),
            discounts: shelves.discounts.map(wireItem),
            trending: shelves.trending.map(wireItem),
            curated_collections: shelves.curatedCollections.map(wireItem),
            categories: shelves.categories.map(wireNamed),
            authors: shelves.authors.map(wireNamed),
            quick_listens: shelves.quickListens.map(wireItem),
          })),
      ],
      [
        'GET /for-you',
        async () => mapped(catalogue.forYou(), (items) => ({ recommended: items.map(wireItem) })),
      ],
      ['GET /for-you/recommended', async ({ query }) => items(catalogue.recommended(pageIn(query)))],
      ['GET /new-releases', async ({ query }) => items(catalogue.newReleases(pageIn(query)))],
      ['GET /trending', async ({ query }) => items(catalogue.trending(pageIn(query)))],
      ['GET /content/discounted', async ({ query }) => items(catalogue.discounted(pageIn(query)))],
      ['GET /quick-listens', async ({ query }) => items(catalogue.quickListens(pageIn(query)))],
      [
        'GET /featured-curated-collection',
        async ({ query }) => items(catalogue.curatedCollections(pageIn(query))),
      ],
      ['GET /content', async ({ query }) => this.content(query)],
      ['GET /content/:id', async ({ id }) => mapped(catalogue.content(contentId(id)), wireItem)],
      ['GET /segregated', async ({ query }) => this.groups(query)],
      [
        'GET /curated-collection-tracks',
        async ({ query }) => items(catalogue.collectionTracks(contentId(query.get('cid') ?? ''))),
      ],
      [
        'GET /podcast-episodes',
        async ({ query }) =>
          items(catalogue.podcastEpisodes(contentId(query.get('pid') ?? ''), pageIn(query))),
      ],
      [
        'GET /categories',
        async () => mapped(catalogue.categories(), (all) => ({ results: all.map(wireNamed) })),
      ],
      ['GET /categories/:id', async ({ id }) => mapped(catalogue.category(categoryId(id)), wireNamed)],
      [
        'GET /topics',
        async ({ query }) =>
          mapped(catalogue.topics(Number(query.get('limit'))), (all) => ({ results: all.map(wireNamed) })),
      ],
      ['GET /topics/:id', async ({ id }) => mapped(catalogue.topic(topicId(id)), wireNamed)],
      ['GET /authors', async ({ query }) => authors(catalogue.authors(pageIn(query)))],
      [
        'GET /authors/:id',
        async ({ id }) =>
          mapped(catalogue.author(authorId(id)), (author) => ({
            ...wireNamed(author),
            content: author.items.map(wireItem),
          })),
      ],
      [
        'GET /search',
        async ({ query }) =>
          items(
            catalogue.search(
              { term: query.get('term') ?? '', category: query.get('category') },
              query.get('skip'),
            ),
          ),
      ],
      ['GET /library', async ({ query }) => items(catalogue.library(pageIn(query)))],
      [
        'GET /audio/tokenize',
        async ({ query }) =>
          mapped(playback.tokenize(query.get('url') ?? ''), (url) => ({ tokenized_url: url })),
      ],
      [
        'GET /user/playing-data/:id',
        async ({ id }) => mapped(playback.playbackRecord(contentId(id)), wireRecord),
      ],
      ['GET /user/content', async ({ query }) => items(playback.activeContent(pageIn(query)))],
      ['POST /user/content', async ({ body }) => playback.reportPlayback(listIn(body).map(reportIn))],
      [
        'POST /audio/reporting',
        async ({ body }) =>
          playback.reportRoyalty(
            listIn(body).map((sent) => ({
              contentId: contentId(String(sent['content_id'])),
              duration: milliseconds(Number(sent['duration'])),
            })),
          ),
      ],
      ['GET /user', async () => mapped(users.me(), wireUser)],
      ['PUT /user', async ({ body }) => users.update(changesIn(body))],
      ['POST /user/change_password', async () => users.passwordChanged()],
      ['POST /user/forgot_password', async ({ body }) => users.requestPasswordReset(textIn(body, 'email'))],
      [
        'POST /user/create_account',
        async ({ body }) =>
          users.createAccount({ email: textIn(body, 'email'), name: textIn(body, 'full_name') }),
      ],
      [
        'POST /user/login_attempts',
        async ({ body }) =>
          users.recordLoginAttempt({
            email: textIn(body, 'email'),
            success: fieldsIn(body)['success'] === true,
          }),
      ],
      ['GET /user/purchased-content', async ({ query }) => items(users.purchased(pageIn(query)))],
      [
        'POST /favorites/content',
        async ({ body }) =>
          favorites.saveContent(
            contentId(textIn(body, 'content_id')),
            fieldsIn(body)['is_favorite'] === true,
          ),
      ],
      [
        'GET /favorites/content',
        async ({ query }) =>
          items(favorites.contents({ podcasts: query.get('podcast') === '1' }, pageIn(query))),
      ],
      [
        'POST /favorites/authors',
        async ({ body }) =>
          favorites.saveAuthor(authorId(textIn(body, 'author_id')), fieldsIn(body)['is_favorite'] === true),
      ],
      ['GET /favorites/authors', async ({ query }) => authors(favorites.authors(pageIn(query)))],
    ];
  }

  private async content(query: URLSearchParams): Promise<ApiResult<unknown>> {
    const { catalogue } = this.api;
    const [category, topic] = [query.get('cid') ?? '', query.get('tid')];
    if (query.get('random') === '1') return mapped(catalogue.random(), wireItem);
    if (topic === null) return items(catalogue.contentOfCategory(categoryId(category)));
    return items(catalogue.contentOfCategoryAndTopic(categoryId(category), topicId(topic), pageIn(query)));
  }

  private async groups(query: URLSearchParams): Promise<ApiResult<unknown>> {
    const { catalogue } = this.api;
    const category = query.get('cid');
    const groups =
      category === null
        ? catalogue.groupsOfTopic(topicId(query.get('tid') ?? ''))
        : catalogue.groupsOfCategory(categoryId(category));
    return mapped(groups, (all) => ({
      results: all.map(({ id, name, items: held }) => ({ id, name, content: held.map(wireItem) })),
    }));
  }
}

const answered = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

const mapped = async <Value>(
  answer: Promise<ApiResult<Value>>,
  wire: (value: Value) => unknown,
): Promise<ApiResult<unknown>> => {
  const result = await answer;
  return result.ok ? { ok: true, value: wire(result.value) } : result;
};

const items = async (answer: Promise<ApiResult<Page<ContentItem>>>): Promise<ApiResult<unknown>> =>
  mapped(answer, (page) => ({ results: page.items.map(wireItem), next_page_key: page.next }));

const authors = async (answer: Promise<ApiResult<Page<Author>>>): Promise<ApiResult<unknown>> =>
  mapped(answer, (page) => ({ results: page.items.map(wireNamed), next_page_key: page.next }));

const pageIn = (query: URLSearchParams): PageKey | null => query.get('next_page');

const bodyOf = (body: RequestInit['body']): unknown =>
  body instanceof Uint8Array ? (JSON.parse(new TextDecoder().decode(body)) as unknown) : null;

const fieldsIn = (body: unknown): Fields => (typeof body === 'object' && body !== null ? { ...body } : {});
const listIn = (body: unknown): readonly Fields[] => (Array.isArray(body) ? body.map(fieldsIn) : []);
const textIn = (body: unknown, field: string): string => String(fieldsIn(body)[field]);

const changesIn = (body: unknown): { readonly name?: string; readonly email?: string } => {
  const { full_name: name, email } = fieldsIn(body);
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof email === 'string' && { email }),
  };
};

const reportIn = (sent: Fields) => {
  const listened = {
    id: contentId(String(sent['id'])),
    contentType:
      Object.values(ContentType).find((type) => type === sent['content_type']) ?? ContentType.DEFAULT,
    speed: asSpeed(Number(sent['playback_speed'])) ?? DEFAULT_SPEED,
  };
  const chapter = sent['chapter_index'];
  return typeof chapter === 'number'
    ? { ...listened, chapterIndex: chapter, chapterPosition: milliseconds(Number(sent['chapter_position'])) }
    : { ...listened, lastPosition: milliseconds(Number(sent['last_position'])) };
};

const wireNamed = ({
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

const wireItem = (item: ContentItem): unknown => ({
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
  })),
  tracks: item.tracks.map(wireItem),
  author_info: item.authors,
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
  url: item.url,
  pdf_url: item.pdfUrl,
});

const wireRecord = (record: PlaybackRecord | null): unknown =>
  record === null
    ? null
    : {
        is_active: record.isActive,
        content_type: record.type,
        playback_speed: record.speed,
        updated_at: record.updatedAt,
        ...(record.chapterIndex === null
          ? { last_position: toMilliseconds(record.position) }
          : { chapter_index: record.chapterIndex, chapter_position: toMilliseconds(record.position) }),
      };

const wireUser = ({ id, name, email, paymentDetails }: Profile): unknown => ({
  id,
  full_name: name,
  email,
  payment_details:
    paymentDetails === null
      ? {}
      : {
          is_expired: paymentDetails.isExpired,
          is_canceled: paymentDetails.isCanceled,
          is_trialing: paymentDetails.isTrialing,
          duration: paymentDetails.duration,
        },
});
