import { Link } from '@tanstack/react-router';
import { useServices } from '../../../app/services.ts';
import styles from './shelf-tabs.module.css';

const SHELVES = [
  { to: '/library', label: 'All' },
  { to: '/recently-listened', label: 'Recent' },
  { to: '/purchased', label: 'Purchased' },
  { to: '/favorites', label: 'Audios' },
  { to: '/favorite-podcasts', label: 'Podcasts' },
  { to: '/favorite-curated-collections', label: 'Collections' },
  { to: '/favorite-authors', label: 'Authors' },
  { to: '/history', label: 'History' },
] as const;

/** Only where no mobile app has them. */
const BOOKMARKS = { to: '/bookmarks', label: 'Bookmarks' } as const;

/** The tabs of the listener's library, one page each. */
export function ShelfTabs() {
  const { settings } = useServices();
  const shelves = settings.links.mobileApp === null ? [...SHELVES, BOOKMARKS] : SHELVES;
  return (
    <nav className={styles['tabs']} aria-label="Your shelves">
      {shelves.map(({ to, label }) => (
        <Link key={to} className={styles['tab']} to={to} activeOptions={{ exact: true }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
