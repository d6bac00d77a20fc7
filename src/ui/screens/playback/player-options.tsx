import { Keyboard } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { Button } from '../../components/controls/button.tsx';
import { ShareButton } from '../../components/controls/share-button.tsx';
import { Switch } from '../../components/controls/switch.tsx';
import { useServices } from '../../app/services.ts';
import styles from './player-options.module.css';

type PlayerOptionsProps = { readonly audio: ContentItem; readonly onShowKeys: () => void };

/** The settings and rarely used actions of the player. */
export const PlayerOptions = observer(function PlayerOptions({ audio, onShowKeys }: PlayerOptionsProps) {
  const { playerSettings, shareLink } = useServices();
  return (
    <div className={styles['options']}>
      <Switch
        label="Rewind a little after a pause"
        isOn={playerSettings.rewindsOnResume}
        onSet={(on) => playerSettings.setRewindsOnResume(on)}
      />
      <div className={styles['buttons']}>
        <ShareButton title={audio.title} link={() => shareLink.linkTo(window.location.origin, audio)} />
        <Button className={styles['keys']} onClick={onShowKeys}>
          <Keyboard aria-hidden="true" size={18} />
          Keyboard shortcuts
        </Button>
      </div>
    </div>
  );
});
