import type { AuthorId, Category, CategoryId, Topic, TopicId } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import { ok } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { ApiResult, AuthorWithContent, Catalogue, ContentGroup } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Titles under a heading. An `id` of null means that these are all titles, so no other page has more. */
export type PageGroup = Omit<ContentGroup, 'id'> & { readonly id: string | null };

/** A category or a topic, and its content in groups. */
export type GroupedPage<Heading> = {
  readonly heading: Promise<ApiResult<Heading>>;
  readonly groups: Promise<ApiResult<readonly PageGroup[]>>;
};

/** The names of a category and a topic that are shown on one page. */
export type CategoryTopicNames = {
  readonly category: Promise<ApiResult<Category>>;
  readonly topic: Promise<ApiResult<Topic>>;
};

/** Loads the lists of categories and topics, and the page of a category, a topic or an author. */
export class LoadPages {
  static readonly inject: Inject<typeof LoadPages> = [PORTS.catalogue];

  constructor(private readonly catalogue: Catalogue) {}

  categories(cancellation?: Cancellation): Promise<ApiResult<readonly Category[]>> {
    return this.catalogue.categories(cancellation);
  }

  topics(cancellation?: Cancellation): Promise<ApiResult<readonly Topic[]>> {
    return this.catalogue.topics(PAGE_SIZES.topics, cancellation);
  }

  category(id: CategoryId, cancellation?: Cancellation): GroupedPage<Category> {
    return {
      heading: this.catalogue.category(id, cancellation),
      groups: this.groupsOrAll(id, cancellation),
    };
  }

  topic(id: TopicId, cancellation?: Cancellation): GroupedPage<Topic> {
    return {
      heading: this.catalogue.topic(id, cancellation),
      groups: this.catalogue.groupsOfTopic(id, cancellation),
    };
  }

  categoryTopicNames(category: CategoryId, topic: TopicId, cancellation?: Cancellation): CategoryTopicNames {
    return {
      category: this.catalogue.category(category, cancellation),
      topic: this.catalogue.topic(topic, cancellation),
    };
  }

  author(id: AuthorId, cancellation?: Cancellation): Promise<ApiResult<AuthorWithContent>> {
    return this.catalogue.author(id, cancellation);
  }

  /** A title without a topic is in no group. If a category has only such titles, they are shown as one group. */
  private async groupsOrAll(
    id: CategoryId,
    cancellation?: Cancellation,
  ): Promise<ApiResult<readonly PageGroup[]>> {
    const groups = await this.catalogue.groupsOfCategory(id, cancellation);
    if (!groups.ok || groups.value.some(({ items }) => items.length > 0)) return groups;
    const all = await this.catalogue.contentOfCategory(id, cancellation);
    return all.ok ? ok([{ id: null, name: 'All titles', items: all.value.items }]) : all;
  }
}
