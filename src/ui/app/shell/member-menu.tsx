import { Link, useRouter } from '@tanstack/react-router';
import { observer } from 'mobx-react-lite';
import { useServices } from '../services.ts';
import { DiscoverMenu } from './discover-menu.tsx';
import styles from './menus.module.css';

/** The links of a listener's header, beside the logo or in the mobile menu (APP-13). */
export const MemberMenu = observer(function MemberMenu() {
  const { user, signOut } = useServices();
  const router = useRouter();
  const leave = () => {
    signOut.signOut();
    void router.navigate({ to: '/login' });
  };
  return (
    <>
      <nav className={styles['links']} aria-label="Main">
        <DiscoverMenu />
        <Link to="/library" className={styles['link']}>
          Library
        </Link>
      </nav>
      <div className={styles['account']}>
        <Link to="/account" className={styles['link']}>
          {user.listener.kind === 'known' ? `Hi, ${user.firstName}` : 'Account'}
        </Link>
        <button type="button" className={styles['link']} onClick={leave}>
          Sign Out
        </button>
      </div>
    </>
  );
});
