import { useServices } from '../../services.ts';
import { buttonClass } from 'audio-streaming-components/controls/button';
import { Modal } from '../../components/layout/modal.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import styles from './player-tools.module.css';

/** The features that only the mobile app has (PLAY-24). */
export type MobileOnlyFeature = 'bookmark' | 'download';

const TITLES: Readonly<Record<MobileOnlyFeature, string>> = {
  bookmark: message('Bookmarks live in the mobile app'),
  download: message('Downloads live in the mobile app'),
};

const REASONS: Readonly<Record<MobileOnlyFeature, string>> = {
  bookmark: message('Marking a place in a title is only available in the mobile app.'),
  download: message('Taking a title along without a connection is only available in the mobile app.'),
};

type MobileOnlyPanelProps = {
  /** The requested feature; null if the panel is closed. */
  readonly feature: MobileOnlyFeature | null;
  readonly onClose: () => void;
};

/** Says that a feature is only available in the mobile app, and links to the app (PLAY-24). */
export function MobileOnlyPanel({ feature, onClose }: MobileOnlyPanelProps) {
  const { settings } = useServices();
  const { mobileApp } = settings.links;
  return (
    <Modal isOpen={feature !== null} title={feature === null ? '' : t(TITLES[feature])} onClose={onClose}>
      {feature !== null && (
        <>
          <p>{t(REASONS[feature])}</p>
          {mobileApp !== null && (
            <div className={styles['offer']}>
              <QrCode text={mobileApp} label={t('QR code of the mobile app')} />
              <div className={styles['words']}>
                <p>{t('Scan the code with your phone, or follow the link.')}</p>
                <a
                  className={buttonClass('primary')}
                  href={mobileApp}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  {t('Get the mobile app')}
                </a>
              </div>
            </div>
          )}
        </>
      )}
    </Modal>
  );
}
