import { X } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { buttonClass } from '../../components/controls/button.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { useServices } from '../../app/services.ts';
import styles from './android-prompt.module.css';
import { BrandMark } from '../../app/shell/brand-mark.tsx';
import { isAndroid } from './device.ts';

/** On Android: invites to the app, at page load and whenever the page becomes visible again (MSG-33). */
export function AndroidPrompt() {
  const { settings } = useServices();
  const { mobileApp } = settings.links;
  const [isOpen, setOpen] = useState(isAndroid);
  const titleId = useId();
  useEffect(() => {
    if (!isAndroid()) return undefined;
    const onVisibility = () => {
      if (document.visibilityState === 'visible') setOpen(true);
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, []);

  if (!isOpen || mobileApp === null) return null;
  const close = () => {
    setOpen(false);
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close();
  };
  return (
    // This dialog is not modal, so the page behind it can be used. Escape closes it, like any dialog.
    <dialog open className={styles['prompt']} aria-labelledby={titleId} onKeyDown={onKey}>
      <BrandMark />
      <div className={styles['words']}>
        <p id={titleId} className={styles['title']}>
          {settings.brand} is better in the mobile app
        </p>
        <p className={styles['text']}>Bookmarks, downloads, and listening without a connection.</p>
      </div>
      <a className={buttonClass('primary')} href={mobileApp} rel="noopener noreferrer">
        Use the App
      </a>
      <IconButton label="Close" icon={X} onClick={close} />
    </dialog>
  );
}
