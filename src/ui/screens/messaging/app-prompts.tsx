import { linkToCurrent } from '../../../application/playback/share-link.ts';
import { QrCode as QrIcon, X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type Services, useServices } from '../../services.ts';
import { BrandMark } from 'audio-streaming-components/brand-mark';
import { Button, buttonClass, IconButton } from 'audio-streaming-components/controls/button';
import { QrCode } from '../../components/qr-code.tsx';
import { useOutcome } from '../../components/use-outcome.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './app-prompts.module.css';

/** How often the QR code gets the current position, in seconds of the sound: a code that changes often is hard to scan. */
const MINUTE = 60;

const minuteOf = (_: unknown, { player }: Services): number => Math.floor(player.wholePosition / MINUTE);

/**
 * The address of the app with the current title and position. It is updated when the sound starts, stops or changes.
 */
function useAppLink(mobileApp: string): string {
  const { player } = useServices();
  const trackId = player.track?.id ?? null;
  const { isPlaying } = player;
  const minute = useOutcome(minuteOf, null);
  const [link, setLink] = useState(mobileApp);
  useEffect(() => {
    // This value is deliberately not observed: the position changes every second.
    // oxlint-disable-next-line react/set-state-in-effect
    setLink(appLink(mobileApp, linkToCurrent(window.location.origin, player)));
  }, [mobileApp, player, trackId, isPlaying, minute]);
  return link;
}

/**
 * Invites to the mobile app by a QR code, or by a link in a window of a phone's width (MSG-31). Android shows the
 * prompt instead (MSG-33, MSG-34).
 */
export const AppPanel = observer(function AppPanel() {
  const { appInvitation, inviteToApp, settings } = useServices();
  const { mobileApp } = settings.links;
  const opener = useRef<HTMLButtonElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  // The used control disappears: the focus moves to the control that replaces it.
  const [wasUsed, setUsed] = useState(false);
  const { isOpen } = appInvitation;
  useEffect(() => {
    if (!wasUsed) return;
    (isOpen ? closer : opener).current?.focus({ preventScroll: true });
  }, [wasUsed, isOpen]);

  if (mobileApp === null || isAndroid()) return null;
  if (!isOpen) {
    return (
      <div className={styles['tab']}>
        <Button
          ref={opener}
          onClick={() => {
            setUsed(true);
            inviteToApp.open();
          }}
        >
          <QrIcon aria-hidden="true" size={18} />
          {t('Use App')}
        </Button>
      </div>
    );
  }
  return (
    <Invitation
      closer={closer}
      mobileApp={mobileApp}
      onClose={() => {
        setUsed(true);
        inviteToApp.close();
      }}
    />
  );
});

type InvitationProps = {
  readonly closer: RefObject<HTMLButtonElement | null>;
  readonly mobileApp: string;
  readonly onClose: () => void;
};

const Invitation = observer(function Invitation({ closer, mobileApp, onClose }: InvitationProps) {
  const link = useAppLink(mobileApp);
  const titleId = useId();
  return (
    <aside className={styles['panel']} aria-labelledby={titleId}>
      <div className={styles['code']}>
        <QrCode text={link} label={t('QR code of the mobile app')} />
      </div>
      <div className={styles['words']}>
        <p id={titleId} className={styles['title']}>
          {t('Use the mobile app')}
        </p>
        <p className={styles['text']}>{t('Bookmarks and downloads, wherever you listen.')}</p>
        <a className={styles['link']} href={link} target="_blank" rel="noopener noreferrer">
          {t('Get the app')}
        </a>
      </div>
      <IconButton ref={closer} label={t('Close')} icon={X} className={styles['close']} onClick={onClose} />
    </aside>
  );
});

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
      <div className={styles['androidPromptWords']}>
        <p id={titleId} className={styles['androidPromptTitle']}>
          {t('{brand} is better in the mobile app', { brand: settings.brand })}
        </p>
        <p className={styles['androidPromptText']}>
          {t('Bookmarks, downloads, and listening without a connection.')}
        </p>
      </div>
      <a className={buttonClass('primary')} href={mobileApp} rel="noopener noreferrer">
        {t('Use the App')}
      </a>
      <IconButton label={t('Close')} icon={X} onClick={close} />
    </dialog>
  );
}

/**
 * The address of the mobile app, with the current title and position, so that the app can continue there (MSG-32).
 *
 * @param app the app's page (configuration, `links.mobileApp`)
 * @param address the address of a title and a position in it; null if nothing is open
 */
export const appLink = (app: string, address: string | null): string => {
  if (address === null) return app;
  const link = new URL(app);
  link.searchParams.set('link', address);
  return link.href;
};

/** Whether this browser runs on Android, where a prompt invites to the app (MSG-33). */
const isAndroid = (): boolean => /android/iu.test(navigator.userAgent);
