import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import { Modal } from '../../components/layout/modal.tsx';
import { Switch } from 'audio-streaming-components/controls/switch';
import { useServices } from '../../services.ts';
import { BOOKMARK_KEY_HELP, KEY_HELP } from './key-map.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './keys-dialog.module.css';

type KeysDialogProps = { readonly isOpen: boolean; readonly onClose: () => void };

export const KeysDialog = observer(function KeysDialog({ isOpen, onClose }: KeysDialogProps) {
  const { playerSettings, settings } = useServices();
  const help = settings.links.mobileApp === null ? [...KEY_HELP, ...BOOKMARK_KEY_HELP] : KEY_HELP;
  return (
    <Modal isOpen={isOpen} title={t('Keyboard shortcuts')} onClose={onClose}>
      <Switch
        label={t('Single-key shortcuts')}
        isOn={playerSettings.keysOn}
        onSet={(on) => playerSettings.setKeysOn(on)}
      />
      <dl className={styles['keys']}>
        {help.map(({ keys, text }) => (
          <div key={t(text)} className={styles['row']}>
            <dt>{t(text)}</dt>
            <dd>
              {keys.map((key, at) => (
                <Fragment key={t(key)}>
                  {at > 0 && ' '}
                  <kbd>{t(key)}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
});
