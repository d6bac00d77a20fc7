import type { CategoryTopicNames } from '../../../application/load-pages.ts';
import { Arrival, type Arriving } from '../../answers/arrival.ts';

export const arrivingNames = ({ category, topic }: CategoryTopicNames): Arriving<CategoryTopicNames> => ({
  category: new Arrival(category),
  topic: new Arrival(topic),
});
