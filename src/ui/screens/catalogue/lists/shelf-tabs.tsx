import { Link } from '@tanstack/react-router';
import styles from './shelf-tabs.module.css';

const SHELVES = [
  { to: '/library', label: 'All' },
  { to: '/recently-listened', label: 'Recent' },
  { to: '/purchased', label: 'Purchased' },
  { to: '/favorites', label: 'Audios' },
  { to: '/favorite-podcasts', label: 'Podcasts' },
  { to: '/favorite-curated-collections', label: 'Collections' },
  { to: '/favorite-authors', label: 'Authors' },
] as const;

/** The tabs of the listener's library, one page each. */
export function ShelfTabs() {
  return (
    <nav className={styles['tabs']} aria-label="Your shelves">
      {SHELVES.map(({ to, label }) => (
        <Link key={to} className={styles['tab']} to={to} activeOptions={{ exact: true }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
