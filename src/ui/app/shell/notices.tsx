import { observer } from 'mobx-react-lite';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Notice } from '../../../application/notices-state.ts';
import { NoticeCard } from 'audio-streaming-components/notice-card';
import { useServices } from '../../services.ts';
import { refusalNote } from '../../components/tiles/tile-words.ts';
import { Link } from '../../navigation/link.ts';
import { Sentence } from 'audio-streaming-components/sentence';
import type { Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from 'audio-streaming-components/styles/notices.module.css';

/** How long a notice stays, in milliseconds. */
const STAY = 12_000;

const words = (sentences: readonly Message[]): string => sentences.map((each) => t(each)).join(' ');

/** Shows the current notices above everything else on the page (APP-19). */
export const Notices = observer(function Notices() {
  const { notices, time } = useServices();
  const card = (notice: Notice, text: ReactNode) => (
    <NoticeCard key={notice.id} kind={notice.kind} stay={STAY} onDismiss={() => notices.dismiss(notice.id)}>
      {text}
    </NoticeCard>
  );
  return (
    <div className={styles['notices']}>
      {notices.notices.map(
        (notice) => notice.kind === 'alert' && card(notice, <p role="alert">{words(notice.sentences)}</p>),
      )}
      {/* The element exists before its text: a screen reader announces only changes inside it. */}
      <div role="status">
        {notices.notices.map((notice) => {
          if (notice.kind === 'success') return card(notice, <p>{words(notice.sentences)}</p>);
          return (
            notice.kind === 'refusal' &&
            card(notice, <p>{refusalNote(notice.reason, notice.from, time.now)}</p>)
          );
        })}
      </div>
    </div>
  );
});

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
          {hasDownloads ? (
            <Sentence
              text="You are offline. What was kept here is still there. <link>Downloads</link>"
              values={{ link: (words) => <Link to="/downloads">{words}</Link> }}
            />
          ) : (
            t('You are offline. What was kept here is still there.')
          )}
        </p>
      )}
    </div>
  );
}
