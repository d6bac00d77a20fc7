import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import appStyles from '../../app/shell/notices.module.css';
import { classNames } from '../../components/class-names.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { useStudio } from '../services.ts';
import styles from './notices.module.css';

/** How long a message that something is done stays, in milliseconds. A failure stays until it is dismissed. */
const STAY = 8000;

/** The last message, above everything else. */
export const Notices = observer(function Notices() {
  const { notices } = useStudio();
  const { notice } = notices;
  useEffect(() => {
    if (notice?.kind !== 'done') return undefined;
    const timeout = setTimeout(() => notices.dismiss(), STAY);
    return () => clearTimeout(timeout);
  }, [notice, notices]);
  const card = notice !== null && (
    <div key={notice.id} className={appStyles['notice']} data-kind={notice.kind}>
      <p>{notice.text}</p>
      <IconButton label="Dismiss" icon={X} onClick={() => notices.dismiss()} />
    </div>
  );
  return (
    <div className={classNames(appStyles['notices'], styles['notices'])}>
      {/* The element exists before its text: a screen reader announces only changes inside it. */}
      <div role="status">{notice?.kind === 'done' && card}</div>
      {notice?.kind === 'failure' && <div role="alert">{card}</div>}
    </div>
  );
});
