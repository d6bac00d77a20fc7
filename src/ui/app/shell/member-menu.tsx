import { observer } from 'mobx-react-lite';
import { ChevronDown } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { useServices } from '../../services.ts';
import { useDismissal } from '../../components/controls/use-menu-popover.ts';
import { Link } from '../../navigation/link.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { shownFirstName } from '../../components/listener-name.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './menus.module.css';

/** The links of a listener's header, beside the logo or in the mobile menu (APP-13). */
export const MemberMenu = observer(function MemberMenu() {
  const { user, signOut } = useServices();
  const navigation = useNavigation();
  const leave = () => {
    signOut.signOut();
    void navigation.go({ to: '/login' });
  };
  return (
    <>
      <nav className={styles['links']} aria-label={t('Main')}>
        <DiscoverMenu />
        <Link to="/library" className={styles['link']}>
          {t('Library')}
        </Link>
      </nav>
      <div className={styles['account']}>
        <Link to="/account" className={styles['link']}>
          {user.listener.kind === 'known' ? t('Hi, {name}', { name: shownFirstName(user) }) : t('Account')}
        </Link>
        <button type="button" className={styles['link']} onClick={leave}>
          {t('Sign Out')}
        </button>
      </div>
    </>
  );
});

/** Two links lead to the home page. The hash shows which of them is current. */
const HERE = { exact: true, includeHash: true };

/** The Discover menu (APP-10, APP-11). */
function DiscoverMenu() {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const close = useCallback(() => setOpen(false), []);
  useDismissal(isOpen, area, button, close);

  return (
    <div ref={area} className={styles['discover']}>
      <button
        ref={button}
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Discover')}
        <ChevronDown aria-hidden="true" />
      </button>
      <ul id={listId} className={styles['list']} hidden={!isOpen}>
        {isOpen && (
          <>
            <li>
              <Link to="/" activeOptions={HERE} onClick={close}>
                {t('Browse All')}
              </Link>
            </li>
            <li>
              <Link to="/new-releases">{t('New Releases')}</Link>
            </li>
            <li>
              <Link to="/trending">{t('Trending Now')}</Link>
            </li>
            <li>
              <Link to="/curated-collections">{t('Curated Collections')}</Link>
            </li>
            <li>
              <Link to="/" hash="categories" activeOptions={HERE} onClick={close}>
                {t('Browse by Category')}
              </Link>
            </li>
            <li>
              <Link to="/authors">{t('Browse by Author')}</Link>
            </li>
            <li>
              <Link to="/topics">{t('Browse by Topic')}</Link>
            </li>
            <li>
              <Link to="/quick-listens">{t('Quick Listens')}</Link>
            </li>
          </>
        )}
      </ul>
    </div>
  );
}
