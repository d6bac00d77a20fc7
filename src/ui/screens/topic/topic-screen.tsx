import { Link } from '@tanstack/react-router';
import type { GroupedPage } from '../../../application/load-pages.ts';
import type { Topic } from '../../../domain/content.ts';
import { SeeAll } from '../../carousel/shelf.tsx';
import { GroupedContent } from '../groups/grouped-content.tsx';

type TopicScreenProps = { readonly id: string; readonly data: GroupedPage<Topic> };

/** A topic, its content by category (section 2). */
export function TopicScreen({ id, data }: TopicScreenProps) {
  return (
    <GroupedContent
      data={data}
      kind="Topic"
      above={<Link to="/topics">Topics</Link>}
      renderMore={(category) => (
        <SeeAll to="/categories-topics/$cid/$tid" params={{ cid: category.id, tid: id }} of={category.name} />
      )}
    />
  );
}
