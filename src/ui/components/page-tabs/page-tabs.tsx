import { type RefObject, useEffect, useRef } from 'react';
import { useServices } from '../../services.ts';
import { Link, type LinkProps } from '../../navigation/link.ts';
import styles from './page-tabs.module.css';

const SHELVES = [
  { to: '/library', label: 'All' },
  { to: '/recently-listened', label: 'Recent' },
  { to: '/purchased', label: 'Purchased' },
  { to: '/favorites', label: 'Audios' },
  { to: '/favorite-podcasts', label: 'Podcasts' },
  { to: '/favorite-curated-collections', label: 'Collections' },
  { to: '/favorite-authors', label: 'Authors' },
] as const;

/** Beyond the text of a tab: its padding and border. */
const TAB_END_PX = 24;

/** Only where there is no mobile app (DOWN-54, BOOK-1, HIST-1). */
const DOWNLOADS = { to: '/downloads', label: 'Downloads' } as const;
const HISTORY = { to: '/history', label: 'History' } as const;
const BOOKMARKS = { to: '/bookmarks', label: 'Bookmarks' } as const;

/** The tabs of the listener's library, one page each. */
export function ShelfTabs() {
  const { settings } = useServices();
  const [all, ...others] = SHELVES;
  const shelves =
    settings.links.mobileApp === null ? [all, DOWNLOADS, ...others, HISTORY, BOOKMARKS] : SHELVES;
  return <PageTabs label="Your shelves" pages={shelves} />;
}

type PageTabsProps = {
  readonly label: string;
  readonly pages: readonly { readonly to: NonNullable<LinkProps['to']>; readonly label: string }[];
};

/** Pages that belong together, as tabs that lead to each other. */
export function PageTabs({ label, pages }: PageTabsProps) {
  const tabs = useRef<HTMLElement>(null);
  return (
    <nav ref={tabs} className={styles['tabs']} aria-label={label}>
      {pages.map(({ to, label: text }) => (
        <Link
          key={to}
          className={styles['tab']}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {({ isActive }) => <TabLabel text={text} isCurrent={isActive} tabs={tabs} />}
        </Link>
      ))}
    </nav>
  );
}

type TabLabelProps = {
  readonly text: string;
  readonly isCurrent: boolean;
  readonly tabs: RefObject<HTMLElement | null>;
};

/** Scrolls the tabs to the current one. On a narrow screen, the current tab may be out of view. */
function TabLabel({ text, isCurrent, tabs }: TabLabelProps) {
  const label = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isCurrent || tabs.current === null || label.current === null) return;
    const { right, width } = tabs.current.getBoundingClientRect();
    const end = label.current.getBoundingClientRect().right + TAB_END_PX;
    if (width > 0 && end > right) tabs.current.scrollBy({ left: end - right });
  }, [isCurrent, tabs]);
  return <span ref={label}>{text}</span>;
}
