import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { Notice } from '../../application/state/notices-state.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { useServices } from '../services.ts';
import styles from './notices.module.css';

function NoticeCard({ notice, onDismiss }: { readonly notice: Notice; readonly onDismiss: () => void }) {
  return (
    <div className={styles['notice']}>
      <p role="alert">{notice.text}</p>
      <IconButton label="Dismiss" icon={X} onClick={onDismiss} />
    </div>
  );
}

/** What the listener has to know now, above everything else on the page (contract 3.17). */
export const Notices = observer(function Notices() {
  const { notices } = useServices();
  return (
    <div className={styles['notices']}>
      {notices.notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onDismiss={() => notices.dismissed(notice.id)} />
      ))}
    </div>
  );
});
