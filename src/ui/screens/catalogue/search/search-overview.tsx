import { Link } from '@tanstack/react-router';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { AudioCarousel } from '../../../components/carousel/audio-carousel.tsx';
import { groupByCategory } from './group-by-category.ts';
import styles from './search-overview.module.css';

type SearchOverviewProps = { readonly items: readonly ContentItem[]; readonly term: string };

/**
 * Results by category; each heading leads to the results of that category (CAT-32). Each group is one row: further
 * results extend their row and move nothing that the listener is looking at.
 */
export function SearchOverview({ items, term }: SearchOverviewProps) {
  return (
    <div className={styles['overview']}>
      {groupByCategory(items).map(({ category, items: results }, index) => (
        <AudioCarousel
          key={category}
          heading={category ?? 'Other results'}
          headingLink={
            category !== null && (
              <Link
                className={styles['link']}
                to="/search-results/$category"
                params={{ category }}
                search={{ q: term }}
              >
                {category}
              </Link>
            )
          }
          items={results}
          isFirst={index === 0}
        />
      ))}
    </div>
  );
}
