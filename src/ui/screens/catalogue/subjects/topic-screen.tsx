import { Link } from '@tanstack/react-router';
import type { Topic } from '../../../../domain/catalogue/content.ts';
import { SeeAll } from '../../../components/carousel/shelf.tsx';
import type { GroupsResources } from './groups-resource.ts';
import { GroupedContent } from './grouped-content.tsx';

type TopicScreenProps = { readonly id: string; readonly data: GroupsResources<Topic> };

/** A topic, with its titles by category (CAT-40). */
export function TopicScreen({ id, data }: TopicScreenProps) {
  return (
    <GroupedContent
      data={data}
      kind="Topic"
      describe={(name) => `${name}: titles by category.`}
      above={<Link to="/topics">Topics</Link>}
      renderMore={(category) => (
        <SeeAll to="/categories-topics/$cid/$tid" params={{ cid: category.id, tid: id }} of={category.name} />
      )}
    />
  );
}
