import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';
import styles from './notices.module.css';

const subscribe = (changed: () => void): (() => void) => {
  globalThis.addEventListener('online', changed);
  globalThis.addEventListener('offline', changed);
  return () => {
    globalThis.removeEventListener('online', changed);
    globalThis.removeEventListener('offline', changed);
  };
};

const isOnline = (): boolean => navigator.onLine;

/**
 * Shows that there is no network, as long as the browser reports this (APP-47). Failed parts retry automatically. The
 * notice reads the browser directly: no decision depends on it, and the network port loads later than this notice.
 */
export function OfflineNotice() {
  const { settings, user } = useServices();
  const online = useSyncExternalStore(subscribe, isOnline);
  const hasDownloads = settings.links.mobileApp === null && user.isSignedIn;
  return (
    <div role="status" className={styles['area']}>
      {!online && (
        <p className={styles['offlineNotice']}>
          You are offline. What was kept here is still there.{' '}
          {hasDownloads && <Link to="/downloads">Downloads</Link>}
        </p>
      )}
    </div>
  );
}
