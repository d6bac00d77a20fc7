import type { CategoryTopicNames, GroupedPage } from '../../../../application/catalogue/load-pages.ts';
import { Resource, type Resources } from '../../../components/resource/resource.ts';

/** The resources of a category or a topic: its heading and its content. The router makes them before the screen loads. */
export type GroupsResources<Heading> = Resources<GroupedPage<Heading>>;

export const groupsResources = <Heading>({
  heading,
  groups,
}: GroupedPage<Heading>): GroupsResources<Heading> => ({
  heading: new Resource(heading),
  groups: new Resource(groups),
});

export const namesResource = ({ category, topic }: CategoryTopicNames): Resources<CategoryTopicNames> => ({
  category: new Resource(category),
  topic: new Resource(topic),
});
