import {
  type AuthorId,
  authorId,
  type CategoryId,
  type ContentItem,
  ContentType,
  type NarratorId,
  type SeriesId,
  type TopicId,
} from '../src/domain/catalogue/content.ts';
import type { ApiResult, ContentApi, Page } from '../src/ports/content-api.ts';
import { EndedCheck, notTried } from './check.ts';
import type { Target } from './target.ts';
import type { User } from '../src/domain/account/user.ts';
import { decidePlay } from '../src/domain/entitlement/play-decision.ts';

const soundOf = (item: ContentItem): string | null => item.url ?? item.chapters[0]?.url ?? null;

/** A title that this listener may play now, with the address of its sound, or another address of it. */
export async function playable(target: Target, addressOf = soundOf, whyNot?: string) {
  const { items, why } = await playableItems(target);
  for (const item of items) {
    const url = addressOf(item);
    if (url !== null) return { item, url };
  }
  throw new EndedCheck(notTried(whyNot ?? why));
}

/** The titles of the lists that this listener may play now. `why` says what it means if there is none. */
export async function playableItems(target: Target) {
  const me = await target.me();
  const user: User = { ...me.value, hasPurchases: false };
  const { items } = await target.known();
  const now = target.clock.now();
  const who = user.paymentDetails === null ? 'a listener without a membership' : 'this listener';
  return {
    items: items.filter((item) => decidePlay(user, item, now).kind === 'play'),
    why: `None of the ${items.length} titles in the lists can be played by ${who}.`,
  };
}

/** Titles and subjects of the provider's catalogue. Absent if its lists have none. */
export type Samples = {
  readonly items: readonly ContentItem[];
  /** One of the titles. */
  readonly first?: ContentItem | undefined;
  readonly podcast?: ContentItem;
  readonly collection?: ContentItem;
  readonly chaptered?: ContentItem;
  readonly author?: AuthorId;
  /** True if the provider lists its narrators, which it need not. */
  readonly listsNarrators: boolean;
  readonly listsSeries: boolean;
  readonly narrator?: NarratorId | undefined;
  readonly series?: SeriesId | undefined;
  readonly category?: CategoryId;
  readonly topic?: TopicId;
  /** There is content in the category that also has this topic. */
  readonly pair?: { readonly category: CategoryId; readonly topic: string };
};

type List = (api: ContentApi) => Promise<ApiResult<Page<ContentItem>>>;

const LISTS: readonly List[] = [
  async ({ catalogue }) => catalogue.newReleases(null),
  async ({ catalogue }) => catalogue.trending(null),
  async ({ catalogue }) => catalogue.curatedCollections(null),
  async ({ catalogue }) => catalogue.quickListens(null),
  async ({ catalogue }) => catalogue.recommended(null),
];

/** Looks for samples in several lists, because one of them may be broken. */
export async function findSamples(target: Target): Promise<Samples> {
  const valueOf = async <Value>(call: (api: ContentApi) => Promise<ApiResult<Value>>) =>
    (await target.tryAsk(call))?.value ?? null;
  const pages = await Promise.all(LISTS.map(valueOf));
  const categories = (await valueOf(async ({ catalogue }) => catalogue.categories())) ?? [];
  const topics = (await valueOf(async ({ catalogue }) => catalogue.topics(50))) ?? [];
  const authors = await valueOf(async ({ catalogue }) => catalogue.authors(null));
  const [category] = categories;
  const groups =
    category === undefined
      ? []
      : ((await valueOf(async ({ catalogue }) => catalogue.groupsOfCategory(category.id))) ?? []);
  const inCategory =
    category === undefined
      ? null
      : await valueOf(async ({ catalogue }) => catalogue.contentOfCategory(category.id, null));
  const items = [...pages, inCategory].flatMap((page) => page?.items ?? []);
  const ofType = (type: ContentType) => items.find((item) => item.type === type);
  const [group] = groups;
  const author = authors?.items[0]?.id ?? items.flatMap((item) => item.authors)[0]?.id;
  const podcast = ofType(ContentType.PODCAST);
  const collection = ofType(ContentType.CURATED_COLLECTION);
  const chaptered = items.find(({ chapters }) => chapters.length > 0);
  const [topic] = topics;
  return {
    items,
    first: items[0],
    listsNarrators: (await valueOf(async ({ catalogue }) => catalogue.narrators(null))) !== null,
    listsSeries: (await valueOf(async ({ catalogue }) => catalogue.allSeries(null))) !== null,
    narrator: items.flatMap((item) => item.narrators)[0]?.id,
    series: items.flatMap((item) => item.series)[0]?.id,
    ...(podcast !== undefined && { podcast }),
    ...(collection !== undefined && { collection }),
    ...(chaptered !== undefined && { chaptered }),
    ...(author !== undefined && { author: authorId(author) }),
    ...(category !== undefined && { category: category.id }),
    ...(topic !== undefined && { topic: topic.id }),
    ...(category !== undefined &&
      group !== undefined && { pair: { category: category.id, topic: group.id } }),
  };
}
