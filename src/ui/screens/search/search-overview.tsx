import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ContentItem } from '../../../domain/content.ts';
import { TileGrid } from '../../lists/tile-grid.tsx';
import { groupByCategory } from './group-by-category.ts';
import styles from './search-overview.module.css';

type SearchOverviewProps = {
  readonly items: readonly ContentItem[];
  readonly term: string;
  readonly renderTile: (item: ContentItem) => ReactNode;
};

/** Results by category, each heading leading to that category's own results (contract 3.10). */
export function SearchOverview({ items, term, renderTile }: SearchOverviewProps) {
  return (
    <div className={styles['overview']}>
      {groupByCategory(items).map(({ category, items: results }) => (
        <section key={category} className={styles['group']} aria-label={category ?? 'Other results'}>
          <h2>
            {category === null ? (
              'Other results'
            ) : (
              <Link
                className={styles['link']}
                to="/search-results/$category"
                params={{ category }}
                search={{ q: term }}
              >
                {category}
              </Link>
            )}
          </h2>
          <TileGrid kind="audio" items={results} renderTile={renderTile} />
        </section>
      ))}
    </div>
  );
}
