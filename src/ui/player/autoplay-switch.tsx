import { observer } from 'mobx-react-lite';
import { useServices } from '../services.ts';
import styles from './autoplay-switch.module.css';

/** Whether an ended track leads to the next one (section 4, player). */
export const AutoplaySwitch = observer(function AutoplaySwitch() {
  const { player } = useServices();
  return (
    <label className={styles['autoplay']}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={player.autoplay}
        checked={player.autoplay}
        onChange={(event) => player.autoplaySet(event.target.checked)}
      />
      Autoplay
    </label>
  );
});
