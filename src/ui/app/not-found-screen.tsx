import { Link } from '@tanstack/react-router';
import { buttonClass } from '../components/controls/button.tsx';
import { PageHeading, Page } from '../components/layout/page.tsx';
import styles from './shell/shell.module.css';

/** Shown for unknown paths, signed in or out (APP-3). */
export function NotFoundScreen() {
  return (
    <Page>
      <div className={styles['note']}>
        <p className={styles['code']} aria-hidden="true">
          404
        </p>
        <PageHeading title="Page not found" description="There is nothing at this address." />
        <p>There is nothing at this address. It may have moved, or the link may be mistyped.</p>
        <Link to="/" className={buttonClass('primary')}>
          Browse everything
        </Link>
      </div>
    </Page>
  );
}
