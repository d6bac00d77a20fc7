import type { CategoryTopicNames } from '../../../../application/catalogue/load-pages.ts';
import { Resource, type Resources } from '../../../components/resource/resource.ts';

export const namesResource = ({ category, topic }: CategoryTopicNames): Resources<CategoryTopicNames> => ({
  category: new Resource(category),
  topic: new Resource(topic),
});
