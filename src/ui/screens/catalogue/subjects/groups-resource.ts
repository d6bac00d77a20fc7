import type { GroupedPage } from '../../../../application/catalogue/load-pages.ts';
import { Arrival, type Arriving } from '../../../components/resource/resource.ts';

/** A category or a topic on its way to the screen, and its content. */
export type ArrivingGroups<Heading> = Arriving<GroupedPage<Heading>>;

export const arrivingGroups = <Heading>({
  heading,
  groups,
}: GroupedPage<Heading>): ArrivingGroups<Heading> => ({
  heading: new Arrival(heading),
  groups: new Arrival(groups),
});
