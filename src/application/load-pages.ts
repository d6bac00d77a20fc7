import type { AuthorId, Category, CategoryId, Topic, TopicId } from '../domain/content.ts';
import { PAGE_SIZES } from '../domain/limits.ts';
import type { Cancellation } from '../ports/cancellation.ts';
import type { Answer, AuthorWithContent, Catalogue, ContentGroup } from '../ports/content-api.ts';

/** A category or a topic, and its content in groups. */
export type GroupedPage<Heading> = {
  readonly heading: Answer<Heading>;
  readonly groups: Answer<readonly ContentGroup[]>;
};

/** What a category and a topic that are shown together are called. */
export type CategoryTopicNames = {
  readonly category: Answer<Category>;
  readonly topic: Answer<Topic>;
};

/** The pages behind a category, a topic, an author, and the lists that lead to them (section 2). */
export class LoadPages {
  constructor(private readonly catalogue: Catalogue) {}

  categories(cancellation?: Cancellation): Answer<readonly Category[]> {
    return this.catalogue.categories(cancellation);
  }

  topics(cancellation?: Cancellation): Answer<readonly Topic[]> {
    return this.catalogue.topics(PAGE_SIZES.topics, cancellation);
  }

  category(id: CategoryId, cancellation?: Cancellation): GroupedPage<Category> {
    return {
      heading: this.catalogue.category(id, cancellation),
      groups: this.catalogue.groupsOfCategory(id, cancellation),
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

  author(id: AuthorId, cancellation?: Cancellation): Answer<AuthorWithContent> {
    return this.catalogue.author(id, cancellation);
  }
}
