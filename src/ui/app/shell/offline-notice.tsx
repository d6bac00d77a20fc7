import { useSyncExternalStore } from 'react';
import styles from './offline-notice.module.css';

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
 * Says that there is no network, for as long as the browser says so; what fails meanwhile asks again by itself. It asks
 * the browser itself, as one asks for a window's width: nothing is decided by it, and the port that the use cases
 * decide by comes after the notice.
 */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <div role="status" className={styles['place']}>
      {!online && <p className={styles['notice']}>You are offline. What was kept here is still there.</p>}
    </div>
  );
}
