import { Menu, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useId, useRef, useState } from 'react';
import { buttonClass, iconButtonClass } from 'audio-streaming-components/controls/button';
import { preserveReturnPath } from '../../navigation/return-path.ts';
import { t } from 'audio-streaming-translations/translate';
import { useServices } from '../../services.ts';
import { BrandMark } from 'audio-streaming-components/brand-mark';
import styles from 'audio-streaming-components/styles/header.module.css';
import { MemberMenu } from './member-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { useDismissal } from '../../components/controls/use-menu-popover.ts';
import { Link } from '../../navigation/link.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { useArea } from '../../navigation/route-hooks.ts';

function Logo() {
  const { settings } = useServices();
  return (
    <Link to="/" className={styles['logo']} aria-label={t('{brand} Home', { brand: settings.brand })}>
      <BrandMark />
      <span className={styles['brand']}>{settings.brand}</span>
    </Link>
  );
}

function VisitorHeader() {
  const { usage } = useServices();
  const navigation = useNavigation();
  const recordSignIn = () => {
    if (navigation.pathname() !== '/create') return;
    usage.recordTap({ name: 'Onboarding - Sign Up - Tap Sign In button', properties: {} });
  };
  return (
    <>
      <Logo />
      <div className={styles['entries']}>
        <Link to="/login" search={preserveReturnPath} className={buttonClass('quiet')} onClick={recordSignIn}>
          {t('Sign In')}
        </Link>
        <Link to="/create" search={preserveReturnPath} className={buttonClass('secondary')}>
          {t('Create Free Account')}
        </Link>
      </div>
    </>
  );
}

function MemberHeader() {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const close = useCallback(() => setOpen(false), []);
  useDismissal(isOpen, area, button, close);

  return (
    <>
      <Logo />
      <div ref={area} className={styles['menuArea']}>
        <button
          ref={button}
          type="button"
          className={`${iconButtonClass} ${styles['menuButton']}`}
          aria-label={t('Menu')}
          aria-expanded={isOpen}
          aria-controls={menuId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
        </button>
        <div id={menuId} className={styles['menu']} data-open={isOpen}>
          <MemberMenu />
        </div>
      </div>
      <SearchBox />
    </>
  );
}

/** The header, for a listener or for a visitor (APP-9, APP-12). */
export const Header = observer(function Header() {
  const { user } = useServices();
  const area = useArea();
  const isMember = area === 'members' || (area === 'unknown' && user.isSignedIn);
  return (
    <header className={styles['header']}>
      <div className={styles['bar']}>{isMember ? <MemberHeader /> : <VisitorHeader />}</div>
    </header>
  );
});
