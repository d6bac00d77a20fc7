import type { CategoryTopicNames } from '../../../../application/catalogue/load-pages.ts';
import { Arrival, type Arriving } from '../../../components/resource/resource.ts';

export const arrivingNames = ({ category, topic }: CategoryTopicNames): Arriving<CategoryTopicNames> => ({
  category: new Arrival(category),
  topic: new Arrival(topic),
});
