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
] as const;

const DOWNLOADS = { to: '/downloads', label: 'Downloads' } as const;

/** The tabs of the listener's library, one page each. Downloads are a page where no mobile app has them (DOWN-54). */
export function ShelfTabs() {
  const { settings } = useServices();
  const [all, ...others] = SHELVES;
  const shelves = settings.links.mobileApp === null ? [all, DOWNLOADS, ...others] : SHELVES;
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
