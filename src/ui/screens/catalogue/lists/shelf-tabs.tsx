import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
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

/** Only where no mobile app has them (DOWN-54). */
const DOWNLOADS = { to: '/downloads', label: 'Downloads' } as const;
const BOOKMARKS = { to: '/bookmarks', label: 'Bookmarks' } as const;

/** The tabs of the listener's library, one page each. */
export function ShelfTabs() {
  const { settings } = useServices();
  const [all, ...others] = SHELVES;
  const shelves = settings.links.mobileApp === null ? [all, DOWNLOADS, ...others, BOOKMARKS] : SHELVES;
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current: list } = tabs;
    const current = [...(list?.children ?? [])].find((tab) => tab.getAttribute('aria-current') === 'page');
    if (list === null || !(current instanceof HTMLElement)) return;
    // On a narrow screen the current tab may be beyond the end.
    const end = current.offsetLeft - list.offsetLeft + current.offsetWidth;
    list.scrollLeft = Math.max(0, end - list.clientWidth);
  }, []);
  return (
    <nav ref={tabs} className={styles['tabs']} aria-label="Your shelves">
      {shelves.map(({ to, label }) => (
        <Link key={to} className={styles['tab']} to={to} activeOptions={{ exact: true }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
