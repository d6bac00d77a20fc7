import { Link } from '@tanstack/react-router';
import type { Category } from '../../../../domain/catalogue/content.ts';
import { SeeAll } from '../../../components/carousel/shelf.tsx';
import type { GroupsResources } from './groups-resource.ts';
import { GroupedContent } from './grouped-content.tsx';

type CategoryScreenProps = { readonly id: string; readonly data: GroupsResources<Category> };

/** A category, with its titles by topic (CAT-40). */
export function CategoryScreen({ id, data }: CategoryScreenProps) {
  return (
    <GroupedContent
      data={data}
      kind="Category"
      describe={(name) => `${name}: titles by topic.`}
      above={<Link to="/categories">Categories</Link>}
      renderMore={(topic) => (
        <SeeAll to="/categories-topics/$cid/$tid" params={{ cid: id, tid: topic.id }} of={topic.name} />
      )}
    />
  );
}
