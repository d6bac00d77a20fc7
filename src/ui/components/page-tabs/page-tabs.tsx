import { type RefObject, useEffect, useRef } from 'react';
import { useServices } from '../../services.ts';
import { Link, type LinkProps } from '../../navigation/link.ts';
import styles from './page-tabs.module.css';
import { t } from 'audio-streaming-translations/translate';

/** Beyond the text of a tab: its padding and border. */
const TAB_END_PX = 24;

/** The tabs of the listener's library, one page each. Some only where there is no mobile app (DOWN-54, BOOK-1, HIST-1). */
export function ShelfTabs() {
  const hasApp = useServices().settings.links.mobileApp !== null;
  const own = <Tab,>(tab: Tab): readonly Tab[] => (hasApp ? [] : [tab]);
  return (
    <PageTabs
      label={t('Your shelves')}
      pages={[
        { to: '/library', label: t({ text: 'All', context: 'shelf' }) },
        ...own({ to: '/downloads', label: t('Downloads') } as const),
        { to: '/recently-listened', label: t({ text: 'Recent', context: 'shelf' }) },
        { to: '/purchased', label: t('Purchased') },
        { to: '/favorites', label: t('Audios') },
        { to: '/favorite-podcasts', label: t('Podcasts') },
        { to: '/favorite-curated-collections', label: t('Collections') },
        { to: '/favorite-authors', label: t('Authors') },
        ...own({ to: '/history', label: t('History') } as const),
        ...own({ to: '/bookmarks', label: t('Bookmarks') } as const),
      ]}
    />
  );
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
    const { left, right, width } = tabs.current.getBoundingClientRect();
    const own = label.current.getBoundingClientRect();
    const end = own.right + TAB_END_PX;
    const start = own.left - TAB_END_PX;
    const isRightToLeft = document.documentElement.dir === 'rtl';
    if (width > 0 && !isRightToLeft && end > right) tabs.current.scrollBy({ left: end - right });
    if (width > 0 && isRightToLeft && start < left) tabs.current.scrollBy({ left: start - left });
  }, [isCurrent, tabs]);
  return <span ref={label}>{text}</span>;
}
